// The notebook: its file restores the screen, as moments and as a lesson, and no note is lost
// without a question.
#include "app/gui/update/notebook.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>

#include <random>

#include "app/changes/run_settings.h"
#include "app/gui/update/files.h"
#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/settings_file.h"
#include "app/lessons/lesson_file.h"
#include "app/runs/judged_run.h"
#include "app/workshop/file_work.h"
#include "sim/trace/whole_file.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using namespace intent;
using test::ScratchFolder;
using test::showing;

/// Carries out an intent and its jobs. A change may be refused, such as a lease too short for its
/// lock.
void do_all(Model& model, const Intent& wanted) {
  for (auto job = update(model, wanted); job;) {
    const auto answer = answer_to(*job);
    job = answer ? update(model, *answer) : std::nullopt;
  }
}

/// One random action of a user in the lab.
void play(Model& model, std::mt19937& dice) {
  const auto roll = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(dice);
  };
  const auto end = static_cast<double>(model.run->scene.end);
  switch (roll(7)) {
    case 0:
      return do_all(
          model, Break{Spot{SpotKind::lane, 0}, 0, end * static_cast<double>(roll(90)) / 100, {}});
    case 1:
      return do_all(model, ChangeSeed{roll(1000)});
    case 2:
      for (Setting setting : settings_of(*model.run))
        if (setting.key == "ttl_ms") {
          setting.number = static_cast<double>(50 + roll(500));
          return do_all(model, ChangeSetting{setting});
        }
      return;
    case 3:
      return do_all(model, Seek{end * static_cast<double>(roll(1000)) / 1000});
    case 4:
      return do_all(model, SeekEvent{static_cast<std::uint32_t>(roll(model.run->trace().size()))});
    case 5:
      return do_all(model, Zoom{1.0 + static_cast<double>(roll(30)), 0.3});
    default:
      return do_all(model,
                    SelectLane{static_cast<std::uint16_t>(roll(model.run->scene.lanes.size()))});
  }
}

struct Picture {
  std::string run;
  std::size_t events;
  double at_us, from_us, to_us;
  std::string lane;
};

Picture picture_of(const Model& model) {
  return {model.run->judged.name, model.cursor.events,
          model.cursor.at_us,     model.view.from,
          model.view.to,          model.lane ? model.run->scene.lanes[*model.lane].name : ""};
}

void expect_same(const Picture& now, const Picture& before, const std::string& where) {
  EXPECT_EQ(now.run, before.run) << where;
  EXPECT_EQ(now.events, before.events) << where;
  EXPECT_NEAR(now.at_us, before.at_us, 1) << where;
  // The view differs by a few us, because a lesson never shows less than 21 us.
  EXPECT_NEAR(now.from_us, before.from_us, 6) << where;
  EXPECT_NEAR(now.to_us, before.to_us, 6) << where;
}

TEST(Notebook, AFileGivesTheSameMomentsAgainForAnyRunAndAnyChange) {
  std::mt19937 dice(13);
  const ScratchFolder folder;
  int saved_so_far = 0;
  for (const char* story : {"F06_pause_past_ttl", "F11_failover_lost_lock",
                            "F12_redlock_clock_jump", "F06_pause_past_ttl/fenced"}) {
    Model model = showing(story);
    std::vector<Picture> pictures;
    for (int i = 0; i < 12; ++i) {
      for (int j = 0; j < 3; ++j) play(model, dice);
      do_all(model, NoteMoment{});
      do_all(model,
             WriteNote{model.notebook.moments.size() - 1,
                       "# not a *heading*\n```lab\nscenario = 'F99'\n \n小明说：“锁”  \n- x"});
      pictures.push_back(picture_of(model));
    }
    ASSERT_EQ(model.notebook.moments.size(), 12u) << story;
    const std::string text = text_of_notebook(model);
    const auto lesson = read_lesson(text, "n.md");
    ASSERT_TRUE(std::holds_alternative<Lesson>(lesson))
        << sim::to_string(std::get<sim::Problem>(lesson)) << text;
    const std::vector<NotedMoment> again = moments_of(std::get<Lesson>(lesson));
    ASSERT_EQ(again.size(), 12u);
    for (std::size_t i = 0; i < again.size(); ++i) {
      EXPECT_THAT(again[i].note, test::IsGolden());
      EXPECT_EQ(again[i].title, model.notebook.moments[i].title);
    }
    EXPECT_EQ(notebook_text(name_of_notebook(model), again), text);

    // Opens the moments in another window's notebook.
    Model later = showing("F01_crash_no_expiry");
    later.notebook.moments = again;
    for (std::size_t i : {std::size_t{11}, std::size_t{0}, std::size_t{5}, std::size_t{6}}) {
      do_all(later, GoToMoment{i});
      if (later.leave_for) do_all(later, Leave{Leaving::discard});
      expect_same(picture_of(later), pictures[i], std::string(story) + " go " + std::to_string(i));
      EXPECT_EQ(picture_of(later).lane, pictures[i].lane);
    }

    // Opens the saved notebook as a lesson.
    const std::string path = folder / (std::to_string(saved_so_far++) + ".md");
    do_all(model, OpenDialog{true, FileKind::notebook});
    do_all(model, ChooseFolder{folder.path().string()});
    do_all(model, TypeName{path});
    do_all(model, AcceptDialog{});
    ASSERT_FALSE(model.notebook.unsaved) << told(model.dialog->problem, Language::english);
    Model teacher;
    do_all(teacher, Open{path});
    ASSERT_TRUE(teacher.lesson) << told(teacher.problem, Language::english);
    for (std::size_t i = 0; i < pictures.size(); ++i) {
      expect_same(picture_of(teacher), pictures[i], std::string(story) + " " + std::to_string(i));
      do_all(teacher, GoToStep{+1});
    }
  }
}

