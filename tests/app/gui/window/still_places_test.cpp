// Messages that come and go move nothing under the mouse; laid out without a display.
#include <gtest/gtest.h>
#include <imgui/imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "app/changes/fault_tools.h"
#include "app/gui/model/explore_form.h"
#include "app/gui/update/update.h"
#include "sim/trace/sentence.h"
#include "tests/support/class_room.h"

namespace locklab::app {
namespace {

using test::ClassRoomScreen;

/// True for a message: it lies in front, or in lines that are reserved for it.
bool is_said(std::string_view name) {
  for (const char* said : {"problem", "warning", "done", "reason", "load wrong", "load hint"})
    if (name.starts_with(said)) return true;
  return name.ends_with(" wrong") || name.ends_with(" problem");
}

/// All named rectangles but those of the messages.
std::vector<NamedRectangle> places_in(ClassRoomScreen& window, const Model& model) {
  window.show(model);
  std::vector<NamedRectangle> all = window.named();
  std::erase_if(all, [](const NamedRectangle& one) { return is_said(one.name); });
  return all;
}

/// The rectangles that moved, one per line, up to the first one that came or went; empty if nothing
/// changed.
std::string moved(const std::vector<NamedRectangle>& before,
                  const std::vector<NamedRectangle>& after) {
  std::string all;
  for (std::size_t i = 0; i < std::max(before.size(), after.size()); ++i) {
    if (i >= before.size() || i >= after.size() || before[i].name != after[i].name) {
      const auto& longer = i < after.size() ? after : before;
      return all + longer[i].name + " has come or gone\n";
    }
    const NamedRectangle& one = before[i];
    const NamedRectangle& other = after[i];
    if (std::abs(one.from.x - other.from.x) + std::abs(one.from.y - other.from.y) > 0.5f ||
        std::abs(one.to.x - other.to.x) + std::abs(one.to.y - other.to.y) > 0.5f)
      all += one.name + " has moved\n";
  }
  return all;
}

// Regression: an error moved everything down by 24 pixels, so the pointer over "crash" was over
// "power off".
TEST(StillPlaces, AProblemAWarningOrGoodNewsMovesNothing) {
  test::in_looks({.themes = {ThemeName::dark}, .sizes = {{1280, 720}, {1440, 900}}},
                 [](ThemeName theme, Language language, ImVec2 size) {
                   Model model = test::opened_story("F12", theme, language);
                   ClassRoomScreen window(model, size);
                   const std::vector<NamedRectangle> before = places_in(window, model);
                   ASSERT_GT(before.size(), 50u);
                   const auto news =
                       say("cannot write {}", "/a/file/somewhere/that/has/a/long/path.toml");
                   for (auto said : {&Model::problem, &Model::warning, &Model::done}) {
                     model.*said = news;
                     EXPECT_EQ(moved(before, places_in(window, model)), "");
                     EXPECT_TRUE(window.has("problem close"));
                   }
                   model.problem = model.warning = model.done = {};
                   EXPECT_EQ(moved(before, places_in(window, model)), "");
                 });
}

/// False for a field that is reached by scrolling: it scrolls into sight when it gets the keyboard.
bool is_in_sight(const NamedRectangle& one) {
  const auto* const window = static_cast<const ImGuiWindow*>(one.window);
  return window && window->InnerRect.Contains(ImRect(one.from, one.to));
}

struct TriedForm {
  const char* name;
  std::function<void(Model&)> open;
  /// Makes a field of the form wrong, which is given by its widget's name.
  std::function<void(Model&, const std::string&, const Sentence&)> make_wrong;
};

/// "size" for the widget "form size".
std::string after_first_word(const std::string& name) { return name.substr(name.find(' ') + 1); }

const std::vector<TriedForm>& tried_forms() {
  const auto in_the_lab = [](Model& model, const std::string& field, const Sentence& why) {
    model.wrong_field = {field, "zz", why};
  };
  static const std::vector<TriedForm> all{
      {"set-up", [](Model& model) { update(model, intent::SetUp{true}); }, in_the_lab},
      {"time", [](Model&) {},
       [](Model& model, const std::string&, const Sentence&) {
         model.until = {"zz", false, true};
       }},
      {"fault",
       [](Model& model) {
         update(model, intent::NewFault{Spot{SpotKind::lane, 0}, breaking_tool("pause"), 1e5, {}});
       },
       [](Model& model, const std::string& field, const Sentence& why) {
         model.form->wrong = after_first_word(field);
         model.form->problem = why.english();
       }},
      {"story", [](Model& model) { update(model, intent::EditStory{}); },
       [](Model& model, const std::string& field, const Sentence& why) {
         model.story_form->wrong = after_first_word(field);
         model.story_form->problem = why;
       }},
      {"search", [](Model& model) { update(model, intent::ShowExplore{true}); },
       [](Model& model, const std::string&, const Sentence&) {
         model.exploring.form.set = "work_ms=";
         model.exploring.problem = wrong_settings(model.exploring.form.set);
       }},
      {"load",
       [](Model& model) {
         update(model, intent::ShowScreen{Screen::stress});
         update(model, intent::UnfoldLoad{true});
       },
       [](Model& model, const std::string& field, const Sentence& why) {
         std::string option = "--" + after_first_word(field);
         std::replace(option.begin(), option.end(), '_', '-');
         model.stress.mistakes[option] = why;
       }},
      {"live run",
       [](Model& model) {
         update(model, intent::ShowLive{true});
         model.live.own = false;
         model.live.servers = "nowhere:99999";
       },
       [](Model& model, const std::string&, const Sentence&) { update(model, intent::RunLive{}); }},
      {"file",
       [](Model& model) {
         update(model, intent::OpenDialog{true, FileKind::scenario});
       },
       [](Model& model, const std::string&, const Sentence& why) { model.dialog->problem = why; }}};
  return all;
}

// Regression: a jitter of "zz" moved everything below it by 70 pixels, so a click that was meant
// for another field removed a client.
TEST(StillPlaces, AFieldOfAnyFormThatTurnsWrongMovesNothing) {
  test::in_looks({.themes = {ThemeName::dark}, .sizes = {{1280, 720}, {1920, 1080}}},
                 [](ThemeName theme, Language language, ImVec2 size) {
                   const Sentence why = say("'{}' is not a valid server", std::string(60, 'z'));
                   for (const TriedForm& form : tried_forms()) {
                     SCOPED_TRACE(form.name);
                     Model model = test::opened_story("F16", theme, language);
                     form.open(model);
                     ClassRoomScreen window(model, size);
                     ImGui::GetIO().MousePos = {1, 1};
                     const std::vector<NamedRectangle> before = places_in(window, model);
                     std::size_t said = 0;
                     for (const NamedRectangle& field : before) {
                       if (!field.field || !is_in_sight(field)) continue;
                       Model wrong = model;
                       form.make_wrong(wrong, field.name, why);
                       EXPECT_EQ(moved(before, places_in(window, wrong)), "") << field.name;
                       const auto& now = window.named();
                       said += std::any_of(now.begin(), now.end(), [](const NamedRectangle& one) {
                         return is_said(one.name);
                       });
                     }
                     EXPECT_GT(said, 0u);
                   }
                 });
}

// Regression: "these servers" moved the dialog under the pointer.
TEST(StillPlaces, NamingServersForALiveRunMovesNothing) {
  test::in_looks({.themes = {ThemeName::dark}, .sizes = {{1280, 720}}},
                 [](ThemeName theme, Language language, ImVec2 size) {
                   Model model = test::opened_story("F06", theme, language);
                   update(model, intent::ShowLive{true});
                   ClassRoomScreen window(model, size);
                   const std::vector<NamedRectangle> before = places_in(window, model);
                   model.live.own = false;
                   EXPECT_EQ(moved(before, places_in(window, model)), "");
                 });
}

// Regression: "Pause" is longer than "Play" and shifted everything right of it by 12 pixels.
TEST(StillPlaces, PlayBecomesPauseAndMovesNothing) {
  test::in_looks({.themes = {ThemeName::dark}, .sizes = {{1024, 720}, {1280, 720}, {1440, 720}}},
                 [](ThemeName theme, Language language, ImVec2 size) {
                   Model model = test::opened_story("F06", theme, language);
                   ClassRoomScreen window(model, size);
                   const std::vector<NamedRectangle> before = places_in(window, model);
                   update(model, intent::PlayOrPause{});
                   ASSERT_TRUE(model.playing);
                   EXPECT_EQ(moved(before, places_in(window, model)), "");
                 });
}

}  // namespace
}  // namespace locklab::app
