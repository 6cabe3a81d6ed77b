// The form of a load is checked field by field.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "app/workshop/load_work.h"
#include "tests/support/golden_text.h"

namespace locklab::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> wrong_in(const StressForm& form) {
  std::vector<std::string> options;
  for (const auto& [option, words] : mistakes_of(form)) options.push_back(option);
  return options;
}

TEST(ShownLoad, HasTheViolationsOfLocksWithoutCriticalSections) {
  StressResult result;
  result.work.strategy = find_strategy("rate_limit_naive");
  result.admissions.too_many = 7;
  EXPECT_EQ(shown_load(std::make_shared<const StressResult>(result)).violations_so_far, 7u);
}

TEST(LoadForm, AsItBeginsItIsRight) { EXPECT_THAT(wrong_in(StressForm()), IsEmpty()); }

TEST(LoadForm, EachMistakeIsSaidAtItsOwnField) {
  StressForm form;
  form.strategies = {"redlock", "watchdog"};
  form.threads = "0";
  form.seed = "-1";
  form.replicas = "10";
  form.set_switch("redlock", "drift_ms", "never");
  form.set_switch("redlock", "order", "parallel");
  form.set_switch("watchdog", "lease_ms", "1.5");
  EXPECT_THAT(wrong_in(form), ElementsAre("--replicas", "--seed", "--set redlock drift_ms",
                                          "--set watchdog lease_ms", "--threads"));
}

TEST(LoadForm, ASwitchOfALockThatIsNotChosenIsNoMistake) {
  StressForm form;
  form.set_switch("redlock", "drift_ms", "never");
  EXPECT_THAT(wrong_in(form), IsEmpty());
}

TEST(LoadForm, WhatDoesNotGoTogetherIsSaidAtTheFieldThatCanMendIt) {
  StressForm form;
  form.threads = "65";
  EXPECT_THAT(wrong_in(form), ElementsAre("--threads")) << "there are 64 clients";
  form.threads = "1";
  form.strategies = {"set_wait"};
  form.replicas = "1";
  EXPECT_THAT(wrong_in(form), IsEmpty());
  form.set_switch("set_wait", "replicas", "2");
  EXPECT_THAT(wrong_in(form), ElementsAre("--replicas"));
  EXPECT_THAT(mistakes_of(form).begin()->second, test::IsGolden());
  form.replicas.clear();
  EXPECT_THAT(wrong_in(form), IsEmpty()) << "it gets as many as it waits for";
}

TEST(LoadForm, ALockThatAClusterCannotBearIsSaidAtTheServers) {
  StressForm form;
  form.cluster = true;
  form.servers = 3;
  EXPECT_THAT(wrong_in(form), IsEmpty());
  form.strategies = {"redlock"};
  EXPECT_THAT(wrong_in(form), ElementsAre("--cluster"));
}

TEST(LoadForm, ServersThatAreNotNamedYetAreAskedFor) {
  StressForm form;
  form.own = false;
  EXPECT_EQ(mistakes_of(form),
            (StressMistakes{{"--redis", say("name at least one server, such as 127.0.0.1:6379")}}));
  form.named = "127.0.0.1:6379,";
  EXPECT_THAT(wrong_in(form), ElementsAre("--redis"));
}

TEST(LoadName, IsInTheLanguageOfTheWindowAlsoOfACluster) {
  const std::string label = "set_px_lua (cluster of 3) (fsync always)";
  EXPECT_THAT((std::vector{load_name(Words::in(Language::english), label),
                           load_name(Words::in(Language::chinese), label)}),
              test::IsGolden());
}

TEST(LoadForm, WhatOnlyServersOfTheLabCanBeGivenIsNotAskedOfOthers) {
  StressForm form;
  form.own = false;
  form.named = "127.0.0.1:6379";
  form.replicas = "many";
  form.fsync = {"always"};
  EXPECT_THAT(wrong_in(form), IsEmpty());
}

}  // namespace
}  // namespace locklab::app
