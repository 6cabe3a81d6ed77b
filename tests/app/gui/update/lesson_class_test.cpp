// A lesson in front of a class: later events stay hidden, votes are counted, the next class starts
// without the answers of the last, and no branch is lost.
#include <gtest/gtest.h>

#include <algorithm>
#include <typeinfo>

#include "app/gui/update/class_votes.h"
#include "app/gui/update/commands.h"
#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/lesson_work.h"
#include "app/gui/update/look.h"
#include "app/gui/update/settings_file.h"
#include "app/gui/update/update.h"
#include "app/lessons/lesson_list.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using namespace intent;

void type(Model& model, std::u32string_view characters) {
  for (const char32_t character : characters) type(model, character);
}

/// Opens the lesson at its first step with an open question.
void open_at_question(Model& model, std::size_t lesson) {
  want(model, OpenLesson{lesson});
  while (!open_question(model)) want(model, GoToStep{+1});
}

/// Every intent that may move the cursor forward.
std::vector<Intent> ways_ahead(const Model& model) {
  std::vector<Intent> ways{GoToEnd{},
                           Seek{1e9},
                           SeekEvent{static_cast<std::uint32_t>(model.run->trace().size() - 1)},
                           Step{+1},
                           Step{+1000},
                           StepOnLane{+1},
                           TypeTime{"1000 s"},
                           RunUntilTime{},
                           PlayOrPause{},
                           Tick{1e6},
                           Follow{true}};
  for (std::uint16_t i = 0; i < model.run->judged.verdicts.size(); ++i) {
    ways.push_back(SeekVerdict{i});
    ways.push_back(LightVerdict{i});
  }
  for (int what = 0; what < static_cast<int>(Until::count_); ++what)
    ways.push_back(RunUntil{static_cast<Until>(what)});
  CommandList list;
  list.group = CommandGroup::go;
  for (const WindowCommand& command :
       listed_commands(model, list, Words::in(Language::english), {}))
    ways.push_back(command.wanted);
  for (const Key key : {Key::end, Key::right, Key::page_down})
    if (auto wanted = intent_of({.key = key}, model); wanted && !wanted->is<GoToStep>())
      ways.push_back(*wanted);
  ways.push_back(*intent_of({.character = 'v'}, model));
  return ways;
}

class LessonClass : public testing::Test {
 protected:
  Model model;
};

TEST_F(LessonClass, NothingLeadsBeyondTheMomentOfAQuestionBeforeItIsAnswered) {
  const auto& all = lessons(Language::english);
  std::size_t asked = 0;
  want(model, OpenLesson{0});
  for (const Lesson& lesson : all)
    for (const LessonStep& step : lesson.steps) {
      const Cursor moment = model.cursor;
      const TimeView view = model.view;
      if (predicts(model)) {
        ++asked;
        for (const Intent& way : ways_ahead(model)) {
          const auto* name = way.type().name();
          model.cursor = moment;
          model.view = view;
          want(model, way);
          ASSERT_LE(model.cursor.events, moment.events) << step.title << ", " << name;
          ASSERT_LE(model.cursor.at_us, moment.at_us) << step.title << ", " << name;
          if (model.verdict) {
            const auto decided = model.run->judged.verdicts[*model.verdict].event;
            ASSERT_TRUE(decided && *decided < moment.events) << step.title << ", " << name;
          }
          if (model.cursor == moment && !model.verdict) {
            EXPECT_EQ(model.view, view) << step.title << ": it would show where it had gone";
          }
        }
        model.playing = false;
        want(model, GoToStart{});
        EXPECT_EQ(model.cursor.events, 0u) << "the past is free";
      }
      want(model, GoToStep{+1});
    }
  EXPECT_GT(asked, 50u);
}

TEST_F(LessonClass, TheFutureOfTheReadersOwnBranchIsLockedAsWell) {
  open_at_question(model, 12);
  const double moment = model.cursor.at_us;
  want(model, Break{});
  ASSERT_EQ(model.branch, 1u);
  EXPECT_TRUE(predicts(model)) << "a fault that matters to nobody would show the story itself";
  want(model, GoToEnd{});
  EXPECT_LE(model.cursor.at_us, moment);
  want(model, Compare{0});
  EXPECT_FALSE(model.comparison);
  want(model, Answer{0});
  want(model, GoToEnd{});
  EXPECT_EQ(model.cursor.events, model.run->trace().size());
  want(model, Compare{0});
  EXPECT_TRUE(model.comparison);
}

