#include "app/gui/update/commands.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/look.h"
#include "app/gui/update/screens.h"
#include "app/lessons/lesson_list.h"
#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

std::vector<WindowCommand> found(Model& model, const std::string& typed) {
  update(model, intent::TypeCommand{typed});
  return listed_commands(model, *model.commands, Words::in(model.settings.language), {});
}

/// As found(), with the scenarios of the library.
std::vector<WindowCommand> found_with_stories(Model& model, const std::string& typed) {
  static const std::vector<sim::ScenarioEntry> scenarios = sim::Library().list();
  update(model, intent::ShowCommands{true, CommandGroup::all});
  update(model, intent::TypeCommand{typed});
  return listed_commands(model, *model.commands, Words::in(model.settings.language), scenarios);
}

/// Whether one of the commands opens a run whose name begins so.
bool opens(const std::vector<WindowCommand>& commands, std::string_view name) {
  return std::any_of(commands.begin(), commands.end(), [&](const WindowCommand& command) {
    const auto* open = command.wanted.get_if<intent::Open>();
    return open && open->name.starts_with(name);
  });
}

template <class Wanted>
bool is_there(const std::vector<WindowCommand>& commands) {
  return std::any_of(commands.begin(), commands.end(),
                     [](const WindowCommand& command) { return command.wanted.is<Wanted>(); });
}

/// The type names of the commands' intents.
std::set<std::string> kinds_of(const std::vector<WindowCommand>& commands) {
  std::set<std::string> kinds;
  for (const WindowCommand& command : commands) kinds.insert(command.wanted.type().name());
  return kinds;
}
template <class... Wanted>
auto HaveKinds() {
  return testing::IsSupersetOf({std::string(typeid(Wanted).name())...});
}

class Commands : public testing::Test {
 protected:
  template <class Wanted>
  void expect_found(std::initializer_list<const char*> names) {
    for (const Language language : {Language::english, Language::chinese})
      for (const char* typed : names) {
        model.settings.language = language;
        update(model, intent::ShowCommands{true, CommandGroup::all});
        EXPECT_TRUE(is_there<Wanted>(found(model, typed))) << typed;
      }
  }

  Model model = test::showing("F06");
};
using Keyboard = Commands;

TEST_F(Commands, CtrlPFindsByPartsOfTheNameInAnyOrder) {
  press(model, {.character = 'p', .control = true});
  ASSERT_TRUE(model.commands);
  const auto commands = found(model, "ALICE cra");
  ASSERT_EQ(commands.size(), 1u);
  EXPECT_TRUE(commands[0].wanted.is<intent::Break>());
  press(model, Key::escape);
  EXPECT_FALSE(model.commands);
}

TEST_F(Commands, AWordThatBeginsAsTypedComesBeforeOneThatOnlyContainsIt) {
  update(model, intent::ShowCommands{true});
  update(model, intent::TypeCommand{"live"});
  const std::vector<sim::ScenarioEntry> scenarios = sim::Library().list();
  const auto all = listed_commands(model, *model.commands, Words::in(Language::english), scenarios);
  ASSERT_GT(all.size(), 1u);
  EXPECT_TRUE(all.front().wanted.is<intent::ShowLive>()) << all.front().words;
  EXPECT_TRUE(all.back().wanted.is<intent::Open>())
      << "a scenario in which a lock outlives somebody";
}

// Users may search for a broken promise in words other than the window's.
TEST_F(Commands, ABrokenPromiseIsFoundByEveryNameForIt) {
  for (const Language language : {Language::english, Language::chinese})
    for (const CommandGroup group : {CommandGroup::all, CommandGroup::go})
      for (const char* typed : {"viol", "violation", "BROKEN", "broke", "违反", "破坏"}) {
        model.settings.language = language;
        model.branches[0].reached = model.run->trace().size();
        update(model, intent::ShowCommands{true, group});
        const auto commands = found(model, typed);
        EXPECT_TRUE(is_there<intent::RunUntil>(commands)) << typed;
        std::size_t broken = 0;
        for (const WindowCommand& command : commands)
          if (const auto* seek = command.wanted.get_if<intent::SeekVerdict>()) {
            ++broken;
            EXPECT_EQ(model.run->judged.verdicts[seek->verdict].kept, sim::Kept::broken)
                << typed << ": " << command.words;
          }
        EXPECT_GE(broken, 1u) << typed;
      }
}

