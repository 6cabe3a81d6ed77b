#include "sim/trace/trace.h"

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "lock/scripts.h"
#include "sim/trace/trace_bytes.h"

namespace locklab::sim {
namespace {

TEST(Trace, KeepsEveryEventAcrossItsBlocks) {
  Trace trace;
  for (int i = 0; i < 100'000; ++i) trace.add({.at = i});
  ASSERT_EQ(trace.size(), 100'000u);
  for (std::size_t i = 0; i < trace.size(); ++i)
    ASSERT_EQ(trace[i].at, static_cast<std::int64_t>(i));
}

TEST(TraceDeathTest, ATimeThatFallsEndsTheProgramBeforeSuchATraceIsWritten) {
  Trace trace;
  EXPECT_DEATH(trace.add({.at = -1}), "at >= last_at_ does not hold: -1 and 0");
  trace.add({.at = 7});
  trace.add({.at = 7});
  EXPECT_DEATH(trace.add({.at = 6}), "at >= last_at_ does not hold: 6 and 7");
}

TEST(Trace, KeepsTextsOfAnyLengthAndNeverMovesThem) {
  Trace trace;
  const std::uint32_t small = trace.keep("small");
  const std::string_view seen = trace.text(small);
  std::vector<std::pair<std::uint32_t, std::string>> kept;
  for (std::size_t length : {0, 1, 3, 4, 5, 1'000'000, 1'048'572, 1'048'573, 3'000'000, 7}) {
    std::string text(length, static_cast<char>('a' + length % 26));
    kept.emplace_back(trace.keep(text), text);
  }
  for (const auto& [at, text] : kept) EXPECT_EQ(trace.text(at), text) << text.size();
  EXPECT_EQ(seen, "small");
  EXPECT_EQ(trace.text(no_text), "");
}

/// A trace whose events and texts fill more than one block, with one text larger than a block.
Trace of_many_blocks() {
  Trace trace;
  trace.info.scenario = "a scenario";
  trace.info.clients = {"alice"};
  for (int i = 0; i < 70'000; ++i) {
    trace.add({.at = i,
               .text = trace.keep(std::string(i == 50'000 ? 5'000'000 : i % 90, 'x')),
               .key = trace.name_id("key" + std::to_string(i % 7)),
               .place = trace.place_id(Place{"a_file.cpp", static_cast<std::uint32_t>(i % 3)})});
  }
  return trace;
}

TEST(Trace, ACopyIsTheSameToTheByteAndStaysSoWhileTheFirstGoesOn) {
  Trace empty;
  EXPECT_EQ(trace_bytes(empty.copy()), trace_bytes(empty));

  Trace trace = of_many_blocks();
  const std::string bytes = trace_bytes(trace);
  const Trace copy = trace.copy();
  EXPECT_TRUE(trace_bytes(copy) == bytes);
  EXPECT_TRUE(trace_bytes(copy.copy()) == bytes);
  trace.mention(scripts::release_if_owner);
  trace.add({.at = 70'000, .text = trace.keep("one more")});
  EXPECT_FALSE(trace_bytes(trace) == bytes);
  EXPECT_TRUE(trace_bytes(copy) == bytes);
}

TEST(Trace, ACopyCanGoOnLikeTheFirst) {
  for (const std::size_t last : {std::size_t{10}, std::size_t{3'000'000}}) {
    Trace trace = of_many_blocks();
    trace.add({.at = 70'000, .text = trace.keep(std::string(last, 'y'))});
    Trace copy = trace.copy();
    for (Trace* each : {&trace, &copy})
      each->add(
          {.at = 70'001, .text = each->keep("one more"), .key = each->name_id("another key")});
    EXPECT_TRUE(trace_bytes(copy) == trace_bytes(trace));
    EXPECT_EQ(copy.text(copy.back()), "one more");
    EXPECT_EQ(copy.text(copy[70'000]).size(), last);
  }
}

TEST(Trace, GivesTheSameNumberForTheSameName) {
  Trace trace;
  for (int round = 0; round < 2; ++round)
    for (int i = 0; i < 2000; ++i) EXPECT_EQ(trace.name_id("locklab:key" + std::to_string(i)), i);
  EXPECT_EQ(trace.name_of(1999), "locklab:key1999");
  EXPECT_EQ(trace.name_of(no_name), "");
}

TEST(Trace, NamesBeyondThoseThatItTellsApartShareOneNumber) {
  Trace trace;
  for (int i = 0; i < shared_name; ++i) ASSERT_EQ(trace.name_id("k" + std::to_string(i)), i);
  EXPECT_FALSE(trace.shares_names());
  EXPECT_EQ(trace.name_id("one more"), shared_name);
  EXPECT_EQ(trace.name_id("and another"), shared_name);
  EXPECT_TRUE(trace.shares_names());
  EXPECT_EQ(trace.name_of(shared_name), "…");
  EXPECT_EQ(trace.name_id("k65533"), 65'533);  // known names keep their ids
  EXPECT_EQ(trace.names().size(), 65'535u);
}

TEST(Trace, PlacesBeyondThoseThatItTellsApartAreNone) {
  Trace trace;
  trace.set_places(std::vector<Place>(no_name, Place{"somewhere.cpp", 1}));
  EXPECT_EQ(trace.place_id(SourcePlace::current()), no_name);
}

TEST(Trace, HashesWhatHappenedAndNotWhereTheSourceStands) {
  Trace one;
  Trace other;
  one.add({.at = 5, .text = one.keep("hello"), .place = one.place_id(SourcePlace::current())});
  other.keep("something kept before");
  other.add({.at = 5, .text = other.keep("hello")});
  EXPECT_EQ(one.hash(), other.hash());
  other.add({.at = 6});
  EXPECT_NE(one.hash(), other.hash());
}

TEST(Trace, TellsADifferentTextFromAnEqualOne) {
  Trace one;
  Trace other;
  one.add({.at = 1, .text = one.keep("x")});
  other.add({.at = 1, .text = other.keep("y")});
  EXPECT_NE(one.hash(), other.hash());
}

TEST(Trace, MentionsAScriptOnce) {
  Trace trace;
  trace.mention(scripts::release_if_owner);
  trace.mention(scripts::release_if_owner);
  ASSERT_EQ(trace.info.scripts.size(), 1u);
  EXPECT_EQ(trace.info.scripts[0].name, "release_if_owner");
}

TEST(Trace, TenMillionEventsStayUnderOneGigabyte) {
  // 56 bytes per event, and a command's text for every third one.
  Trace trace;
  const std::string words(56, 'w');
  for (int i = 0; i < 300'000; ++i) {
    trace.add({.at = i, .text = i % 3 == 0 ? trace.keep(words) : no_text});
  }
  EXPECT_LT(trace.memory() / 300'000 * 10'000'000, 1'000'000'000u);
}

}  // namespace
}  // namespace locklab::sim