TEST_F(LessonClass, AnExerciseIsAskedAboutBeforeItIsDone) {
  for (const Language language : {Language::english, Language::chinese})
    for (const Lesson& lesson : lessons(language))
      for (const LessonStep& step : lesson.steps) {
        if (!step.showing || !step.question) continue;
        const auto& points = step.showing->point;
        const bool does = std::any_of(points.begin(), points.end(), [](const std::string& point) {
          return point.starts_with("palette") || point == "set_up";
        });
        if (!does) continue;
        const auto says_now = [](const std::vector<Block>& blocks) {
          return std::any_of(blocks.begin(), blocks.end(), [](const Block& block) {
            const std::string& text = block.cells[0][0].text;
            return text.starts_with("Now do ") || text.starts_with("现在动手：");
          });
        };
        EXPECT_FALSE(says_now(step.text)) << lesson.id << ": " << step.title;
        EXPECT_TRUE(says_now(step.after)) << lesson.id << ": " << step.title;
      }
}

TEST_F(LessonClass, BranchesAreKeptForEachStepAndNothingThrowsThemAway) {
  want(model, OpenLesson{12});
  want(model, Break{});
  want(model, Break{});
  const ShownRunPtr mine = model.run;
  const auto are_there = [&] {
    return model.branches.size() == 3 && model.branches[2].run == mine;
  };
  want(model, ShowAgain{});
  EXPECT_EQ(model.branch, 0u);
  EXPECT_TRUE(are_there());

  want(model, GoToStep{+1});
  EXPECT_EQ(model.branches.size(), 1u) << "they belong to the other step";
  want(model, GoToStep{-1});
  EXPECT_TRUE(are_there());
  EXPECT_EQ(model.branch, 0u) << "the text speaks of the story";

  want(model, OpenLesson{3});
  EXPECT_FALSE(model.leave_for);
  EXPECT_EQ(model.branches.size(), 1u);
  want(model, OpenLesson{12});
  EXPECT_TRUE(are_there());

  want(model, ShowBranch{2});
  want(model, CloseLesson{});
  EXPECT_EQ(model.run, mine);
  want(model, OpenLesson{12});
  EXPECT_TRUE(are_there());

  want(model, Open{"F06_pause_past_ttl/watchdog"});
  EXPECT_EQ(model.branches.size(), 1u) << "a lesson's link opens another run";
  want(model, ShowAgain{});
  EXPECT_TRUE(are_there());

  want(model, RemoveBranch{2});
  want(model, RemoveBranch{1});
  want(model, GoToStep{+1});
  want(model, GoToStep{-1});
  EXPECT_EQ(model.branches.size(), 1u) << "the reader took them away";
}

TEST_F(LessonClass, BranchesAreThereAtTheNextStartAndQuittingNeedNotAsk) {
  want(model, OpenLesson{12});
  want(model, Break{});
  want(model, Break{});
  const std::string name = model.run->judged.name;
  want(model, OpenLesson{3});
  want(model, Break{});
  want(model, Quit{});
  EXPECT_TRUE(model.quit) << "the lesson keeps them";

  Model later;
  EXPECT_FALSE(take_settings(later, settings_text(model)));
  want(later, OpenLesson{});
  while (later.pending || later.branches.size() < 2) want(later, Tick{0});
  EXPECT_EQ(later.branch, 0u) << "nothing is shown that the reader did not ask for";
  EXPECT_EQ(later.branches.size(), 2u);
  want(later, OpenLesson{12});
  while (later.branches.size() < 3) want(later, Tick{0});
  EXPECT_EQ(later.branches[2].run->judged.name, name);
  EXPECT_EQ(later.branches[2].parent, 1u);
  EXPECT_TRUE(later.unmade.empty());

  Model wrong;
  EXPECT_FALSE(take_settings(wrong, R"({"lessons": {"lesson": "13_pauses", "branches":
      {"13_pauses": {"0": [["no such run", 0], [1, 2], "x"], "1": 3}}}})"));
  EXPECT_EQ(wrong.unmade.size(), 1u);
  auto job = update(wrong, OpenLesson{12});
  ASSERT_TRUE(job);
  job = update(wrong, *answer_to(*job));
  ASSERT_TRUE(job);
  EXPECT_FALSE(update(wrong, NotOpened{job->job, say("no")}));
  EXPECT_TRUE(wrong.problem.empty());
  EXPECT_TRUE(wrong.unmade.empty());
}