// Users type a screen's name, in either language, or its purpose.
TEST_F(Commands, EveryScreenAndDialogIsFoundByItsNameInBothLanguages) {
  expect_found<intent::ShowExplore>(
      {"explore", "search", "find", "bug", "Where does it break", "探索", "搜索", "反例"});
  expect_found<intent::ListLessons>({"lesson", "course", "quiz", "课程", "测验"});
  expect_found<intent::ShowLive>({"live", "real", "redis", "真实", "服务器"});
  expect_found<intent::SetUp>({"set up", "settings", "parameters", "设置", "参数"});
  expect_found<intent::SetLanguage>({"language", "语言", "chinese"});
  expect_found<intent::SetTheme>({"theme", "dark", "主题", "深色"});
  expect_found<intent::SetScale>({"zoom", "font", "字号"});
  expect_found<intent::Present>({"present", "beamer", "演示"});
  expect_found<intent::Help>({"help", "shortcuts", "帮助"});
  expect_found<intent::ShowNotebook>({"notebook", "笔记"});
  expect_found<intent::EditStory>({"title", "标题"});
  expect_found<intent::OpenDialog>({"open", "save", "export", "打开", "保存", "导出"});
  for (const Language language : {Language::english, Language::chinese})
    for (std::size_t i = 0; i < screen_count; ++i)
      for (const Language typed_in : {Language::english, Language::chinese}) {
        model.settings.language = language;
        model.screen = i == 0 ? Screen::matrix : Screen::lab;
        update(model, intent::ShowCommands{true, CommandGroup::all});
        const auto screen = static_cast<Screen>(i);
        const std::string key = "screen." + std::string(name(screen));
        const auto all = found(model, std::string(Words::in(typed_in)(key)));
        EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const WindowCommand& command) {
          const auto* show = command.wanted.get_if<intent::ShowScreen>();
          return show && show->screen == screen;
        })) << key;
      }
}

// Regression: only the variations of the open story were listed.
TEST_F(Commands, EveryStoryAndVariationIsFoundByItsNameAndByItsTitleInBothLanguages) {
  const auto expect_opened = [&](const std::string& full, std::string_view title) {
    for (const std::string& typed : {full, std::string(told(title, Language::english)),
                                     std::string(told(title, Language::chinese))})
      EXPECT_TRUE(opens(found_with_stories(model, typed), full)) << full << ": " << typed;
  };
  for (const Language language : {Language::english, Language::chinese}) {
    model.settings.language = language;
    for (const sim::ScenarioEntry& entry : sim::Library().list()) {
      expect_opened(entry.name, entry.title);
      for (const sim::VariationName& variation : entry.variations)
        expect_opened(entry.name + "/" + variation.name, variation.title);
    }
  }
}

// Regression: with F06 open, "F06" and Enter opened its first variation.
TEST_F(Commands, AStorysNumberFindsItsOriginalFirst) {
  for (const sim::ScenarioEntry& entry : sim::Library().list()) {
    if (entry.failure.empty()) continue;
    model = test::showing(entry.name);
    const auto commands = found_with_stories(model, entry.failure);
    const auto first = std::find_if(commands.begin(), commands.end(), [](const auto& command) {
      return command.wanted.template is<intent::Open>();
    });
    ASSERT_NE(first, commands.end()) << entry.name;
    EXPECT_EQ(first->wanted.get_if<intent::Open>()->name, entry.name);
  }
}

