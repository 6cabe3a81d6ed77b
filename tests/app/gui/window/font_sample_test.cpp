#include "app/gui/window/font_sample.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/words/language.h"

namespace locklab::app {
namespace {

TEST(FontSample, HoldsEveryCharacterThatTheProgramSays) {
  const std::string sample = sample_of_all_text({});
  for (const auto& [english, chinese] : chinese_catalogue())
    EXPECT_NE(sample.find(chinese), std::string::npos) << chinese;
}

TEST(FontSample, ATeachersOwnStoryIsAddedOnce) {
  std::string sample;
  ShownRun run;
  run.judged.scenario.story = "Alice has the lock.";
  EXPECT_FALSE(add_texts_of(run, sample));
  run.judged.scenario.story = "小明持有锁。";
  EXPECT_TRUE(add_texts_of(run, sample));
  EXPECT_NE(sample.find("小明"), std::string::npos);
  EXPECT_FALSE(add_texts_of(run, sample));
}

/// Expects each intent of the list that has a problem to add its characters. Returns their number.
template <class... All>
std::size_t expect_problems_added(const TypeList<All...>*) {
  const auto check = [](auto report) -> std::size_t {
    if constexpr (requires { report.problem = Sentence(); }) {
      report.problem = say("cannot write {}", "/home/小明/锁.toml");
      std::string sample;
      EXPECT_TRUE(add_texts_of(Intent(report), sample)) << typeid(report).name();
      EXPECT_EQ(sample, "小明锁");
      return 1;
    } else {
      return 0;
    }
  };
  return (check(All{}) + ... + 0);
}

template <class... Lists>
std::size_t expect_problems_of() {
  return (expect_problems_added(static_cast<const Lists*>(nullptr)) + ... + 0);
}

// Regression: a file that could not be saved was called "/home/??/?.toml" in the toast.
TEST(FontSample, TheProblemOfEveryReportIsAdded) {
  const std::size_t all = expect_problems_of<RunIntents, SearchIntents, StressIntents, FileIntents,
                                             FaultIntents, StepIntents, ViewIntents, LookIntents,
                                             StoryIntents, LessonIntents, NotebookIntents>();
  EXPECT_GE(all, 11u);
}

}  // namespace
}  // namespace locklab::app
