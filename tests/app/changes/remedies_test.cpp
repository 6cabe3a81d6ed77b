// The remedies found for a broken run.
#include "app/changes/remedies.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>

#include "app/runs/judged_run.h"
#include "tests/support/opened_run.h"

namespace locklab::app {
namespace {

using test::opened;
using testing::AllOf;
using testing::AnyOf;
using testing::Contains;
using testing::IsEmpty;
using testing::Not;

std::vector<Remedy> remedies_of(const std::string& name) {
  const std::atomic<bool> stopped{false};
  return find_remedies(sim::Library(), *opened(name), stopped);
}

std::vector<std::string> words(const std::vector<Remedy>& all) {
  std::vector<std::string> out;
  for (const Remedy& one : all)
    out.push_back(one.setting         ? std::string(one.setting->key)
                  : one.title.empty() ? std::string(one.strategy)
                                      : one.title);
  return out;
}

TEST(Remedies, OfAPauseAreALongerLeaseAndFencing) {
  const auto found = remedies_of("F06");
  const auto lease = std::find_if(found.begin(), found.end(), [](const Remedy& one) {
    return one.setting && one.setting->key == "ttl_ms";
  });
  ASSERT_NE(lease, found.end());
  EXPECT_GE(lease->setting->number, 600) << "the lease outlasts the pause";
  EXPECT_LE(lease->setting->number, 700) << "and is the smallest that does";
  EXPECT_EQ(words(found).front(), "fenced") << "what holds in every run comes first";
  EXPECT_THAT(words(found), Not(Contains("setnx_del"))) << "it promises less";
}

/// With a lease of 1250 ms, Bob would have given up before he acquired.
TEST(Remedies, KeepNobodyOutWhoGotIn) {
  const auto found = remedies_of("F11/sentinel");
  EXPECT_THAT(words(found), AllOf(Contains("set_wait"), Not(Contains("ttl_ms"))));
}

/// The settings of the window include neither persistence nor the clock by which keys expire.
TEST(Remedies, AreNodesThatRememberAndWhatTheStoryItselfTells) {
  const auto title_of = [](const std::string& run) { return opened(run)->judged.scenario.title; };
  EXPECT_THAT(words(remedies_of("F13")).front(), test::IsGolden());
  EXPECT_THAT(words(remedies_of("F12")).front(), test::IsGolden());
  EXPECT_THAT(words(remedies_of("F12")), Not(Contains(title_of("F12/smaller_jump"))))
      << "another fault is no remedy";
  EXPECT_THAT(words(remedies_of("F17")), Contains(title_of("F17/saved")));
}

TEST(Remedies, AreNeverWhatNobodyWouldChooseForSafety) {
  for (const std::string& name : library_runs(sim::Library()).names)
    for (const std::string& one : words(remedies_of(name)))
      EXPECT_THAT(one, Not(AnyOf("latency_ms", "retry_delay_ms", "order", "release_all"))) << name;
}

// Checks the claim of every remedy of every story.
TEST(Remedies, KeepWhatTheRunHadBroken) {
  for (const std::string& name : library_runs(sim::Library()).names) {
    const ShownRunPtr broken = opened(name);
    for (const Remedy& remedy : remedies_of(name)) {
      const ShownRunPtr saved = opened(remedy.run);
      for (std::size_t i = 0; i < saved->judged.verdicts.size(); ++i) {
        const sim::Verdict& verdict = saved->judged.verdicts[i];
        const bool left = std::find(remedy.left_broken.begin(), remedy.left_broken.end(),
                                    verdict.property) != remedy.left_broken.end();
        const bool promised = verdict.promised || broken->judged.verdicts[i].promised;
        EXPECT_EQ(promised && verdict.kept == sim::Kept::broken, left) << remedy.run;
      }
    }
  }
}

TEST(Remedies, EndWhenTheyAreStopped) {
  const std::atomic<bool> stopped{true};
  EXPECT_THAT(find_remedies(sim::Library(), *opened("F06"), stopped), IsEmpty());
}

TEST(Remedies, OfARecordingAreNotSought) {
  ShownRun recorded;
  recorded.judged = simulate_and_judge(std::get<sim::OpenedRun>(open_named(sim::Library(), "F06")));
  recorded.recorded = true;
  const std::atomic<bool> stopped{false};
  EXPECT_THAT(find_remedies(sim::Library(), recorded, stopped), IsEmpty());
}

}  // namespace
}  // namespace locklab::app
