// Title, story and notes: shown where they are true, edited, saved and loaded again.
#include "app/gui/update/story_form.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "app/gui/update/files.h"
#include "app/gui/update/headline.h"
#include "app/words/display_text.h"
#include "app/workshop/file_work.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using test::ScratchFolder;
using test::showing;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

void edit(Model& model, const sim::StoryText& text) {
  update(model, intent::EditStory{});
  ASSERT_TRUE(model.story_form);
  StoryForm form = *model.story_form;
  form.text = text;
  update(model, intent::SetStory{form});
  update(model, intent::AcceptStory{});
}

/// Saves the shown run as a scenario. Returns the text of the file.
std::string saved_as(Model& model, const std::string& path) {
  const work::Save save{model.run, path, FileKind::scenario, model.settings.language,
                        story_of(model, model.branch)};
  update(model, saved(sim::Library(), save, 1));
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

Model crashed_f12() {
  Model model = showing("F12");
  want(model, intent::Break{Spot{SpotKind::lane, 0}, 0, 3000.0, {}});
  EXPECT_EQ(model.branches.size(), 2u);
  return model;
}

TEST(StoryOfABranch, IsNotThatOfItsParent) {
  Model model = crashed_f12();
  EXPECT_THAT(headline_of(model).title, StartsWith("A branch of F12: "));
  EXPECT_EQ(story_of(model, 1).story, "");
  EXPECT_THAT(story_of(model, 0).story, test::IsGolden());
  update(model, intent::Undo{});
  EXPECT_THAT(headline_of(model).title, Not(HasSubstr("branch")));
}

TEST(StoryOfABranch, IsSavedAsWhatItIs) {
  ScratchFolder folder;
  Model model = crashed_f12();
  const std::string text = saved_as(model, folder / "mine.toml");
  EXPECT_THAT(text, HasSubstr("A branch of F12: "));
  EXPECT_THAT(text, Not(HasSubstr("Both hold the lock")));
  EXPECT_THAT(text, Not(HasSubstr("story")));
}

TEST(StoryForm, WhatIsWrittenIsShownSavedAndThereAgain) {
  ScratchFolder folder;
  Model model = crashed_f12();
  const sim::StoryText own{"Alice dies \"early\"", "One line.\nAnother \\ 一行。",
                           "Ask who\nholds it."};
  edit(model, own);
  EXPECT_EQ(headline_of(model).title, own.title);
  EXPECT_EQ(story_of(model, 1), own);
  EXPECT_THAT(story_of(model, 0).title, Not(HasSubstr("dies"))) << "it is the branch's alone";
  EXPECT_TRUE(is_unsaved(model));
  saved_as(model, folder / "mine.toml");
  EXPECT_FALSE(unsaved_story(model));
  Model again = showing(folder / "mine.toml");
  EXPECT_EQ(story_of(again, 0), own);
  EXPECT_EQ(headline_of(again).title, own.title);
}

TEST(StoryForm, AShippedStoryCanBeRewrittenInTheLanguageOfTheReader) {
  Model model = showing("F06");
  model.settings.language = Language::chinese;
  update(model, intent::EditStory{});
  EXPECT_THAT(model.story_form->text.title, Not(HasSubstr("lease")));
  update(model, intent::AcceptStory{});
  EXPECT_FALSE(model.branches[0].told) << "nothing was written";
  EXPECT_FALSE(is_unsaved(model));
}

TEST(StoryForm, ItsLinesFitAndGiveTheTextAgain) {
  for (const char* name : {"F06", "F12", "F06/watchdog"}) {
    const std::string story = showing(name).run->judged.scenario.story;
    const std::string chinese(told(story, Language::chinese));
    for (const std::string& text : {story, chinese, chinese + "\n\n- " + story + "\n- b",
                                    std::string("one\ntwo\n\nthree"), std::string()}) {
      const std::string lines = in_lines(text);
      EXPECT_EQ(from_lines(lines), text);
      std::istringstream in(lines);
      for (std::string line; std::getline(in, line);) EXPECT_LE(display_width(line), 78u) << line;
    }
    EXPECT_THAT(in_lines(chinese), HasSubstr("\n"));
  }
}

TEST(StoryForm, ATextMayBeTakenAway) {
  ScratchFolder folder;
  Model model = showing("F06");
  edit(model, {"Only a title", "", ""});
  EXPECT_THAT(saved_as(model, folder / "mine.toml"), Not(HasSubstr("story")));
  EXPECT_EQ(story_of(showing(folder / "mine.toml"), 0), (sim::StoryText{"Only a title", "", ""}));
}

TEST(StoryForm, SaysAtItsFieldWhatIsWrong) {
  Model model = showing("F06");
  edit(model, {"  ", "", ""});
  ASSERT_TRUE(model.story_form);
  EXPECT_EQ(model.story_form->wrong, "title");
  EXPECT_THAT(model.story_form->problem.english(), HasSubstr("needs a title"));
  edit(model, {std::string(longest_title + 1, 'x'), "", ""});
  EXPECT_EQ(model.story_form->wrong, "title");
  edit(model, {"x", std::string(longest_story + 1, 'x'), ""});
  EXPECT_EQ(model.story_form->wrong, "story");
  edit(model, {"x", "", std::string(longest_story + 1, 'x')});
  EXPECT_EQ(model.story_form->wrong, "notes");
  update(model, intent::CloseStory{});
  EXPECT_FALSE(model.story_form);
  EXPECT_FALSE(model.branches[0].told);
}

TEST(StoryForm, UnsavedWordsAreNotLostUnasked) {
  Model model = showing("F06");
  edit(model, {"Mine", "", ""});
  update(model, intent::Open{"F01"});
  EXPECT_EQ(model.leave_for, "F01");
  update(model, intent::Leave{intent::Leaving::save});
  ASSERT_TRUE(model.dialog);
  EXPECT_EQ(model.dialog->kind, FileKind::scenario);
}

}  // namespace
}  // namespace locklab::app
