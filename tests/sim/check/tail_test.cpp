// A trace without its beginning is judged as the whole run was.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/check/check.h"
#include "sim/check/checker.h"
#include "sim/world/simulate.h"
#include "tests/support/read.h"
#include "tests/support/shipped_runs.h"
#include "tests/support/small_world.h"

namespace locklab::sim {
namespace {

std::uint32_t broken_by(const std::vector<Verdict>& verdicts) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < verdicts.size(); ++i)
    if (verdicts[i].kept == Kept::broken) bits |= 1u << i;
  return bits;
}

void add_copy(Trace& to, const Trace& whole, std::size_t i) {
  Event event = whole[i];
  if (event.text != no_text) event.text = to.keep(whole.text(event));
  to.add(event);
}

/// The trace from event `first` on, with the properties that the whole run broke.
Trace tail_of(const Trace& whole, std::size_t first, std::uint32_t broken) {
  Trace tail;
  tail.info = whole.info;
  tail.info.initial_value.reset();
  tail.info.omitted = first;
  tail.info.broken = broken;
  tail.set_names(whole.names());
  for (std::size_t i = first; i < whole.size(); ++i) add_copy(tail, whole, i);
  return tail;
}

Trace trace_of(const std::string& name) { return simulate(run_named(name).scenario, name); }

TEST(CutShort, LeavesOpenWhatItKeptAndStillBreaksWhatItBroke) {
  for (const std::string& name : shipped_runs()) {
    Trace trace = trace_of(name);
    const std::vector<Verdict> whole = check(trace);
    trace.info.cut_short = true;
    const std::vector<Verdict> open = check(trace);
    for (std::size_t i = 0; i < whole.size(); ++i) {
      EXPECT_EQ(open[i].property, whole[i].property);
      EXPECT_EQ(open[i].promised, whole[i].promised);
      const Kept left = whole[i].kept == Kept::kept ? Kept::not_applicable : whole[i].kept;
      EXPECT_EQ(open[i].kept, left) << name << ": " << open[i].why;
      EXPECT_FALSE(open[i].why.empty());
    }
  }
}

TEST(Tail, BreaksWhatTheWholeRunBrokeAndNothingElse) {
  const std::vector<std::string> names = shipped_runs();
  ASSERT_GT(names.size(), 60u);
  std::size_t seen_again = 0;
  for (const std::string& name : names) {
    const Trace whole = trace_of(name);
    const std::vector<Verdict> all = check(whole);
    const std::size_t step = std::max<std::size_t>(1, whole.size() / 20);
    for (std::size_t first = step; first < whole.size(); first += step) {
      const Trace tail = tail_of(whole, first, broken_by(all));
      const std::vector<Verdict> some = check(tail);
      ASSERT_EQ(broken_by(some), broken_by(all)) << name << " from " << first;
      for (std::size_t p = 0; p < all.size(); ++p) {
        EXPECT_EQ(some[p].property, all[p].property);
        EXPECT_EQ(some[p].promised, all[p].promised);
        EXPECT_LT(some[p].event.value_or(0), tail.size());
      }
      // An overlap is found again if both clients entered within the tail.
      const Verdict& inside = all[static_cast<std::size_t>(Property::mutual_exclusion)];
      if (inside.kept != Kept::broken || *inside.other < first) continue;
      ++seen_again;
      EXPECT_EQ(*some.front().event + first, *inside.event) << name << " from " << first;
    }
  }
  EXPECT_GT(seen_again, 20u);
}

/// A ring may have dropped events that a check still refers to.
TEST(Tail, ChecksOverARingFindWhatChecksOverTheWholeRunFind) {
  for (const bool pauses : {false, true}) {
    Scenario scenario = small_world(pauses ? "set_px_del" : "set_px_lua", 3);
    for (ClientSpec& client : scenario.clients) client.rounds = 2'000;
    if (pauses)
      scenario.faults.push_back(pause_at(EventKind::entered, ClientId{0}, 300, ClientId{0}, 10s));
    const Trace whole = simulate(scenario, "long");
    ASSERT_GT(whole.size(), 100'000u);
    Trace ring;
    ring.info = whole.info;
    ring.keep_last(1'000);
    ring.set_names(whole.names());
    Checker checker(ring.info);
    for (std::size_t i = 0; i < whole.size(); ++i) {
      add_copy(ring, whole, i);
      checker.on(ring, i);
    }
    ASSERT_GT(ring.first(), 0u);
    const std::uint32_t broken = broken_by(check(whole));
    EXPECT_EQ(Properties(broken).has(Property::mutual_exclusion), pauses);
    EXPECT_EQ(checker.broken(whole.back().at).bits() & whole.info.promises,
              broken & whole.info.promises);
    EXPECT_EQ(broken_by(check(ring.tail(broken))), broken);
  }
}

TEST(Tail, SaysWhatCannotBeJudgedAnyMore) {
  const Trace whole = trace_of("F36_hung_worker");
  const std::vector<Verdict> all = check(whole);
  const auto stuck = static_cast<std::size_t>(Property::no_deadlock);
  ASSERT_NE(all[stuck].kept, Kept::broken);
  bool said = false;
  for (std::size_t first = 1; first < whole.size(); first += 5) {
    const Verdict verdict = check(tail_of(whole, first, broken_by(all)))[stuck];
    said |= verdict.kept == Kept::not_applicable &&
            verdict.why.find("were not kept") != std::string::npos;
  }
  EXPECT_TRUE(said) << "who was inside before the first event still is";
}

}  // namespace
}  // namespace locklab::sim
