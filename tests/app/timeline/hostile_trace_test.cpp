// Any trace that loads is safe to judge and to draw, whatever its events claim.
#include <gtest/gtest.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstring>

#include "app/export/page.h"
#include "app/export/svg.h"
#include "app/timeline/shown_run.h"
#include "app/timeline/text/chrome_trace.h"
#include "app/timeline/text/text_timeline.h"
#include "sim/check/check.h"
#include "sim/trace/trace_bytes.h"
#include "sim/world/dice.h"
#include "tests/support/forged_trace.h"
#include "tests/support/mutated_trace.h"

namespace locklab::app {
namespace {

std::string plain_trace() {
  Forged f;
  f.clients({"alice", "bob"}).nodes({"n1", "n2"});
  for (int i = 1; i <= 4; ++i) {
    f.at(i * 10ms).by(i % 2 ? "bob" : "alice").on("n1").attempt();
    f.exchange(f.claim(), Reply::status("OK"), sim::EventKind::key_set).acquired(48ms).entered();
    f.on("stock").exchange(Command("READ").add("stock"), Reply::number(10)).left();
    f.on("n2")
        .exchange(del("locklab:lock"), Reply::number(1), sim::EventKind::key_deleted)
        .released();
  }
  return sim::trace_bytes(f.trace());
}

std::string forged(std::string bytes, sim::RandomBits& random) {
  // Changes bytes after the header, where most of them belong to events, and fixes the checksum.
  const std::size_t records = bytes.find("}\n") + 2;
  for (std::uint64_t flips = 1 + random.below(8); flips > 0; --flips)
    bytes[records + random.below(bytes.size() - records)] = static_cast<char>(random.below(256));
  const std::uint64_t sum = XXH3_64bits(bytes.data(), bytes.size() - 8);
  std::memcpy(bytes.data() + bytes.size() - 8, &sum, 8);
  return bytes;
}

TEST(HostileTrace, IsJudgedAndDrawnWithoutHarm) {
  const std::string bytes = plain_trace();
  sim::RandomBits random(11);
  int loaded = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto parsed = sim::parse_trace(forged(bytes, random), "t");
    const sim::Trace* trace = std::get_if<sim::Trace>(&parsed);
    if (!trace) continue;
    ++loaded;
    const auto verdicts = sim::check(*trace);
    for (const bool all : {false, true})
      EXPECT_FALSE(text_timeline(*trace, verdicts, {.all = all}).empty());
    EXPECT_FALSE(chrome_trace(*trace, verdicts).empty());
  }
  EXPECT_GT(loaded, 200) << "so many of the forged traces were worth loading";
}

/// Judges a trace and draws it in every form. Returns the first form that came out empty, or "".
std::string undrawn(sim::Trace trace, const std::vector<TextOptions>& texts) {
  const auto verdicts = sim::check(trace);
  for (const TextOptions& options : texts)
    if (text_timeline(trace, verdicts, options).empty()) return "no timeline";
  if (chrome_trace(trace, verdicts).empty()) return "no trace for a browser";
  const ShownRunPtr run = make_recorded_run(sim::Library(), std::move(trace));
  if (write_page(*run, Language::english).empty()) return "no page";
  return write_svg(*run, Language::chinese).empty() ? "no picture" : "";
}

test::Trial open_and_draw(const test::Pieces& pieces) {
  auto opened = sim::parse_trace(test::bytes_of_trace(pieces), "m.trace");
  auto* trace = std::get_if<sim::Trace>(&opened);
  test::Trial trial;
  trial.read = trial.ran = trace != nullptr;
  if (trace)
    trial.wrong = undrawn(std::move(*trace),
                          {{.width = 60 + pieces.size() % 100, .all = pieces.size() % 2 == 0}});
  return trial;
}

TEST(HostileTrace, IsDrawnWithoutHarmHoweverItWasChanged) {
  const std::vector<test::Pieces> runs = test::short_runs();
  const auto make = [&](std::uint64_t seed) { return test::mutated_trace(runs, seed); };
  test::fuzz_for_a_while({make, open_and_draw, test::shown_trace}, 50);
}

TEST(HostileTrace, MayHaveNamesThatNobodySees) {
  for (const char* name : {"", "\u200b", "\u0301", "\u200d\ufe0f", "\ufeff", " "}) {
    SCOPED_TRACE(testing::PrintToString(name));
    for (int which = 0; which < 4; ++which) {
      sim::Trace trace = std::get<sim::Trace>(sim::parse_trace(plain_trace(), "t"));
      sim::TraceInfo& info = trace.info;
      if (which == 0) info.clients[0] = name;
      if (which == 1) info.nodes[1] = name;
      if (which == 2) info.resource = name;
      if (which == 3) info.clients = {name, name};
      std::vector<TextOptions> texts;
      for (const std::size_t width : {30u, 60u, 100u, 160u})
        for (const bool all : {false, true}) texts.push_back({.width = width, .all = all});
      EXPECT_EQ(undrawn(std::move(trace), texts), "");
    }
  }
}

}  // namespace
}  // namespace locklab::app
