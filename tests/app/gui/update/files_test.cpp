// The file dialog, saving a run, and the settings kept between sessions.
#include "app/gui/update/files.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/gui/update/settings_file.h"
#include "app/lessons/lesson_list.h"
#include "app/workshop/file_work.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace_file.h"
#include "tests/support/opened_run.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using test::opened;
using test::ScratchFolder;
using test::showing;
using testing::HasSubstr;

TEST(FileDialog, AFolderIsListedWithWhatCanBeOpenedAndToSaveWithHiddenFilesToo) {
  ScratchFolder folder;
  std::filesystem::create_directories(folder / "sub");
  std::ofstream(folder / "a.toml") << "title = 1";
  std::ofstream(folder / "notes.txt") << "no";
  std::ofstream(folder / ".hidden.toml") << "title = 1";
  std::ofstream(folder / ".hidden.txt") << "no";
  ASSERT_FALSE(sim::save_trace(opened("F06")->trace(), folder / "run"));
  const auto answer = listed({folder / ""}, 1);
  EXPECT_TRUE(answer.problem.empty());
  EXPECT_EQ(answer.entries,
            (std::vector<FolderEntry>{{"sub", true}, {"a.toml", false}, {"run", false}}));
  EXPECT_EQ(listed({folder / "", "toml"}, 1).entries,
            (std::vector<FolderEntry>{{"sub", true}, {".hidden.toml", false}, {"a.toml", false}}))
      << "none is replaced unasked";
}

TEST(FileDialog, AFolderThatCannotBeReadIsSaid) {
  EXPECT_THAT(listed({"/no/such/folder"}, 1).problem.english(), HasSubstr("/no/such/folder"));
}

TEST(FileDialog, GoesUpAndIn) {
  EXPECT_EQ(folder_above("/a/b"), "/a");
  EXPECT_EQ(folder_above("/a"), "");
  EXPECT_EQ(folder_above(""), "");
  EXPECT_EQ(inside("", "a"), "/a");
}

TEST(FileDialog, AddsTheEndingOnlyWhenSaving) {
  FileDialog dialog;
  dialog.folder = "/a";
  dialog.name = "run";
  EXPECT_EQ(path_of(dialog), "/a/run");
  dialog.saving = true;
  EXPECT_EQ(path_of(dialog), "/a/run.toml");
  dialog.name = "/b/run.toml";
  EXPECT_EQ(path_of(dialog), "/b/run.toml");
  dialog.kind = FileKind::svg;
  EXPECT_EQ(path_of(dialog), "/b/run.toml.svg");
  dialog.kind = FileKind::trace;
  dialog.name = "run.trace.zst";
  EXPECT_EQ(path_of(dialog), "/a/run.trace.zst") << "compressed";
}

TEST(FileDialog, AFileThatIsThereIsReplacedOnlyWhenAskedTwice) {
  Model model = showing("F06");
  const auto list = update(model, intent::OpenDialog{true, FileKind::scenario});
  update(model, intent::FolderListed{list->job, "/a", {{"x.toml", false}}, {}});
  update(model, intent::TypeName{"x"});
  EXPECT_FALSE(update(model, intent::AcceptDialog{}));
  EXPECT_TRUE(model.dialog->replacing);
  const auto save = update(model, intent::AcceptDialog{});
  ASSERT_TRUE(save);
  EXPECT_EQ(save->work.get<work::Save>().path, "/a/x.toml");
  update(model, intent::NotSaved{save->job, say("the disk is full")});
  EXPECT_EQ(model.dialog->problem, say("the disk is full"));
}

TEST(FileDialog, AFileInAnotherFolderThatIsTypedIsNotReplacedUnasked) {
  Model model = showing("F06");
  const auto first = update(model, intent::OpenDialog{true, FileKind::scenario});
  update(model, intent::FolderListed{first->job, "/a", {}, {}});
  update(model, intent::TypeName{"/b/x.toml"});
  const auto there = update(model, intent::AcceptDialog{});
  ASSERT_TRUE(there);
  EXPECT_EQ(there->work.get<work::List>().folder, "/b");
  EXPECT_FALSE(update(model, intent::FolderListed{there->job, "/b", {{"x.toml", false}}, {}}));
  EXPECT_TRUE(model.dialog->replacing);
  EXPECT_EQ(model.dialog->name, "x.toml");
  // A new name is saved without a question.
  update(model, intent::TypeName{"/c/x.toml"});
  const auto elsewhere = update(model, intent::AcceptDialog{});
  ASSERT_TRUE(elsewhere);
  const auto save = update(model, intent::FolderListed{elsewhere->job, "/c", {}, {}});
  ASSERT_TRUE(save);
  EXPECT_EQ(save->work.get<work::Save>().path, "/c/x.toml");
}

