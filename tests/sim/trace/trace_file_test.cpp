#include "sim/trace/trace_file.h"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <csignal>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <utility>

#include "sim/trace/trace_bytes.h"
#include "sim/trace/zstd.h"
#include "sim/world/dice.h"
#include "tests/support/golden_text.h"
#include "tests/support/read.h"
#include "tests/support/scratch_folder.h"

namespace locklab::sim {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
namespace fs = std::filesystem;

/// A temporary folder for each test.
class TraceFile : public testing::Test {
 protected:
  TraceFile() { std::signal(SIGXFSZ, SIG_IGN); }

  std::string path(const std::string& name) const { return folder_ / name; }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_.path()))
      names.push_back(entry.path().filename());
    return names;
  }

  test::ScratchFolder folder_;
};

Event event(std::int64_t at, EventKind kind, std::uint16_t client) {
  return {.at = at, .client = ClientId{client}, .kind = kind};
}

Event sent(Trace& trace, std::int64_t at, const Command& command, std::uint32_t message) {
  return {.at = at,
          .message = message,
          .text = trace.keep(command.packed()),
          .client = ClientId{0},
          .node = NodeId{0},
          .kind = EventKind::sent,
          .purpose = Purpose::claim};
}

Trace small_trace() {
  Trace trace;
  trace.info.scenario = "F06_pause_past_ttl/fenced";
  trace.info.title = "A pause longer than the lease";
  trace.info.strategy = "fenced";
  trace.info.world = "simulated";
  trace.info.seed = UINT64_MAX;
  trace.info.ttl_us = 50'000;
  trace.info.lock_nodes = 1;
  trace.info.promises = 5;
  trace.info.clients = {"alice", "bob"};
  trace.info.nodes = {"n1", "n2"};
  trace.info.replica_of = {-1, 0};
  trace.info.servers = {{"127.0.0.1:6379", "7.0.15"}, {"127.0.0.1:6380", ""}};
  trace.info.began_us = 1'795'664'167'123'456;
  trace.info.late_us = 1'700;
  trace.info.scripts = {{"one", std::string(40, 'a'), "return \"1\"\n"}};
  trace.add(event(0, EventKind::started, 0));
  Event attempt = event(5, EventKind::attempt, 0);
  attempt.key = trace.name_id("locklab:lock");
  attempt.place = trace.place_id(SourcePlace::current());
  trace.add(attempt);
  trace.add(sent(trace, 5, set_nx_px("locklab:lock", "7f3a", 50ms), 1));
  Event refused = event(1000, EventKind::refused, 1);
  refused.text = trace.keep("held by alice");
  trace.add(refused);
  trace.add(refused);  // the same text twice is stored once
  trace.name_id(std::string("odd \xff\x00 key", 10));
  return trace;
}

std::string again_summed(std::string bytes) {
  const std::uint64_t sum = XXH3_64bits(bytes.data(), bytes.size() - 8);
  std::memcpy(bytes.data() + bytes.size() - 8, &sum, 8);
  return bytes;
}

TEST_F(TraceFile, OneOfATimeBeforeReasonsIsReadWithoutThem) {
  std::string bytes = trace_bytes(small_trace());
  const std::string now =
      R"({"name":"reason","offset":54,"type":"u8"},{"name":"unused","offset":55,"type":"u8"})";
  const std::size_t at = bytes.find(now);
  ASSERT_NE(at, bytes.npos);
  bytes.replace(at, now.size(), R"({"name":"unused","offset":54,"type":"u8[2]"})");
  std::ofstream(path("old.trace")) << again_summed(bytes);
  const auto loaded = load_trace(path("old.trace"));
  const Trace* old = std::get_if<Trace>(&loaded);
  ASSERT_TRUE(old) << sentence(std::get<Problem>(loaded)).english();
  EXPECT_EQ(old->back().kind, EventKind::refused);
  EXPECT_EQ(old->back().reason, ReasonCode::unknown);
}

TEST_F(TraceFile, NodesThatReplicateEachOtherAreRefused) {
  for (const std::vector<std::int32_t>& circle : {std::vector<std::int32_t>{-1, 1}, {1, 0}}) {
    Trace trace = small_trace();
    trace.info.replica_of = circle;
    ASSERT_EQ(save_trace(trace, path("t.trace")), std::nullopt);
    EXPECT_THAT(problem_in(load_trace(path("t.trace"))), test::IsGolden("of either"));
  }
}

TEST_F(TraceFile, AReplicaOfANodeThatIsNotThereIsRefused) {
  Trace trace = small_trace();
  trace.info.replica_of = {-1, 9};
  ASSERT_EQ(save_trace(trace, path("t.trace")), std::nullopt);
  EXPECT_THAT(problem_in(load_trace(path("t.trace"))), test::IsGolden());
}

