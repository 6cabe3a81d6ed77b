// Readability: contrast and size of letters, computed from whole painted frames in all themes and
// both languages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <imgui/imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/navigation.h"
#include "app/gui/update/update.h"
#include "app/gui/window/font_sample.h"
#include "app/gui/window/shell/unseen_window.h"
#include "tests/support/forged_matrix.h"
#include "tests/support/named_widgets.h"
#include "tests/support/painted_frame.h"

namespace locklab::app {
namespace {

using namespace intent;
using test::PaintedFrame;
using test::PaintedLetter;

/// Cached runs by name, because many screens show the same ones.
ShownRunPtr run_for_a_screen(const std::string& name) {
  static std::map<std::string, ShownRunPtr> all;
  ShownRunPtr& run = all[name];
  if (!run) run = std::get<ShownRunPtr>(make_shown_run(sim::Library(), name));
  return run;
}

/// Carries out an intent; of its jobs, only runs.
void wish_for(Model& model, const Intent& wanted) {
  const std::optional<Job> job = update(model, wanted);
  if (!job) return;
  if (const auto* run = job->work.get_if<work::Run>())
    update(model, Opened{job->job, run_for_a_screen(run->name)});
}

void to_the_violation(Model& model) { wish_for(model, RunUntil{Until::violation}); }

struct ShownScreen {
  const char* name;
  const char* story;
  std::function<void(Model&)> go;
};

std::vector<ShownScreen> shown_screens() {
  return {
      {"at the start", "F06", [](Model&) {}},
      {"first start", "F06", [](Model& m) { m.settings.welcomed = false; }},
      {"the violation", "F06", to_the_violation},
      {"the end", "F06", [](Model& m) { wish_for(m, GoToEnd{}); }},
      {"many nodes", "F12", to_the_violation},
      {"the cluster", "F12",
       [](Model& m) {
         to_the_violation(m);
         wish_for(m, ShowPanes{Panes::cluster});
       }},
      {"a failover", "F11", to_the_violation},
      {"two runs", "F06",
       [](Model& m) {
         wish_for(m, Break{Spot{SpotKind::lane, 0}, 0, {}, {}});
         wish_for(m, Compare{0});
       }},
      {"set up", "F16", [](Model& m) { wish_for(m, SetUp{true}); }},
      {"a lesson", "F06", [](Model& m) { wish_for(m, OpenLesson{0}); }},
      {"a question", "F06",
       [](Model& m) {
         wish_for(m, OpenLesson{8});
         for (int i = 0; i < 8 && !open_question(m); ++i) wish_for(m, GoToStep{+1});
       }},
      {"presenting", "F06",
       [](Model& m) {
         to_the_violation(m);
         wish_for(m, Present{true});
       }},
      {"the keys", "F06", [](Model& m) { wish_for(m, Help{true}); }},
      {"all lessons", "F06", [](Model& m) { wish_for(m, ListLessons{true}); }},
      {"all commands", "F06", [](Model& m) { wish_for(m, ShowCommands{true}); }},
      {"a live run", "F06", [](Model& m) { wish_for(m, ShowLive{true}); }},
      {"exploring", "F06", [](Model& m) { wish_for(m, ShowExplore{true}); }},
      {"a problem", "F06",
       [](Model& m) {
         m.problem = say("cannot write {}", "somewhere");
         m.warning = say("cannot write {}", "elsewhere");
       }},
      {"the matrix", "F06",
       [](Model& m) {
         m.matrix.matrix = std::make_shared<Matrix>(test::forged_matrix("set_px_lua", "pause"));
         m.screen = Screen::matrix;
       }},
      {"the traits", "F06",
       [](Model& m) {
         m.matrix.matrix = std::make_shared<Matrix>(test::forged_matrix("set_px_lua", "pause"));
         m.matrix.traits = true;
         m.screen = Screen::matrix;
       }},
      {"the challenges", "F06", [](Model& m) { m.screen = Screen::challenges; }},
      {"a challenge", "F06",
       [](Model& m) {
         m.screen = Screen::challenges;
         wish_for(m, InChallenge{challenge::OpenLevel{0}});
       }},
      {"a load", "F06",
       [](Model& m) {
         m.screen = Screen::stress;
         ShownLoad load;
         load.number = 1;
         load.work.strategy = find_strategy("set_px_lua");
         load.work.clients = 16;
         load.work.servers = 16;
         load.seconds.assign(60, StressSecond{.locks = 100'000, .p50_us = 100, .p99_us = 1'000});
         load.shares.assign(16, 1'000);
         load.limit = 200'000;
         m.stress.loads.push_back(load);
       }},
  };
}

Model on_screen(const ShownScreen& scene, ThemeName theme, Language language) {
  Model model;
  model.settings.language = language;
  model.settings.theme = theme;
  model.settings.welcomed = true;
  model.settings.motion = false;
  wish_for(model, Open{scene.story});
  scene.go(model);
  return model;
}

/// True for a letter under a dialog, which is dimmed and need not be readable.
bool is_below_a_dialog(const Model& model, const PaintedLetter& letter) {
  const bool covered = model.dialog || model.leave_for || model.live.shown || model.form ||
                       model.commands || model.exploring.shown || model.lessons_listed ||
                       model.help;
  return covered && letter.window.starts_with("lab");
}

// Heights of a line, a third more than the font size that WCAG and style sheets mean.
constexpr float large_line = 32;     ///< WCAG's large text: 24 px
constexpr float least_line = 14.4f;  ///< 11 px

/// The words with letters that `is_wrong`, one per line; empty if there is at most one, which a
/// line such as the cursor's may cross.
std::string letters_that(const Model& model, const PaintedFrame& frame,
                         const std::function<bool(const PaintedLetter&)>& is_wrong) {
  std::set<std::string> words;
  for (const PaintedLetter& letter : frame.letters())
    if (!letter.faded && !is_below_a_dialog(model, letter) && is_wrong(letter))
      words.insert(fmt::format("'{}' at {:.0f},{:.0f} in {}: {:.1f}:1, {:.1f} px\n",
                               frame.words_around(letter), letter.from.x, letter.from.y,
                               letter.window, letter.contrast, letter.size));
  std::string all;
  if (words.size() < 2) return all;
  for (const std::string& one : words) all += one;
  return all;
}

struct PaintedLook {
  ThemeName theme;
  Language language;
  ImVec2 size;
  float scale;
};

class WhatIsPainted : public testing::TestWithParam<PaintedLook> {};

/// Leaves out spaces and thin characters such as "·", which have too few pixels to measure.
bool is_a_letter(const PaintedLetter& letter) {
  return letter.to.x - letter.from.x >= 2 && letter.to.y - letter.from.y >= 4 &&
         letter.character > ' ';
}

TEST_P(WhatIsPainted, CanBeReadOnEveryScreen) {
  const PaintedLook look = GetParam();
  UnseenWindow window(look.size.x, look.size.y, sample_of_all_text({}), look.scale);
  for (const ShownScreen& scene : shown_screens()) {
    const Model model = on_screen(scene, look.theme, look.language);
    for (int i = 0; i < 4; ++i) window.draw(model);
    const PaintedFrame frame(*ImGui::GetDrawData(), Theme::of(look.theme).ground());
    EXPECT_GT(frame.letters().size(), 100u) << scene.name;
    EXPECT_EQ(letters_that(model, frame,
                           [](const PaintedLetter& letter) {
                             return is_a_letter(letter) &&
                                    letter.contrast < (letter.size >= large_line ? 3.0f : 4.5f);
                           }),
              "")
        << scene.name;
    EXPECT_EQ(letters_that(model, frame,
                           [](const PaintedLetter& letter) { return letter.size < least_line; }),
              "")
        << scene.name;
  }
}

std::string name_of_look(const testing::TestParamInfo<PaintedLook>& info) {
  static constexpr const char* themes[] = {"dark", "light", "projector"};
  return fmt::format("{}_{}_{}", themes[static_cast<std::size_t>(info.param.theme)],
                     info.param.language == Language::english ? "en" : "zh",
                     static_cast<int>(info.param.size.y));
}

INSTANTIATE_TEST_SUITE_P(
    Contrast, WhatIsPainted,
    testing::Values(PaintedLook{ThemeName::dark, Language::english, {1280, 720}, 1},
                    PaintedLook{ThemeName::light, Language::chinese, {1280, 720}, 1},
                    PaintedLook{ThemeName::projector, Language::english, {1280, 720}, 1.25f},
                    PaintedLook{ThemeName::light, Language::english, {960, 540}, 0.75f}),
    name_of_look);

TEST(Contrast, IsWhatWcagSays) {
  EXPECT_NEAR(test::contrast({0, 0, 0}, {1, 1, 1}), 21, 0.01);
  EXPECT_NEAR(test::contrast({0.4667f, 0.4667f, 0.4667f}, {1, 1, 1}), 4.48, 0.03);
}

TEST(Dialogs, DimAllThatLiesBehindThem) {
  UnseenWindow window(1280, 720);
  const auto frame_of = [&](const Model& model) {
    for (int i = 0; i < 4; ++i) window.draw(model);
    return PaintedFrame(*ImGui::GetDrawData(), Theme::of(model.settings.theme).ground());
  };
  for (const ThemeName theme : {ThemeName::dark, ThemeName::light}) {
    Model model = on_screen({"", "F06", to_the_violation}, theme, Language::english);
    const PaintedFrame before = frame_of(model);
    wish_for(model, ShowLive{true});
    const PaintedFrame after = frame_of(model);
    ASSERT_TRUE(test::widget_named(window, "live close"));
    const ImGuiWindow* dialog = ImGui::FindWindowByName("live");
    ASSERT_TRUE(dialog);
    std::size_t bright = 0;
    for (float y = 8; y < 720; y += 9)
      for (float x = 8; x < 1280; x += 9) {
        if (dialog->Rect().Contains({x, y})) continue;
        const test::Rgb a = before.at(x, y);
        const test::Rgb b = after.at(x, y);
        if (a.red + a.green + a.blue > 0.3f &&
            b.red + b.green + b.blue > 0.75f * (a.red + a.green + a.blue))
          ++bright;
      }
    EXPECT_EQ(bright, 0u);
  }
}

TEST(Ruler, NoNumberLiesUnderAnotherAndTheLastFlagIsWhole) {
  for (const float width : {1280.0f, 1440.0f}) {
    UnseenWindow window(width, 720);
    for (const char* story : {"F06", "F12", "F11"}) {
      Model model = on_screen({"", story, [](Model&) {}}, ThemeName::dark, Language::english);
      for (int step = 0; step < 40; ++step) {
        wish_for(model, Seek{static_cast<double>(model.run->scene.end) * step / 39});
        for (int i = 0; i < 3; ++i) window.draw(model);
        const PaintedFrame frame(*ImGui::GetDrawData(), Theme::of(ThemeName::dark).ground());
        const NamedRectangle area = test::widget_named(window, "timeline").value();
        std::vector<const PaintedLetter*> ruler;
        for (const PaintedLetter& letter : frame.letters())
          if (letter.window.starts_with("lab/timeline") && letter.from.x > area.from.x &&
              letter.to.y < area.from.y + 40)
            ruler.push_back(&letter);
        EXPECT_GT(ruler.size(), 10u);
        for (std::size_t i = 0; i < ruler.size(); ++i) {
          EXPECT_LE(ruler[i]->to.x, area.to.x);
          for (std::size_t k = 0; k < i; ++k)
            EXPECT_FALSE(
                ruler[i]->from.x < ruler[k]->to.x - 1 && ruler[k]->from.x < ruler[i]->to.x - 1 &&
                ruler[i]->from.y < ruler[k]->to.y - 1 && ruler[k]->from.y < ruler[i]->to.y - 1)
                << story << " at " << model.cursor.at_us << ": " << frame.words_around(*ruler[i]);
        }
      }
    }
  }
}

TEST(Ruler, AFlagOfAnyKindIsWholeAtEitherEdge) {
  UnseenWindow window(1280, 720);
  std::set<std::string> kinds;
  for (const char* story : {"F06", "F12", "F11"}) {
    Model model = on_screen({"", story, [](Model&) {}}, ThemeName::dark, Language::english);
    const Axis axis = axis_of(model);
    const TimeView whole = whole_view(model);
    const sim::Trace& trace = model.run->trace();
    for (std::uint32_t event = 0; event < trace.size(); ++event) {
      const double at = axis.position(trace[event].at, event);
      for (const TimeView& part :
           {TimeView{at - whole.span() / 4, at}, TimeView{at, at + whole.span() / 4}}) {
        const bool strikes_here = strikes(trace[event].kind);
        const bool breaks_here =
            std::any_of(model.run->scene.clashes.begin(), model.run->scene.clashes.end(),
                        [&](const Clash& clash) { return clash.event == event; });
        const bool ends_here = ends_fault(trace[event].kind);
        if (!strikes_here && !breaks_here && !ends_here) continue;
        model.view = part;
        for (int i = 0; i < 3; ++i) window.draw(model);
        const std::vector<NamedRectangle> timeline = test::widgets_named(window, "timeline");
        ASSERT_FALSE(timeline.empty());
        for (const NamedRectangle& flag : test::widgets_named(window, "flag of ")) {
          kinds.insert(flag.name);
          EXPECT_GE(flag.from.x, timeline[0].from.x) << flag.name << " of " << story;
          EXPECT_LE(flag.to.x, timeline[0].to.x) << flag.name << " of " << story;
        }
      }
    }
  }
  EXPECT_EQ(kinds.size(), 3u) << "broken promises, faults and their ends";
}

TEST(Ruler, TheLineOfAMarkLeavesTheCursorsTimeAlone) {
  UnseenWindow window(1280, 720);
  Model model = on_screen({"", "F06", [](Model&) {}}, ThemeName::dark, Language::english);
  for (const double part : {0.1, 0.5, 0.9}) {
    const double at = static_cast<double>(model.run->scene.end) * part;
    wish_for(model, Seek{at});
    wish_for(model, SetMark{0, at});
    for (int i = 0; i < 3; ++i) window.draw(model);
    const auto time = test::widgets_named(window, "cursor time ");
    const auto lines = test::widgets_named(window, "line of a mark");
    ASSERT_EQ(time.size(), 1u);
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_GT(lines[0].to.x, time[0].from.x) << "it is below the time";
    EXPECT_LT(lines[0].from.x, time[0].to.x);
    EXPECT_GE(lines[0].from.y, time[0].to.y - 0.5f);
  }
}

TEST(Words, OfOneTextAreSetTogether) {
  // Separate pieces would each begin at a whole pixel, with a wide gap in "keep two" and none in "A
  // flag".
  UnseenWindow window(1280, 720);
  Model model = on_screen({"", "F06", [](Model& m) { wish_for(m, OpenLesson{0}); }},
                          ThemeName::dark, Language::english);
  for (int i = 0; i < 4; ++i) window.draw(model);
  const PaintedFrame frame(*ImGui::GetDrawData(), Theme::of(ThemeName::dark).ground());
  ImFont* const font = ImGui::GetIO().FontDefault;
  std::size_t gaps = 0;
  for (std::size_t i = 1; i < frame.letters().size(); ++i) {
    const PaintedLetter& one = frame.letters()[i - 1];
    const PaintedLetter& next = frame.letters()[i];
    if (!one.window.starts_with("lab/lesson") || one.font != font || next.font != font) continue;
    const float space =
        next.start - one.start - font->GetCharAdvance(static_cast<ImWchar>(one.character));
    const float wanted = font->GetCharAdvance(' ');
    if (std::abs(space - wanted) > 1.5f) continue;  // not the end of a word
    ++gaps;
    EXPECT_NEAR(space, wanted, 0.05f) << frame.words_around(one);
  }
  EXPECT_GT(gaps, 20u);
}

}  // namespace
}  // namespace locklab::app