TEST(FileDialog, WhoAcceptsBeforeTheFolderIsListedSavesThereAndReplacesNothingUnasked) {
  Model model = showing("F06");
  const auto accepted_at_once = [&](std::vector<FolderEntry> entries) {
    const auto list = update(model, intent::OpenDialog{true, FileKind::trace});
    update(model, intent::TypeName{"x.trace"});
    EXPECT_FALSE(update(model, intent::AcceptDialog{}));
    return update(model, intent::FolderListed{list->job, "/a", std::move(entries), {}});
  };
  EXPECT_FALSE(accepted_at_once({{"x.trace", false}}));
  EXPECT_TRUE(model.dialog->replacing);
  const auto save = accepted_at_once({});
  ASSERT_TRUE(save);
  EXPECT_EQ(save->work.get<work::Save>().path, "/a/x.trace");
}

TEST(FileDialog, TheFolderOfAllFoldersCanBeChosen) {
  Model model = showing("F06");
  update(model, intent::OpenDialog{false, FileKind::scenario});
  const auto job = update(model, intent::ChooseFolder{folder_above("/a")});
  ASSERT_TRUE(job);
  EXPECT_EQ(listed(job->work.get<work::List>(), 1).folder, "");
}

TEST(Saving, ASavedRunOpensAndRunsTheSame) {
  ScratchFolder folder;
  const sim::Library library;
  const ShownRunPtr run =
      opened("F06 set={ttl_ms=70} fault={at_ms=30, pause={client=\"bob\", ms=20}}");
  const Intent answer = saved(library, {run, folder / "mine.toml"}, 3);
  ASSERT_TRUE(answer.is<intent::Saved>());
  const ShownRunPtr again = opened(folder / "mine.toml");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->trace().size(), run->trace().size());
  EXPECT_TRUE(again->judged.as_expected());
  EXPECT_FALSE(changed_by_hand(*again));
}

TEST(Saving, APageOfTooManyEventsIsRefusedWithWhatToDoInstead) {
  ScratchFolder folder;
  const ShownRunPtr run = opened("F27 set={rounds=1000}");
  ASSERT_GT(run->trace().size(), 20'000u);
  const Intent answer = saved(sim::Library(), {run, folder / "a.html", FileKind::page}, 3);
  ASSERT_TRUE(answer.is<intent::NotSaved>());
  EXPECT_THAT(answer.get_if<intent::NotSaved>()->problem.english(), HasSubstr("SVG"));
  EXPECT_TRUE(folder.empty());
}

TEST(Saving, WhereNothingCanBeWrittenItIsSaid) {
  const Intent answer = saved(sim::Library(), {opened("F06"), "/no/such/folder/a.toml"}, 3);
  ASSERT_TRUE(answer.is<intent::NotSaved>());
  EXPECT_THAT(answer.get_if<intent::NotSaved>()->problem.english(), HasSubstr("/no/such/folder"));
}

TEST(Recorded, ATraceFileOpensAndASimulatedOneCanBeBroken) {
  ScratchFolder folder;
  const ShownRunPtr run = opened("F06");
  ASSERT_FALSE(sim::save_trace(run->trace(), folder / "run"));
  const ShownRunPtr again = opened(folder / "run");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->trace().size(), run->trace().size());
  EXPECT_EQ(again->judged.name, run->judged.name);
  EXPECT_FALSE(again->recorded);
}

TEST(Recorded, ATraceWithoutItsScenarioIsShownAndNotChanged) {
  sim::Trace trace = sim::simulate(opened("F06")->judged.scenario);
  trace.info.run = "/gone/away.toml";
  const ShownRunPtr run = make_recorded_run(sim::Library(), std::move(trace));
  EXPECT_TRUE(run->recorded);
  Model model;
  const auto job = update(model, intent::Open{"x"});
  update(model, intent::Opened{job->job, run});
  EXPECT_FALSE(update(model, intent::Break{}));
  EXPECT_FALSE(update(model, intent::ChangeSeed{2}));
  EXPECT_FALSE(is_unsaved(model));
}

/// Answers the question about unsaved work with "save", and saves what the dialog proposes.
std::optional<Job> save_and_leave(Model& model) {
  const auto list = update(model, intent::Leave{intent::Leaving::save});
  update(model, intent::FolderListed{list->job, "/x", {}, {}});
  const auto save = update(model, intent::AcceptDialog{});
  const auto& run = save->work.get<work::Save>().run;
  return update(model, intent::Saved{save->job, FileKind::scenario, "/x/a.toml", run->judged.name});
}

Intent crash_at(double at_us) { return intent::Break{Spot{SpotKind::lane, 0}, 0, at_us, {}}; }

