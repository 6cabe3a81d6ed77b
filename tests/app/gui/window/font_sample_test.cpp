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

}  // namespace
}  // namespace locklab::app
