// The story of a branch is never false for that run.
#include "app/changes/run_story.h"

#include <gmock/gmock.h>

#include "app/timeline/words/fault_words.h"
#include "sim/world/simulate.h"
#include "tests/support/golden_text.h"
#include "tests/support/opened_run.h"

namespace locklab::app {
namespace {

using test::opened;

sim::StoryText in_english(const ShownRun& run) {
  return story_of(run, Words::in(Language::english));
}
sim::StoryText in_chinese(const ShownRun& run) {
  return story_of(run, Words::in(Language::chinese));
}

std::vector<std::string> titles(const ShownRun& run) {
  return {in_english(run).title, in_chinese(run).title};
}

TEST(RunStory, TheScenarioAsItIsWrittenKeepsItsOwn) {
  for (const char* name : {"F12", "F06/fenced"}) {
    const ShownRunPtr run = opened(name);
    EXPECT_TRUE(keeps_story(*run)) << name;
    EXPECT_EQ(in_english(*run).title, run->judged.scenario.title);
    EXPECT_EQ(in_chinese(*run).story, run->judged.scenario.story);
  }
}

TEST(RunStory, AChangeThatRepeatsWhatTheScenarioSaysChangesNothing) {
  for (const char* name : {"F01 strategy=setnx_del", "F02/connection_cut strategy=setnx_expire",
                           "F06 set={ttl_ms=300}", "F06 strategy=set_px_lua set={ttl_ms=300}"}) {
    const ShownRunPtr run = opened(name);
    EXPECT_TRUE(keeps_story(*run)) << name;
    EXPECT_EQ(in_english(*run).title, run->told.title) << name;
    EXPECT_FALSE(in_chinese(*run).story.empty()) << name;
  }
}

TEST(RunStory, ACrashInF12TakesItsStoryAway) {
  const ShownRunPtr run = opened("F12 fault={at_ms=3, crash={client=\"alice\"}}");
  ASSERT_FALSE(run->judged.scenario.story.empty());
  EXPECT_TRUE(in_english(*run).story.empty());
  EXPECT_THAT(titles(*run), test::IsGolden());
}

// A run of the matrix or of the search has no scenario story to branch from.
TEST(RunStory, ARunOfTheMatrixIsTitledByItsLockAndItsFaults) {
  for (const char* name :
       {"bare strategy=set_px_lua fault={at_ms=3, pause={client=\"alice\", ms=10}}",
        "bare strategy=none",
        "bare strategy=setnx_del fault={at_ms=3, crash={client=\"alice\"}} "
        "fault={at_ms=4, crash={client=\"bob\"}} fault={at_ms=5, jump={node=\"n1\", ms=10}}",
        "bare"})
    EXPECT_THAT(titles(*opened(name)), test::IsGolden(name));
}

// The name has a fault kind that no longer exists, so the changes cannot be described.
TEST(RunStory, ARecordingOfTheSimulatorIsNotTakenForALiveRun) {
  for (const char* world : {"simulated", "live"}) {
    sim::Trace trace = sim::simulate(opened("F06")->judged.scenario);
    trace.info.run = "F06_pause_past_ttl fault={at_ms=3, sleep={node=\"n1\", ms=5}}";
    trace.info.world = world;
    EXPECT_THAT(titles(*make_recorded_run(sim::Library(), std::move(trace))),
                test::IsGolden(world));
  }
}

TEST(RunStory, TheDeathOfAMasterBelongsToItsFailover) {
  sim::Fault kill;
  kill.kind = sim::FaultKind::kill;
  sim::Fault promote;
  promote.kind = sim::FaultKind::promote;
  sim::Fault restart;
  restart.kind = sim::FaultKind::restart;
  EXPECT_THAT(fault_kinds({kill, promote, restart}), test::IsGolden());
}

TEST(RunStory, SaysEachKindOfChange) {
  for (const char* name :
       {"F06 set={ttl_ms=600}", "F06/fenced set={ttl_ms=600}", "F06 strategy=redlock",
        "F06 set={client={alice={work_ms=80}}}", "F06 set={clients=3}",
        "F06 set={fault={pause={pause={client=\"alice\", ms=10}}}}",
        "F06 set={ttl_ms=600, latency_ms=2, retry_delay_ms=40}"})
    EXPECT_THAT(titles(*opened(name)), test::IsGolden(name));
}

TEST(RunStory, WithAnotherSeedItIsKeptAsLongAsItComesOutAsTold) {
  for (int seed = 2; seed < 30; ++seed) {
    const ShownRunPtr run = opened("F06 seed=" + std::to_string(seed));
    EXPECT_EQ(keeps_story(*run), run->judged.as_expected()) << seed;
  }
  const ShownRunPtr other = opened("F06 seed=2");
  auto surprised = std::make_shared<ShownRun>();
  surprised->told = other->told;
  surprised->judged.scenario = other->judged.scenario;
  surprised->judged.name = other->judged.name;
  surprised->name = other->name;
  surprised->judged.surprises = {Sentence::name("it was kept")};
  EXPECT_FALSE(keeps_story(*surprised));
  EXPECT_THAT(titles(*surprised), test::IsGolden());
}

}  // namespace
}  // namespace locklab::app
