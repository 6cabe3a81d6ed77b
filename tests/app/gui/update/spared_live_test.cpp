// A running live run is neither ended nor hidden without a question, be it by a change of the story
// or by another step of a lesson.
#include <random>

#include "tests/support/any_wish.h"
#include "tests/support/golden_text.h"
#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using namespace intent;

const char* const refused = "the live run that is going on would end: stop it first";

/// A model with a workshop that answers every job at once, except a live run: it reports only when
/// the test calls comes().
class Lab {
 public:
  explicit Lab(Model begin) : model(std::move(begin)) {}

  void want(const Intent& wanted) {
    for (auto job = update(model, wanted); job;) {
      if (job->work.is<work::Live>()) {
        live = job->job;
        return;
      }
      const auto answer = answer_to(*job);
      job = answer ? update(model, *answer) : std::nullopt;
    }
  }
  void begin_live() {
    LiveForm form = model.live;
    form.stepped = true;
    want(SetLive{form});
    want(RunLive{});
    comes();
  }
  /// Reports a live trace equal to the simulated one of branch 0.
  void comes() {
    sim::Trace trace = model.branches[0].run->trace().copy();
    trace.info.world = "live";
    want(LiveProgress{live, make_recorded_run(sim::Library(), std::move(trace)), true});
  }
  bool goes_on() const { return model.pending && model.pending->job == live; }
  bool is_shown() const {
    const auto at = model.pending->shown_as;
    return at && *at < model.branches.size() && is_live(*model.branches[*at].run);
  }

  Model model;
  std::uint64_t live = 0;
};

TEST(SparedLive, WhatIsAmissAtItsEndIsSaidWithItsLastPicture) {
  Lab lab{test::showing("F02")};
  lab.begin_live();
  lab.want(Opened{lab.live, lab.model.run, Sentence::name("keys are left")});
  EXPECT_FALSE(lab.model.pending);
  EXPECT_THAT(lab.model.problem.english(), test::IsGolden());
}

TEST(SparedLive, AnotherStepOfALessonIsRefusedAndTheClassStaysWhereItIs) {
  Lab lab{Model()};
  lab.want(OpenLesson{4});
  ASSERT_TRUE(lab.model.shown_step);
  lab.begin_live();
  ASSERT_TRUE(lab.goes_on() && lab.is_shown());
  const LessonPlace place = *lab.model.lesson;
  for (const Intent& away : {Intent(GoToStep{+1}), Intent(OpenLesson{5}), Intent(ResetAnswers{})}) {
    lab.model.problem = {};
    lab.want(away);
    EXPECT_EQ(lab.model.problem.english(), refused);
    EXPECT_EQ(lab.model.lesson->id(), place.id());
    ASSERT_TRUE(lab.goes_on() && lab.is_shown());
  }
  lab.comes();
  EXPECT_TRUE(lab.is_shown());

  lab.want(Cancel{});
  lab.want(Opened{lab.live, lab.model.branches[1].run});
  lab.want(GoToStep{+1});
  EXPECT_EQ(lab.model.lesson->step, place.step + 1) << "once it has ended the lesson goes on";
}

TEST(SparedLive, ALessonAsksBeforeItEndsOneAndWhoStaysHasItStill) {
  Lab lab(test::showing("F06"));
  lab.begin_live();
  lab.want(OpenLesson{4});
  ASSERT_TRUE(lab.model.leave_for);
  ASSERT_TRUE(lab.goes_on() && lab.is_shown());
  lab.want(Leave{Leaving::stay});
  EXPECT_FALSE(lab.model.lesson);
  ASSERT_TRUE(lab.goes_on() && lab.is_shown());
  lab.comes();

  lab.want(OpenLesson{4});
  lab.want(Leave{Leaving::discard});
  EXPECT_FALSE(lab.goes_on());
  EXPECT_TRUE(lab.model.lesson);
  EXPECT_EQ(lab.model.branches.size(), 1u);
}

TEST(SparedLive, AStoryThatIsOpenedWhileServersStartTakesItsPlace) {
  Lab lab(test::showing("F06"));
  lab.want(RunLive{});
  ASSERT_TRUE(lab.goes_on());
  lab.want(Open{"F02"});
  EXPECT_FALSE(lab.goes_on()) << "nothing is lost";
  EXPECT_EQ(lab.model.run->judged.scenario.name, "F02_crash_between");
}

TEST(SparedLive, WhateverSomebodyWantsItGoesOnAndStaysOnTheScreen) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    Lab lab(random() % 2 == 0 ? Model() : test::showing("F02"));
    if (lab.model.branches.empty()) lab.want(OpenLesson{4});
    lab.want(NoteMoment{});
    lab.begin_live();
    ASSERT_TRUE(lab.goes_on() && lab.is_shown()) << seed;
    for (int i = 0; i < 60; ++i) {
      lab.want(test::any_wish(lab.model, random));
      ASSERT_TRUE(lab.goes_on() && lab.is_shown()) << seed << ", wish " << i;
      if (random() % 4 == 0) lab.comes();
      ASSERT_TRUE(lab.is_shown()) << seed << ", after wish " << i;
    }
  }
}

}  // namespace
}  // namespace locklab::app