// Regression: a branch left by Undo was discarded without a question.
TEST(Leaving, EveryBranchThatWasChangedByHandIsAskedAboutUntilItIsSaved) {
  Model model = showing("F27");
  want(model, crash_at(1000));
  update(model, intent::Undo{});
  want(model, crash_at(2000));
  update(model, intent::Undo{});
  ASSERT_EQ(model.branch, 0u);
  ASSERT_EQ(model.branches.size(), 3u);
  for (const Intent& leaving :
       {Intent(intent::Open{"F27_lost_update/lock"}), Intent(intent::Quit{})}) {
    EXPECT_FALSE(update(model, leaving));
    EXPECT_TRUE(model.leave_for);
    EXPECT_FALSE(model.quit);
    update(model, intent::Leave{intent::Leaving::stay});
  }
  EXPECT_FALSE(update(model, intent::Open{"F27_lost_update/lock"}));
  EXPECT_FALSE(save_and_leave(model));
  EXPECT_TRUE(model.leave_for) << "the other one is not saved yet";
  const auto next = save_and_leave(model);
  ASSERT_TRUE(next);
  EXPECT_EQ(next->work.get<work::Run>().name, "F27_lost_update/lock");
}

TEST(Leaving, ABranchIsSavedWithTheOneThatGrewOutOfIt) {
  Model model = showing("F27");
  want(model, crash_at(2000));
  want(model, crash_at(1000));
  ASSERT_EQ(model.branches.size(), 3u);
  update(model, intent::Undo{});
  EXPECT_TRUE(is_unsaved(model));
  update(model, intent::Redo{});
  update(model, intent::Quit{});
  EXPECT_FALSE(save_and_leave(model));
  EXPECT_TRUE(model.quit);
}

TEST(SettingsFile, KeepsWhatTheUserHasChosen) {
  Model model;
  model.settings.language = Language::chinese;
  model.settings.theme = ThemeName::projector;
  model.settings.scale_percent = 150;
  model.settings.layout.side = 0.4f;
  model.settings.layout.panes = Panes::cluster;
  model.settings.layout.cluster = 0.25f;
  model.settings.folder = "/home/ann";
  model.settings.recent = {"/a.toml", "/b.toml"};
  model.settings.welcomed = true;
  model.left = LessonPlace{3, 1, {}};
  for (std::size_t step = 0; step < lessons(Language::english)[0].steps.size(); ++step)
    if (lessons(Language::english)[0].steps[step].question) model.left->answers[{0, step}] = 1;
  ASSERT_FALSE(model.left->answers.empty());
  Model again;
  ASSERT_FALSE(take_settings(again, settings_text(model)));
  EXPECT_EQ(again.settings, model.settings);
  ASSERT_TRUE(again.left);
  EXPECT_EQ(again.left->lesson, 3u);
  EXPECT_EQ(again.left->step, 1u);
  EXPECT_EQ(again.left->answers, model.left->answers);
}

TEST(SettingsFile, StrangeValuesAreLeftOutAndTheRestCounts) {
  for (const std::string_view strange :
       {R"({"language": 7, "theme": "pink", "scale_percent": "big", "layout": [], "recent": {},
           "lessons": {"lesson": 3, "step": -1, "answers": {"x": 1}}, "folder": null,
           "welcomed": "yes"})",
        R"({"lessons": [], "layout": {"side": "wide", "panes": "all"}, "recent": [1, null]})",
        "{}"}) {
    Model model;
    EXPECT_FALSE(take_settings(model, strange)) << strange;
    EXPECT_EQ(model.settings, Settings{}) << strange;
  }
  Model model;
  take_settings(model, R"({"scale_percent": 1e300, "layout": {"side": 99}, "theme": "light"})");
  EXPECT_EQ(model.settings.scale_percent, most_scale);
  EXPECT_EQ(model.settings.layout.side, most_part);
  EXPECT_EQ(model.settings.theme, ThemeName::light);
}

TEST(SettingsFile, ABrokenOneIsSetAsideWithAMessage) {
  ScratchFolder folder;
  const std::string path = folder / "settings.json";
  std::ofstream(path) << "{ broken";
  Model model;
  const auto message = read_settings(model, path);
  ASSERT_TRUE(message);
  EXPECT_THAT(message->english(), HasSubstr(path + ".broken"));
  EXPECT_FALSE(std::filesystem::exists(path));
  std::ostringstream kept;
  kept << std::ifstream(path + ".broken").rdbuf();
  EXPECT_EQ(kept.str(), "{ broken");
  EXPECT_FALSE(read_settings(model, path));
}

TEST(SettingsFile, OneTooLargeForSettingsIsNotRead) {
  ScratchFolder folder;
  const std::string path = folder / "settings.json";
  std::ofstream(path) << "{";
  std::filesystem::resize_file(path, std::uint64_t{1} << 40);  // sparse
  Model model;
  const auto message = read_settings(model, path);
  ASSERT_TRUE(message);
  EXPECT_THAT(message->english(), test::IsGolden());
}

TEST(SettingsFile, IsWrittenIntoANewFolder) {
  ScratchFolder folder;
  const std::string path = folder / "a/b/settings.json";
  EXPECT_FALSE(write_settings(path, "{}"));
  EXPECT_TRUE(std::filesystem::exists(path));
  EXPECT_TRUE(write_settings("/proc/none/settings.json", "{}"));
}

}  // namespace
}  // namespace locklab::app