TEST_F(Commands, EngineersFindAStoryByTheirOwnWords) {
  for (const Language language : {Language::english, Language::chinese}) {
    model.settings.language = language;
    for (const auto& [typed, name] : std::initializer_list<std::pair<const char*, const char*>>{
             {"sentinel", "F11_failover_lost_lock/sentinel"},
             {"master dies", "F11"},
             {"主从切换", "F11"},
             {"GC pause", "F06"},
             {"how long", "F06"},
             {"超卖", "F27"},
             {"oversell", "F27"},
             {"split brain", "F38"},
             {"脑裂", "F38"},
             {"死锁", "F40"}})
      EXPECT_TRUE(opens(found_with_stories(model, typed), name)) << typed;
    EXPECT_TRUE(is_there<intent::ShowLive>(found_with_stories(model, "my redis")));
    EXPECT_TRUE(is_there<intent::ShowExplore>(found_with_stories(model, "how long")));
    EXPECT_TRUE(is_there<intent::ChangeStrategy>(found_with_stories(model, "redisson")));
  }
}

TEST_F(Commands, ALessonIsFoundByItsNumberAndTitleInBothLanguages) {
  for (const Language language : {Language::english, Language::chinese})
    for (std::size_t i = 0; i < lessons(language).size(); ++i) {
      model.settings.language = language;
      const std::string number = std::to_string(i + 1);
      for (const std::string& typed :
           {"lesson " + number, "第 " + number + " 课", "第" + number + "课",
            lessons(Language::english)[i].title, lessons(Language::chinese)[i].title}) {
        const auto commands = found_with_stories(model, typed);
        EXPECT_TRUE(std::any_of(commands.begin(), commands.end(), [&](const auto& command) {
          const auto* open = command.wanted.template get_if<intent::OpenLesson>();
          return open && open->lesson == i;
        })) << typed;
      }
    }
}

TEST_F(Commands, KeysStandInTheirColumnAndNamesBeginWithACapital) {
  for (const Language language : {Language::english, Language::chinese})
    for (const WindowCommand& command : commands(model, Words::in(language), {})) {
      for (const char* key : {"(Home)", "(End)", "(F)", "Left)", "Right)", "(K)", "（Home）",
                              "（End）", "（F）", "←）", "→）", "（K）"})
        EXPECT_EQ(command.words.find(key), std::string::npos) << command.words;
      // "alice: hide" begins with a client's name.
      const bool named = command.words.find(": ") != std::string::npos ||
                         command.words.find("：") != std::string::npos;
      EXPECT_FALSE(!named && std::islower(static_cast<unsigned char>(command.words[0])))
          << command.words;
      if (command.wanted.is<intent::GoToStart>()) {
        EXPECT_EQ(command.keys, "Home");
      }
    }
}

TEST_F(Commands, WhatAHintNamesAsAnExampleIsFound) {
  const sim::Library library(LOCKLAB_SOURCE_DIR "/assets");
  for (const Language language : {Language::english, Language::chinese}) {
    model.settings.language = language;
    const Words& say = Words::in(language);
    std::size_t examples = 0;
    for (const auto& [group, key] : {std::pair{CommandGroup::go, "commands.hint.go"},
                                     std::pair{CommandGroup::breaking, "commands.hint.break"},
                                     std::pair{CommandGroup::stories, "commands.hint.stories"}}) {
      const std::string hint(say(key));
      for (const std::string_view before : {"For example: ", "例如："}) {
        const std::size_t at = hint.find(before);
        if (at == std::string::npos) continue;
        ++examples;
        update(model, intent::ShowCommands{true, group});
        update(model, intent::TypeCommand{hint.substr(at + before.size())});
        EXPECT_FALSE(listed_commands(model, *model.commands, say, library.list()).empty()) << hint;
        update(model, intent::ShowCommands{false});
      }
    }
    EXPECT_EQ(examples, 3u);
  }
}

