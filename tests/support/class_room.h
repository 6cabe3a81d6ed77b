// Screens as a class sees them, in all themes and both languages.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/look.h"
#include "app/gui/update/update.h"
#include "app/gui/window/shell/unseen_window.h"
#include "app/lessons/lesson_list.h"
#include "tests/support/named_widgets.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::test {

inline constexpr app::Language both_languages[] = {app::Language::english, app::Language::chinese};
inline constexpr app::ThemeName all_themes[] = {app::ThemeName::dark, app::ThemeName::light,
                                                app::ThemeName::projector};

/// The looks that a test goes through; by default all themes, both languages, and the sizes of
/// class-room screens.
struct Looks {
  std::vector<app::ThemeName> themes{std::begin(all_themes), std::end(all_themes)};
  std::vector<app::Language> languages{std::begin(both_languages), std::end(both_languages)};
  std::vector<ImVec2> sizes{{1024, 640}, {1280, 720}, {1920, 1080}};
};

/// Calls `test(theme, language, size)` for each look, which failures name.
template <class Test>
void in_looks(const Looks& looks, Test test) {
  for (const app::ThemeName theme : looks.themes)
    for (const app::Language language : looks.languages)
      for (const ImVec2 size : looks.sizes) {
        SCOPED_TRACE(fmt::format("theme {}, {}, at {}", static_cast<int>(theme),
                                 language == app::Language::chinese ? "zh" : "en", size.x));
        test(theme, language, size);
      }
}

inline app::Model set_for(app::ThemeName theme = app::ThemeName::dark,
                          app::Language language = app::Language::english) {
  app::Model model;
  model.settings.language = language;
  model.settings.theme = theme;
  model.settings.welcomed = true;
  model.settings.motion = false;
  return model;
}

inline void lead(app::Model& model, const app::Intent& wanted) {
  if (const auto job = app::update(model, wanted)) app::work_on(model, job);
}

/// A model that shows a story at its start.
inline app::Model opened_story(const char* name, app::ThemeName theme = app::ThemeName::dark,
                               app::Language language = app::Language::english) {
  app::Model model = set_for(theme, language);
  lead(model, app::intent::Open{name});
  return model;
}

/// A model that shows a story at its first violation.
inline app::Model story(const char* name, app::ThemeName theme = app::ThemeName::dark,
                        app::Language language = app::Language::english) {
  app::Model model = opened_story(name, theme, language);
  app::update(model, app::intent::RunUntil{app::Until::violation});
  return model;
}

/// Uses a tool, given by its number, on a lane.
inline void strike(app::Model& model, std::uint16_t lane, std::uint16_t tool = 0) {
  lead(model, app::intent::Break{app::Spot{app::SpotKind::lane, lane}, tool, {}, {}});
}

/// A window of one size, in which many models are drawn.
class ClassRoomScreen {
 public:
  /// Uses the scale in which `like` would be drawn.
  ClassRoomScreen(const app::Model& like, ImVec2 size)
      : ClassRoomScreen(size, app::drawn_scale(like, 1, size.x, size.y)) {}
  explicit ClassRoomScreen(ImVec2 size = {1280, 720}, float scale = 1)
      : scale_(scale), window_(size.x, size.y, {}, scale) {}

  /// Draws several frames: sizes are known one frame later, and scroll ranges of texts two frames
  /// later.
  void show(const app::Model& model, int frames = 4) {
    for (int i = 0; i < frames; ++i) window_.draw(model);
  }
  std::optional<app::NamedRectangle> widget(std::string_view name) const {
    return widget_named(window_, name);
  }
  bool has(std::string_view name) const { return widget(name).has_value(); }
  std::vector<app::NamedRectangle> all(std::string_view beginning) const {
    return widgets_named(window_, beginning);
  }
  const std::vector<app::NamedRectangle>& named() const { return window_.named(); }
  float scale() const { return scale_; }
  /// The height of a widget in units; 0 if there is none.
  float height(std::string_view name) const {
    const auto found = widget(name);
    return found ? (found->to.y - found->from.y) / scale_ : 0;
  }

  /// Widgets that are cut off, and buttons that overlap, one per line.
  std::string misplaced() const {
    std::string wrong;
    std::vector<app::NamedRectangle> buttons;
    for (const app::NamedRectangle& one : named()) {
      if (one.cut) wrong += one.name + " is cut off\n";
      if (!one.button) continue;  // only visible buttons count
      for (const app::NamedRectangle& other : buttons)
        if (overlap(one, other, 1)) wrong += one.name + " lies over " + other.name + "\n";
      buttons.push_back(one);
    }
    return wrong;
  }

  /// The tooltip after the mouse rests on a widget; std::nullopt if there is none.
  std::optional<app::NamedRectangle> tooltip_of(const app::Model& model,
                                                const app::NamedRectangle& one) {
    ImGui::GetIO().MousePos = {(one.from.x + one.to.x) / 2, (one.from.y + one.to.y) / 2};
    show(model, 5);
    return widget("tooltip");
  }

  const app::Fonts& fonts() const { return window_.fonts(); }

 private:
  float scale_;
  app::UnseenWindow window_;
};

/// A window that shows one model at rest.
class ScreenAtRest : public ClassRoomScreen {
 public:
  ScreenAtRest(const app::Model& model, ImVec2 size = {1280, 720}) : ClassRoomScreen(model, size) {
    show(model, 5);
  }
};

/// Calls `at(model, name)` at each step of each lesson, presenting or not.
template <class At>
void at_each_step(app::ThemeName theme, app::Language language, bool presenting, At at) {
  const auto& all = app::lessons(language);
  for (std::size_t lesson = 0; lesson < all.size(); ++lesson) {
    app::Model model = set_for(theme, language);
    model.presenting = presenting;
    lead(model, app::intent::OpenLesson{lesson});
    for (std::size_t step = 0; step < all[lesson].steps.size(); ++step) {
      at(model, all[lesson].id + " step " + std::to_string(step + 1));
      if (step + 1 < all[lesson].steps.size()) lead(model, app::intent::GoToStep{+1});
    }
  }
}

/// Calls `at(model, question, name)` for each question with given answers, while a class votes on
/// it.
template <class At>
void at_each_vote(app::ThemeName theme, app::Language language, At at) {
  at_each_step(theme, language, true, [&](const app::Model& model, const std::string& step) {
    const app::LessonQuestion* asked = app::open_question(model);
    if (!asked || asked->open != app::OpenAnswer::none) return;
    app::Model voting = model;
    app::update(voting, app::intent::CountVotes{true});
    at(voting, *asked, step);
  });
}

inline app::Model presented(app::ThemeName theme) {
  app::Model model = set_for(theme);
  model.presenting = true;
  return model;
}

}  // namespace locklab::test