TEST_F(LessonClass, ResettingAStepIsUndone) {
  want(model, OpenLesson{12});
  want(model, Answer{1});
  EXPECT_FALSE(can_undo(model));
  want(model, Break{});
  want(model, GoToEnd{});
  const Cursor end = model.cursor;
  want(model, ShowAgain{});
  ASSERT_EQ(model.branch, 0u);
  EXPECT_TRUE(can_undo(model));
  want(model, Undo{});
  EXPECT_EQ(model.branch, 1u);
  EXPECT_EQ(model.cursor, end);
}

TEST_F(LessonClass, InPresenterModeLettersCountHandsAndEnterShowsTheTruth) {
  open_at_question(model, 12);
  want(model, Present{true});
  ASSERT_TRUE(counts_votes(model));
  EXPECT_FALSE(intent_of({.key = Key::enter}, model)) << "nobody has voted";
  type(model, U"bbac");
  type(model, U"C");
  type(model, U"C");
  EXPECT_EQ(votes(model), (std::vector<std::uint32_t>{1, 2, 0}));
  EXPECT_FALSE(model.lesson->answer()) << "a vote is no answer";
  EXPECT_TRUE(predicts(model));
  type(model, U"17a");
  EXPECT_EQ(votes(model)[0], 17u);
  type(model, U"129");
  press(model, Key::backspace);
  type(model, U"b");
  EXPECT_EQ(votes(model), (std::vector<std::uint32_t>{17, 12, 0}));
  press(model, Key::enter);
  EXPECT_EQ(model.lesson->answer(), 0u) << "the class's answer is what most voted for";
  EXPECT_FALSE(predicts(model));
  EXPECT_EQ(votes(model), (std::vector<std::uint32_t>{17, 12, 0}));
  EXPECT_FALSE(counts_votes(model));
}

// Regression: a late vote "B" opened a list over the lesson; W ended the count, and the next letter
// answered for the whole class.
TEST_F(LessonClass, ALetterThatComesLateDoesNothingAndWOnlyBeginsACount) {
  const auto means_something = [](const Model& model, char32_t letter) {
    return intent_of({.character = letter}, model).has_value();
  };
  const auto& all = lessons(Language::english);
  for (const bool presenting : {false, true}) {
    model = Model();
    for (std::size_t lesson = 0; lesson < all.size(); ++lesson) {
      want(model, OpenLesson{lesson});
      for (std::size_t i = 0; i < all[lesson].steps.size(); ++i, want(model, GoToStep{+1})) {
        const LessonQuestion* asked = open_question(model);
        if (!asked || asked->open != OpenAnswer::none) continue;
        model.presenting = presenting;
        type(model, U"ww");
        EXPECT_TRUE(counts_votes(model)) << all[lesson].id;
        const std::size_t answers = asked->answers.size();
        want(model, Answer{0});
        ASSERT_FALSE(open_question(model));
        for (std::size_t choice = 0; choice < answers; ++choice)
          for (const char32_t first : {U'a', U'A'})
            EXPECT_FALSE(means_something(model, first + static_cast<char32_t>(choice)));
        EXPECT_FALSE(means_something(model, 'w'));
        EXPECT_TRUE(means_something(model, 'v')) << "other keys do what they always do";
        model.presenting = false;
      }
    }
  }
}

TEST_F(LessonClass, AReaderAloneAnswersOnceWithoutVotes) {
  open_at_question(model, 12);
  ASSERT_FALSE(counts_votes(model));
  type(model, U"b");
  EXPECT_EQ(model.lesson->answer(), 1u);
  EXPECT_TRUE(votes(model).empty());
  want(model, Answer{0});
  EXPECT_EQ(model.lesson->answer(), 1u);

  Model counted;
  open_at_question(counted, 12);
  type(counted, U"wb");
  EXPECT_EQ(votes(counted)[1], 1u) << "W counts outside of presenter mode, too";
  want(counted, CountVotes{false});
  type(counted, U"a");
  EXPECT_EQ(counted.lesson->answer(), 0u);
}

