// Answers "holds" that were once refuted by a run within the same bounds: each question is asked
// again, and each run is replayed.
#include <gmock/gmock.h>

#include <fmt/format.h>

#include <string>

#include "tests/sim/explore/exploring.h"

namespace locklab::sim {
namespace {

/// A question about two clients, or as many as its settings say.
Question bounds(const char* strategy, const char* faults, const std::string& set,
                Property property) {
  Question question;
  question.strategy = strategy;
  question.faults = faults;
  question.set = set;
  question.property = property;
  return question;
}

/// Checks that the run with these choices and this fault breaks the property, and that the search
/// finds it broken.
void expect_found(const Question& question, const std::string& choices,
                  const std::string& fault = {}) {
  const SearchSpec spec = spec_for(question);
  RunName name = spec.run.name;
  std::string& set = name.changes.set;
  set = fmt::format("{}, choices=\"{}\"}}", set.substr(0, set.rfind('}')), choices);
  if (!fault.empty()) name.changes.faults.push_back(fault);
  const std::string run = to_string(name);
  SCOPED_TRACE("locklab run '" + run + "'");
  const Property property = *question.property;
  EXPECT_EQ(verdict_of(run, property).kept, Kept::broken) << "the run breaks it no more";
  const SearchResult found = search(depth_first(spec));
  const auto& path = found.broken[static_cast<std::size_t>(property)];
  ASSERT_TRUE(path) << name.changes.strategy << " with " << question.faults << " is said to keep "
                    << sim::name(property) << ": " << found.counts.states << " states";
  EXPECT_TRUE(breaking_run(spec, property, *path)) << "what was found breaks nothing";
}

std::string drop_reply(int at_ms) {
  return fmt::format(
      "{{at_ms={}, drop={{client=\"alice\", node=\"n1\", direction=\"replies\", count=1}}}}",
      at_ms);
}

TEST(RefutedAnswers, APauseMayEndWhenTheHolderHasWorked) {
  for (const int work : {15, 16, 17, 18})
    expect_found(bounds("set_px_get_del", "lose=1", fmt::format("work_ms={}", work),
                        Property::owner_only_release),
                 fmt::format("0={}", work - 13), drop_reply(work + 8));
}

TEST(RefutedAnswers, APauseMayEndBeforeTheLeaseDoesSoThatItsRequestMeetsTheEnd) {
  for (const int jitter : {10, 11, 12})
    expect_found(bounds("set_px_lua", "",
                        fmt::format("ttl_ms=10, node_timeout_ms=35, retry_delay_ms=4, "
                                    "retry_jitter_ms={}, work_ms=9, latency_ms=1, wait_ms=17, "
                                    "allow_short_ttl=true",
                                    jitter),
                        Property::no_lost_update),
                 "4:2/2 0=5");
}

TEST(RefutedAnswers, APauseMayEndWhenARequestOfTheSecondRoundArrives) {
  Question question = bounds("setnx_expire", "lose=1",
                             "ttl_ms=20, work_ms=3, node_timeout_ms=5, retry_delay_ms=4, "
                             "retry_jitter_ms=4, wait_ms=57, "
                             "client=[{name=\"alice\"}, {name=\"bob\", start_ms=3}]",
                             Property::mutual_exclusion);
  question.rounds = 2;
  expect_found(question, "1:2/2 0=2", drop_reply(8));
}

TEST(RefutedAnswers, EveryPauseMayBeTheShortest) {
  expect_found(bounds("getset_timestamp", "clock_jump=1",
                      "ttl_ms=20, work_ms=18, retry_delay_ms=2, retry_jitter_ms=10, wait_ms=60",
                      Property::owner_only_release),
               "", "{at_ms=2, jump={client=\"alice\", ms=-21}}");
}

TEST(RefutedAnswers, EveryPauseMayBeTheLongest) {
  std::string choices;
  for (int pause = 0; pause < 8; ++pause)
    choices += fmt::format("{}{}=0.89", pause ? " " : "", pause);
  expect_found(bounds("set_px_get_del", "", "work_ms=94, retry_delay_ms=9.8, retry_jitter_ms=0.89",
                      Property::owner_only_release),
               choices);
}

TEST(RefutedAnswers, AReplicaMayComeBackJustInTimeForTheEndOfWait) {
  for (const Property property : {Property::no_lost_update, Property::mutual_exclusion})
    expect_found(bounds("set_wait", "kill@n2=1", "retry_jitter_ms=0", property), "",
                 "{at_ms=1, kill={node=\"n2\", restart_after_ms=49}}");
}

TEST(RefutedAnswers, LaterPausesReachNothingOncePatienceEnds) {
  expect_found(
      bounds("setnx_del", "hold=1",
             "ttl_ms=30, work_ms=23, node_timeout_ms=7.3, retry_delay_ms=4, retry_jitter_ms=4, "
             "wait_ms=30",
             Property::owner_only_release),
      "0:2/2 1:2/2 0=4 1=3.5 2=4",
      "{at_ms=4, hold={client=\"bob\", node=\"n1\", direction=\"replies\", count=1, ms=52}}");
}

TEST(RefutedAnswers, APauseMayEndWhenADeadNodeIsBack) {
  expect_found(bounds("set_px_lua", "kill=1",
                      "ttl_ms=100, node_timeout_ms=35, retry_delay_ms=5, retry_jitter_ms=4, "
                      "work_ms=10, wait_ms=16",
                      Property::mutual_exclusion),
               "0=4", "{when=\"n1 ran bob's request\", kill={node=\"n1\", restart_after_ms=10}}");
}

// No event marks the time at which a stored deadline passes, and none comes before a client begins.
TEST(RefutedAnswers, OrTheAnswerSaysWhatItLeftOut) {
  const SearchSpec getset =
      spec_for(bounds("getset_timestamp", "", "retry_jitter_ms=5", Property::mutual_exclusion));
  const auto left_out = limit_words(getset, answer(getset, search(depth_first(getset))));
  EXPECT_THAT(left_out, testing::Contains(testing::Property(
                            &Sentence::english, testing::HasSubstr("stored deadline"))));
  const SearchSpec split =
      spec_for(bounds("watchdog", "split_brain=1", "wait_ms=60", Property::mutual_exclusion));
  EXPECT_THAT(ground_words(split),
              testing::Contains(
                  testing::Property(&Sentence::english, testing::HasSubstr("after the clients"))));
}

TEST(RefutedAnswers, AnAttemptWithoutAnAnswerTakesLongerThanTheLastOne) {
  expect_found(bounds("set_px_get_del", "lose=1",
                      "ttl_ms=15, node_timeout_ms=4, retry_delay_ms=4, retry_jitter_ms=0.5, "
                      "work_ms=12, wait_ms=17, client={bob={start_ms=2}}, allow_short_ttl=true",
                      Property::mutual_exclusion),
               "0=0.5 1=0.5",
               "{at_ms=9, drop={client=\"bob\", node=\"n1\", direction=\"replies\", count=1}}");
}

}  // namespace
}  // namespace locklab::sim