TEST_F(TraceFile, WhatWasSavedIsLoadedEqual) {
  const Trace trace = small_trace();
  ASSERT_EQ(save_trace(trace, path("t.trace")), std::nullopt);
  const Trace back = value_of(load_trace(path("t.trace")));
  EXPECT_EQ(back.hash(), trace.hash());
  EXPECT_EQ(back.info, trace.info);
  EXPECT_EQ(back.names(), trace.names());
  EXPECT_EQ(back.places(), trace.places());
  EXPECT_EQ(trace_bytes(back), trace_bytes(trace));
  EXPECT_EQ(as_typed(back.words(back[2])), "SET locklab:lock 7f3a NX PX 50");
  EXPECT_EQ(files(), std::vector<std::string>{"t.trace"});
}

TEST_F(TraceFile, ATailOfARunThatWasEndedBeforeItsTimeIsLoadedWithWhatIsKnownOfTheRest) {
  Trace trace = small_trace();
  trace.info.omitted = 12'345'678'901;
  trace.info.broken = 1;
  trace.info.cut_short = true;
  ASSERT_EQ(save_trace(trace, path("t.trace")), std::nullopt);
  EXPECT_EQ(value_of(load_trace(path("t.trace"))).info, trace.info);
}

TEST_F(TraceFile, UnderANameOfZstdItIsCompressedAndLoadedEqual) {
  Trace trace = small_trace();
  for (int i = 0; i < 10'000; ++i)
    trace.add(sent(trace, 2'000 + i, Command("SET").add("locklab:lock").add("7f3a"), 7));
  ASSERT_EQ(save_trace(trace, path("t.trace")), std::nullopt);
  ASSERT_EQ(save_trace(trace, path("t.trace.zst")), std::nullopt);
  EXPECT_LT(fs::file_size(path("t.trace.zst")), fs::file_size(path("t.trace")) / 5);
  EXPECT_TRUE(is_trace_file(path("t.trace.zst")));
  fs::rename(path("t.trace.zst"), path("renamed"));
  EXPECT_TRUE(names_trace(path("renamed")));
  EXPECT_EQ(trace_bytes(value_of(load_trace(path("renamed")))), trace_bytes(trace));
}

TEST_F(TraceFile, AFileTooLargeForMemoryIsRefusedUnread) {
  constexpr std::uint64_t huge = std::uint64_t{1} << 40;  // sparse: it takes no disk space
  const auto make_huge = [&](const std::string& name, std::string_view begin) {
    std::ofstream(path(name), std::ios::binary) << begin;
    fs::resize_file(path(name), huge);
    return problem_in(load_trace(path(name)));
  };
  EXPECT_THAT(make_huge("zeros.trace", ""), test::IsGolden());
  EXPECT_THAT(make_huge("other.trace", "locklab-trace 2\n"), test::IsGolden());
  EXPECT_THAT(make_huge("long.trace", first_line_of_traces), test::IsGolden());
}

TEST_F(TraceFile, AnEmptyTraceIsATraceToo) { value_of(parse_trace(trace_bytes(Trace()), "t")); }

TEST_F(TraceFile, TheFirstLinesSayWhatItIs) {
  const std::string bytes = trace_bytes(small_trace());
  EXPECT_TRUE(
      bytes.starts_with("locklab-trace 1\n{\"info\":{\"scenario\":\"F06_pause_past_ttl/fenced\""));
  EXPECT_THAT(bytes, HasSubstr("{\"name\":\"value\",\"offset\":8,\"type\":\"i64\"}"));
}

/// Later versions may add kinds of events anywhere in the list.
TEST_F(TraceFile, EventsAreWhatTheFileCallsThem) {
  const std::string bytes = trace_bytes(small_trace());
  const auto renamed = [&bytes](const std::string& from, const std::string& to) {
    std::string other = bytes;
    const std::size_t at = other.find(from, other.find("\"kinds\""));
    return again_summed(other.replace(at, from.size(), to));
  };
  const Trace trace =
      value_of(parse_trace(renamed(R"("acquired","entered")", R"("entered","acquired")"), "t"));
  const Trace original = small_trace();
  ASSERT_EQ(trace.size(), original.size());
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const EventKind kind = original[i].kind;
    EXPECT_EQ(trace[i].kind, kind == EventKind::acquired  ? EventKind::entered
                             : kind == EventKind::entered ? EventKind::acquired
                                                          : kind);
  }
  EXPECT_THAT(problem_in(parse_trace(renamed("\"pushed\"", "\"thrown\""), "t")), test::IsGolden());
}

TEST_F(TraceFile, CutOffAtAnyByteItIsAProblem) {
  const std::string bytes = trace_bytes(small_trace());
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    ASSERT_FALSE(problem_in(parse_trace(bytes.substr(0, n), "t")).empty()) << n;
    if (n < 24) continue;
    // Also with a checksum that matches the remaining bytes.
    ASSERT_FALSE(problem_in(parse_trace(again_summed(bytes.substr(0, n)), "t")).empty()) << n;
  }
}

TEST_F(TraceFile, AnyFlippedByteIsNoticed) {
  const std::string bytes = trace_bytes(small_trace());
  RandomBits random(7);
  for (int i = 0; i < 2000; ++i) {
    std::string garbled = bytes;
    garbled[random.below(bytes.size())] ^= static_cast<char>(1 + random.below(255));
    ASSERT_FALSE(problem_in(parse_trace(garbled, "t")).empty());
  }
}

TEST_F(TraceFile, ForgedBytesNeverGiveAnUnusableTrace) {
  // With a valid checksum a changed byte may go unnoticed; whatever loads must then be safe to
  // read.
  const std::string bytes = trace_bytes(small_trace());
  RandomBits random(8);
  for (int i = 0; i < 5'000; ++i) {
    std::string forged = bytes;
    for (std::uint64_t flips = 1 + random.below(3); flips > 0; --flips)
      forged[random.below(bytes.size())] = static_cast<char>(random.below(256));
    const auto loaded = parse_trace(again_summed(forged), "t");
    const auto* trace = std::get_if<Trace>(&loaded);
    if (!trace) continue;
    for (std::size_t k = 0; k < trace->size(); ++k) {
      const Event& e = (*trace)[k];
      ASSERT_LT(e.kind, EventKind::count_);
      if (e.kind != EventKind::sent) continue;
      ASSERT_GE(trace->words(e).size(), 1u);
    }
    trace->hash();
  }
}

TEST_F(TraceFile, ImpossibleEventsAreNamed) {
  const std::pair<const char*, void (*)(Event&, Trace&)> changes[] = {
      {"client", [](Event& e, Trace&) { e.client = ClientId{2}; }},
      {"no client", [](Event& e, Trace&) { e.client = no_client; }},
      {"kind", [](Event& e, Trace&) { e.kind = EventKind::count_; }},
      {"at", [](Event& e, Trace&) { e.at = INT64_MAX; }},
      {"node", [](Event& e, Trace&) { e.node = NodeId{2}; }},
      {"key", [](Event& e, Trace&) { e.key = 9; }},
      {"place", [](Event& e, Trace&) { e.place = 9; }},
      {"message", [](Event& e, Trace&) { e.message = 0xffffffff; }},
      {"unused", [](Event& e, Trace&) { e.unused = 1; }},
      {"reason", [](Event& e, Trace&) { e.reason = reason_of(Refusal::taken); }},
      {"standing", [](Event& e, Trace&) { e.standing = 2; }},
      {"detail",
       [](Event& e, Trace&) {
         e.kind = EventKind::released;
         e.detail = 200;
       }},
      {"words", [](Event& e, Trace& trace) {
         e.kind = EventKind::sent;
         e.node = NodeId{0};
         e.text = trace.keep(
             "\xff\xff\xff\x7f"
             "GET");
       }}};
  for (const auto& [name, change] : changes) {
    Trace trace = small_trace();
    Event e = event(2000, EventKind::entered, 0);
    change(e, trace);
    trace.add(e);
    EXPECT_THAT(problem_in(parse_trace(trace_bytes(trace), "t")), test::IsGolden(name));
  }
  Trace possible = small_trace();
  possible.add(event(2000, EventKind::entered, 0));
  value_of(parse_trace(trace_bytes(possible), "t"));
}

TEST_F(TraceFile, ATimeThatFallsIsNamed) {
  // A Trace cannot hold one (TraceDeathTest), so the bytes are changed.
  Trace trace = small_trace();
  trace.add(event(2000, EventKind::entered, 0));
  std::string bytes = trace_bytes(trace);
  const std::int64_t late = 2000;
  const std::int64_t early = 4;
  const std::string_view as_bytes(reinterpret_cast<const char*>(&late), sizeof late);
  const std::size_t at = bytes.find(as_bytes);
  ASSERT_NE(at, std::string::npos);
  bytes.replace(at, sizeof early, reinterpret_cast<const char*>(&early), sizeof early);
  EXPECT_THAT(problem_in(parse_trace(again_summed(bytes), "t")), test::IsGolden());
}

TEST_F(TraceFile, ALargeClaimIsRefusedBeforeMemoryIsTaken) {
  std::string bytes = trace_bytes(small_trace());
  const std::size_t at = bytes.find("\"events\":5");
  ASSERT_NE(at, std::string::npos);
  bytes.replace(at, 10, "\"events\":999999999999");
  EXPECT_THAT(problem_in(parse_trace(again_summed(bytes), "t")), test::IsGolden());
}

TEST_F(TraceFile, ARateLimiterWithoutAWindowIsRefused) {
  Trace trace = small_trace();
  trace.info.quota_limit = 2;
  EXPECT_THAT(problem_in(parse_trace(trace_bytes(trace), "t")), test::IsGolden());
  trace.info.quota_window_us = 1;
  value_of(parse_trace(trace_bytes(trace), "t"));
}

TEST_F(TraceFile, OtherFilesAreCalledWhatTheyAre) {
  std::ofstream(path("note.txt")) << "hello, this is no trace";
  std::ofstream(path("later")) << "locklab-trace 2\n and so on";
  for (const std::string& file : {path("note.txt"), path("later"), path("absent"),
                                  folder_.path().string(), std::string("/dev/zero")})
    EXPECT_THAT(problem_in(load_trace(file)), test::IsGolden());
}

/// Saves a small trace at this path. Returns the problem; empty if it was saved.
Sentence problem_of_saving(const std::string& path) {
  const auto problem = save_trace(small_trace(), path);
  return problem ? sentence(*problem) : Sentence();
}

TEST_F(TraceFile, AFullDiskIsSaid) {
  EXPECT_THAT(problem_of_saving("/dev/full"), test::IsGolden());
  struct stat status {};
  ASSERT_EQ(::stat("/dev/full", &status), 0);
  EXPECT_TRUE(S_ISCHR(status.st_mode)) << "the device was replaced by a file";
}

TEST_F(TraceFile, NothingHalfWrittenIsLeftWhenSavingFails) {
  std::ofstream(path("t.trace")) << "an older trace";
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit tiny{100, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &tiny), 0);
  const Sentence problem = problem_of_saving(path("t.trace"));
  ::setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_THAT(problem, test::IsGolden());
  EXPECT_EQ(files(), std::vector<std::string>{"t.trace"});
  std::string kept;
  std::getline(std::ifstream(path("t.trace")), kept);
  EXPECT_EQ(kept, "an older trace");
}