TEST_F(LessonClass, AnswersOfOneLessonOrOfAllAreForgottenAndComeBack) {
  open_at_question(model, 3);
  want(model, Answer{0});
  open_at_question(model, 12);
  want(model, Vote{1});
  want(model, ShowTruth{});
  want(model, Break{});
  ASSERT_EQ(model.lesson->answers.size(), 2u);

  want(model, ResetAnswers{12});
  EXPECT_EQ(model.lesson->answers.size(), 1u);
  EXPECT_TRUE(predicts(model));
  EXPECT_TRUE(votes(model).empty());
  EXPECT_EQ(model.branches.size(), 1u) << "the next class finds no branch of the last";
  EXPECT_EQ(model.branch, 0u);
  want(model, BringAnswersBack{});
  EXPECT_EQ(model.lesson->answer(), 1u);
  EXPECT_EQ(votes(model)[1], 1u);
  EXPECT_EQ(model.branches.size(), 2u);

  want(model, ResetAnswers{});
  EXPECT_TRUE(model.lesson->answers.empty());
  EXPECT_TRUE(model.works.empty());
  want(model, CloseLesson{});
  EXPECT_TRUE(model.left->answers.empty());
  want(model, BringAnswersBack{});
  EXPECT_EQ(model.left->answers.size(), 2u);
}

TEST_F(LessonClass, VotesAreThereAtTheNextStart) {
  open_at_question(model, 12);
  want(model, Vote{1, +20});
  Model later;
  EXPECT_FALSE(take_settings(later, settings_text(model)));
  EXPECT_EQ(reader_place(later).votes, model.lesson->votes);
  for (const char* wrong : {R"({"lessons": {"votes": {"13_pauses": {"0": [1, 2]}}}})",
                            R"({"lessons": {"votes": {"13_pauses": {"0": "x"}, "x": []}}})",
                            R"({"lessons": {"votes": {"13_pauses": {"0": [1, -2, 3]}}}})"}) {
    Model bad;
    EXPECT_FALSE(take_settings(bad, wrong));
    EXPECT_TRUE(reader_place(bad).votes.empty()) << wrong;
  }
}

TEST_F(LessonClass, OtherPanelsComeWhenAStepPointsAtThemAndTheUsersChoiceSurvives) {
  model.settings.layout.hidden[static_cast<std::size_t>(Panel::verdicts)] = true;
  const Layout chosen = model.settings.layout;
  want(model, OpenLesson{12});
  for (const Panel panel : {Panel::source, Panel::inspector, Panel::palette, Panel::branches})
    EXPECT_FALSE(is_shown(model, panel)) << name(panel);
  EXPECT_EQ(shown_panes(model), Panes::both);
  EXPECT_TRUE(is_shown(model, Panel::lesson));
  want(model, GoToStep{+1});
  EXPECT_TRUE(is_shown(model, Panel::verdicts)) << "the step points at one";

  want(model, ShowPanel{Panel::source, true});
  want(model, ShowPanes{Panes::cluster});
  EXPECT_TRUE(is_shown(model, Panel::source));
  want(model, Break{});
  EXPECT_TRUE(is_shown(model, Panel::branches)) << "there is one to see";
  EXPECT_EQ(model.settings.layout, chosen);
  want(model, CloseLesson{});
  EXPECT_FALSE(is_shown(model, Panel::verdicts));
  EXPECT_EQ(shown_panes(model), chosen.panes);
}

TEST_F(LessonClass, AStepThatPointsAtTheSetUpFormOpensIt) {
  want(model, OpenLesson{6});
  while (!model.setting_up) {
    const std::size_t step = model.lesson->step;
    want(model, GoToStep{+1});
    ASSERT_GT(model.lesson->step, step) << "no step of the lesson opens it";
  }
  want(model, GoToStep{+1});
  EXPECT_FALSE(model.setting_up);
}

}  // namespace
}  // namespace locklab::app
