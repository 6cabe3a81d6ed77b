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

Event event_at(std::int64_t at) {
  Event event;
  event.at = at;
  return event;
}

TEST(Trace, KeepsEveryEventAcrossItsBlocks) {
  Trace trace;
  for (int i = 0; i < 100'000; ++i) trace.add(event_at(i));
  ASSERT_EQ(trace.size(), 100'000u);
  for (std::size_t i = 0; i < trace.size(); ++i)
    ASSERT_EQ(trace[i].at, static_cast<std::int64_t>(i));
}

TEST(TraceDeathTest, ATimeThatFallsEndsTheProgramBeforeSuchATraceIsWritten) {
  Trace trace;
  EXPECT_DEATH(trace.add(event_at(-1)), "event 0 of the trace is at -1 us, after one at 0 us");
  trace.add(event_at(7));
  trace.add(event_at(7));
  EXPECT_DEATH(trace.add(event_at(6)), "event 2 of the trace is at 6 us, after one at 7 us");
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

/// A trace whose events and texts fill more than one block, with a text that is larger than one.
Trace of_many_blocks() {
  Trace trace;
  trace.info.scenario = "a scenario";
  trace.info.clients = {"alice"};
  for (int i = 0; i < 70'000; ++i) {
    Event event = event_at(i);
    event.key = trace.name_id("key" + std::to_string(i % 7));
    event.place = trace.place_id(Place{"a_file.cpp", static_cast<std::uint32_t>(i % 3)});
    event.text = trace.keep(std::string(i == 50'000 ? 5'000'000 : i % 90, 'x'));
    trace.add(event);
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
  Event next = event_at(70'000);
  next.text = trace.keep("one more");
  trace.add(next);
  EXPECT_FALSE(trace_bytes(trace) == bytes);
  EXPECT_TRUE(trace_bytes(copy) == bytes);
}

TEST(Trace, ACopyCanGoOnLikeTheFirst) {
  for (const std::size_t last : {std::size_t{10}, std::size_t{3'000'000}}) {
    Trace trace = of_many_blocks();
    Event large = event_at(70'000);
    large.text = trace.keep(std::string(last, 'y'));
    trace.add(large);
    Trace copy = trace.copy();
    for (Trace* each : {&trace, &copy}) {
      Event next = event_at(70'001);
      next.key = each->name_id("another key");
      next.text = each->keep("one more");
      each->add(next);
    }
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
  EXPECT_EQ(trace.name_id("k65533"), 65'533);  // whoever has a number keeps it
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
  Event a = event_at(5);
  a.text = one.keep("hello");
  a.place = one.place_id(SourcePlace::current());
  Event b = event_at(5);
  other.keep("something kept before");
  b.text = other.keep("hello");
  one.add(a);
  other.add(b);
  EXPECT_EQ(one.hash(), other.hash());
  other.add(event_at(6));
  EXPECT_NE(one.hash(), other.hash());
}

TEST(Trace, TellsADifferentTextFromAnEqualOne) {
  Trace one;
  Trace other;
  Event event = event_at(1);
  event.text = one.keep("x");
  one.add(event);
  event.text = other.keep("y");
  other.add(event);
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
  // 56 bytes an event, and a command's words for about every third one.
  Trace trace;
  const std::string words(56, 'w');
  for (int i = 0; i < 300'000; ++i) {
    Event event = event_at(i);
    if (i % 3 == 0) event.text = trace.keep(words);
    trace.add(event);
  }
  EXPECT_LT(trace.memory() / 300'000 * 10'000'000, 1'000'000'000u);
}

}  // namespace
}  // namespace locklab::sim