TEST_F(TraceFile, AMissingFolderIsSaid) {
  EXPECT_THAT(problem_of_saving(path("no/such/t.trace")), test::IsGolden());
  EXPECT_THAT(files(), IsEmpty());
}

TEST_F(TraceFile, ALinkStaysALink) {
  std::ofstream(path("real.trace")) << "old";
  fs::create_symlink(path("real.trace"), path("link.trace"));
  ASSERT_EQ(save_trace(small_trace(), path("link.trace")), std::nullopt);
  EXPECT_TRUE(fs::is_symlink(path("link.trace")));
  value_of(load_trace(path("real.trace")));
}

TEST_F(TraceFile, AMillionEventsLoadQuickly) {
  Trace trace = small_trace();
  for (std::uint32_t i = 0; i < 1'000'000; ++i)
    trace.add(sent(trace, 1000 + i, set_nx_px("locklab:lock", "0123456789abcdef", 50ms), i + 1));
  const std::string bytes = trace_bytes(trace);
  // Processor time, because the machine may be busy.
  const std::clock_t begin = std::clock();
  const Trace loaded = value_of(parse_trace(bytes, "t"));
  const std::clock_t took = std::clock() - begin;
  EXPECT_EQ(loaded.hash(), trace.hash());
  EXPECT_LT(took, 2 * CLOCKS_PER_SEC);
  // Far from what is refused as made to fill memory, though its events are as regular as can be.
  EXPECT_GT(compressed(bytes)->size(), bytes.size() / 64);
}

// Recorded before events had reasons: a restart, a resume and a heal without effect, and a crash of
// a crashed client.
TEST_F(TraceFile, OfAnEarlierVersionSaysWhatItLacksAndKeepsItsReasons) {
  const Trace trace = value_of(load_trace(LOCKLAB_SOURCE_DIR "/tests/golden/earlier.trace"));
  EXPECT_TRUE(trace.info.is_earlier);
  std::size_t refused = 0;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if (trace[i].kind != EventKind::refused) continue;
    ++refused;
    EXPECT_EQ(refusal_of(trace[i].reason), Refusal::taken);
  }
  EXPECT_GT(refused, 0u);
  EXPECT_TRUE(value_of(parse_trace(trace_bytes(trace), "again")).info.is_earlier);
}

}  // namespace
}  // namespace locklab::sim
