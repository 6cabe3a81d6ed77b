// Screens as a class sees them, in all themes and both languages.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/look.h"
#include "app/gui/update/update.h"
#include "app/gui/window/unseen_window.h"
#include "app/lessons/lesson_list.h"
#include "tests/support/named_widgets.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::test {

inline constexpr app::Language both_languages[] = {app::Language::english, app::Language::chinese};
inline constexpr app::ThemeName all_themes[] = {app::ThemeName::dark, app::ThemeName::light,
                                                app::ThemeName::projector};

inline app::Model set_for(app::ThemeName theme, app::Language language) {
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

inline app::Model story(const char* name, app::ThemeName theme, app::Language language) {
  app::Model model = set_for(theme, language);
  lead(model, app::intent::Open{name});
  app::update(model, app::intent::RunUntil{app::Until::violation});
  return model;
}

/// A window of one size that many models are drawn in.
class ClassRoomScreen {
 public:
  ClassRoomScreen(const app::Model& like, ImVec2 size)
      : scale_(app::drawn_scale(like, 1, size.x, size.y)), window_(size.x, size.y, {}, scale_) {}

  /// Sizes are known in the frame after, and how far words scroll in the one after that.
  void show(const app::Model& model, int frames = 4) {
    for (int i = 0; i < frames; ++i) window_.draw(model);
  }
  std::optional<app::NamedRectangle> widget(const std::string& name) const {
    return widget_named(window_, name);
  }
  std::vector<app::NamedRectangle> all(std::string_view beginning) const {
    return widgets_named(window_, beginning);
  }
  float scale() const { return scale_; }

 private:
  float scale_;
  app::UnseenWindow window_;
};

/// Does something at each step of each lesson, before a class or not.
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

/// Does something at each question of a lesson that a class votes on, while it votes.
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
  app::Model model = set_for(theme, app::Language::english);
  model.presenting = true;
  return model;
}

}  // namespace locklab::test