TEST_F(Commands, DoNotAnswerWhatALessonAsks) {
  want(model, intent::OpenLesson{12});
  ASSERT_TRUE(predicts(model));
  for (const WindowCommand& command : commands(model, Words::in(Language::english), {})) {
    const auto* seek = command.wanted.get_if<intent::SeekVerdict>();
    EXPECT_TRUE(!seek || is_told(model, model.run->judged.verdicts[seek->verdict]))
        << command.words;
  }
}

TEST_F(Commands, WhatOnlyTheMouseCouldDoIsThere) {
  using namespace intent;
  want(model, Break{Spot{SpotKind::lane, 0}, 0, {}, {}});
  update(model, SetMark{0, 1.0});
  update(model, SetMark{1, 2.0});
  for (const Language language : {Language::english, Language::chinese}) {
    const auto all = commands(model, Words::in(language), {});
    EXPECT_THAT(kinds_of(all),
                (HaveKinds<EditFault, RemoveFault, SeekVerdict, ListLessons, OnlyMessage,
                           ShowExplore, ShowBranch, RemoveBranch, Compare, ShowLane, MoveLane,
                           ChangeStrategy, SetTheme, SetSpeed, RunUntil, ShowLive, OnlySelected,
                           OpenLesson, SetAxis, SetMark, ZoomToMarks, ClearMarks>()));
  }
}

TEST_F(Commands, EachHasAName) {
  for (const Language language : {Language::english, Language::chinese})
    for (const WindowCommand& command : commands(model, Words::in(language), {})) {
      EXPECT_FALSE(command.words.empty());
      EXPECT_EQ(command.words.find("commands."), std::string::npos) << command.words;
    }
}

TEST_F(Commands, BListsTheToolsAndGTheWaysThroughTheRun) {
  type(model, 'b');
  for (const WindowCommand& command : found(model, ""))
    EXPECT_EQ(command.group, CommandGroup::breaking) << command.words;
  press(model, Key::escape);
  type(model, 'g');
  EXPECT_TRUE(is_there<intent::SeekVerdict>(found(model, "")));
}

TEST_F(Commands, ARecordedRunOffersNoTools) {
  auto recorded = std::make_shared<ShownRun>();
  recorded->recorded = true;
  recorded->judged.scenario = model.run->judged.scenario;
  model.run = recorded;
  model.lanes.clear();
  EXPECT_FALSE(is_there<intent::Break>(commands(model, Words::in(Language::english), {})));
}

TEST_F(Keyboard, BackspaceGoesAStepBackInALesson) {
  want(model, intent::OpenLesson{0});
  want(model, intent::GoToStep{+1});
  EXPECT_EQ(model.lesson->step, 1u);
  press(model, Key::backspace);
  EXPECT_EQ(model.lesson->step, 0u);
}

TEST_F(Keyboard, TheQuestionBeforeLeavingTakesLettersAndEnter) {
  want(model, intent::Break{Spot{SpotKind::lane, 0}, 0, {}, {}});
  update(model, intent::Quit{});
  ASSERT_TRUE(model.leave_for);
  press(model, Key::enter);
  EXPECT_TRUE(model.dialog);
  press(model, Key::escape);
  update(model, intent::Quit{});
  type(model, 'd');
  EXPECT_TRUE(model.quit);
}

// Regression: at 0 ms, where the chips show "?", the list named the promises that will break.
TEST_F(Commands, DoNotGiveAwayWhatIsNotReachedYet) {
  const Words& say = Words::in(Language::english);
  const auto told = [&](std::string_view what) {
    std::size_t times = 0;
    for (const WindowCommand& command : commands(model, say, {}))
      if (command.wanted.get_if<intent::SeekVerdict>()) times += command.words.ends_with(say(what));
    return times;
  };
  EXPECT_EQ(told("kept.broken"), 0u);
  EXPECT_GT(told("kept.later"), 0u);
  update(model, intent::GoToEnd{});
  model.branches[0].reached = model.run->trace().size();
  EXPECT_GT(told("kept.broken"), 0u);
  EXPECT_EQ(told("kept.later"), 0u);
}

}  // namespace
}  // namespace locklab::app
