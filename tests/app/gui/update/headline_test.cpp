// The sentence over the timeline.
#include "app/gui/update/headline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/update.h"
#include "tests/support/shown_model.h"

namespace locklab::app {
namespace {

using test::showing;
using testing::HasSubstr;

TEST(Headline, SaysWhatHappensAtTheCursor) {
  Model model = showing("F06");
  EXPECT_EQ(headline_of(model).title, "A pause longer than the lease lets two clients in");
  EXPECT_TRUE(headline_of(model).now.empty()) << "nothing has happened yet";
  update(model, intent::RunUntil{Until::fault});
  EXPECT_EQ(headline_of(model).now.english(), "alice is paused for 600 ms");
  EXPECT_FALSE(headline_of(model).broken);
}

TEST(Headline, SaysAtAViolationWhyAndForAsLongAsTheClashIsSelectedAndLasts) {
  Model model = showing("F06");
  update(model, intent::RunUntil{Until::violation});
  EXPECT_EQ(headline_of(model).broken, model.verdict);
  EXPECT_THAT(headline_of(model).now.english(), HasSubstr("alice's lease had run out on n1"));
  update(model, intent::Step{+1});
  EXPECT_TRUE(headline_of(model).broken) << "both are still inside";
  update(model, intent::GoToEnd{});
  EXPECT_FALSE(headline_of(model).broken);
}

TEST(Headline, SaysTheReasonAlsoToThoseWhoOnlyStep) {
  Model model = showing("F06");
  const std::size_t broken = *model.run->judged.verdicts[0].event;
  while (model.cursor.events <= broken) {
    EXPECT_FALSE(headline_of(model).broken) << "not before it is broken";
    update(model, intent::Step{+1});
  }
  EXPECT_EQ(headline_of(model).broken, 0);
}

TEST(Headline, KeepsTheBrokenPromiseBeforeAClass) {
  Model model = showing("F06");
  model.presenting = true;
  EXPECT_FALSE(headline_of(model).broken);
  update(model, intent::GoToEnd{});
  EXPECT_EQ(headline_of(model).broken, 0) << "the first in time";
}

TEST(Headline, IsEmptyWithoutARun) { EXPECT_TRUE(headline_of(Model{}).now.empty()); }

}  // namespace
}  // namespace locklab::app