TEST(Notebook, NotesSurviveTheWindow) {
  Model model = showing("F06_pause_past_ttl");
  do_all(model, GoToEnd{});
  do_all(model, NoteMoment{});
  do_all(model, WriteNote{0, "两个人都在里面"});
  do_all(model, NameNotebook{"小明"});
  Model later;
  EXPECT_FALSE(take_settings(later, settings_text(model)));
  ASSERT_EQ(later.notebook.moments.size(), 1u);
  EXPECT_THAT(later.notebook.moments[0].note, test::IsGolden());
  EXPECT_THAT(later.notebook.name, test::IsGolden());
  EXPECT_TRUE(later.notebook.unsaved);
  EXPECT_EQ(text_of_notebook(later), text_of_notebook(model));
}

TEST(Notebook, AnotherOneBeginsOnlyWhenThisOneIsSavedOrGivenUp) {
  Model model = showing("F06_pause_past_ttl");
  do_all(model, NoteMoment{});
  do_all(model, BeginNotebook{});
  EXPECT_TRUE(model.notebook.asks);
  EXPECT_EQ(model.notebook.moments.size(), 1u);
  do_all(model, KeepNotebook{});
  EXPECT_FALSE(model.notebook.asks);
  model.notebook.unsaved = false;
  do_all(model, BeginNotebook{});
  EXPECT_TRUE(model.notebook.moments.empty());
  do_all(model, NoteMoment{});
  do_all(model, BeginNotebook{true});
  EXPECT_TRUE(model.notebook.moments.empty());
}

TEST(Notebook, MomentsAreSortedRemovedAndBroughtBack) {
  Model model = showing("F06_pause_past_ttl");
  for (int i = 0; i < 3; ++i) {
    do_all(model, NoteMoment{});
    do_all(model, NameMoment{model.notebook.moments.size() - 1, std::to_string(i)});
  }
  const auto titles = [&] {
    std::string all;
    for (const NotedMoment& moment : model.notebook.moments) all += moment.title;
    return all;
  };
  do_all(model, MoveMoment{2, -1});
  EXPECT_EQ(titles(), "021");
  do_all(model, MoveMoment{0, -1});
  EXPECT_EQ(titles(), "021");
  do_all(model, RemoveMoment{1});
  EXPECT_EQ(titles(), "01");
  do_all(model, BringMomentBack{});
  EXPECT_EQ(titles(), "021");
}

TEST(Notebook, ASavedOneIsTakenUpAgainFromItsLesson) {
  const ScratchFolder folder;
  Model model = showing("F06_pause_past_ttl");
  do_all(model, SeekVerdict{0});
  do_all(model, NoteMoment{});
  do_all(model, WriteNote{0, "why"});
  const std::string path = folder / "n.md";
  ASSERT_FALSE(sim::write_whole(path, {text_of_notebook(model)}));
  Model later;
  do_all(later, Open{path});
  do_all(later, TakeUpLesson{});
  EXPECT_EQ(text_of_notebook(later), text_of_notebook(model));
}

}  // namespace
}  // namespace locklab::app
