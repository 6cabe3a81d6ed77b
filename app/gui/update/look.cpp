#include "app/gui/update/look.h"

#include <algorithm>
#include <cmath>

#include "app/gui/update/lesson_steps.h"

namespace locklab::app {

namespace {

/// Whether a lesson's highlight (app/lessons/point.h) is in a panel.
bool stands_in(std::string_view point, Panel panel) {
  switch (panel) {
    case Panel::source:
      return point == "source" || point == "redis";
    case Panel::inspector:
      return point == "event" || point == "story";
    case Panel::cluster:
      return point == "cluster";
    case Panel::palette:
      return point == "palette" || point.starts_with("palette ");
    case Panel::branches:
      return point == "branches";
    case Panel::verdicts:
      return point == "verdicts" || point.starts_with("verdict ");
    case Panel::holding:
      return point.starts_with("holding ");
    default:
      return false;
  }
}

/// A size in pixels at 100 %.
struct Room {
  float width, height;
};
constexpr Room least_room{400, 300};      ///< minimum usable size
constexpr Room presenter_room{800, 450};  ///< lesson, timeline and source side by side
constexpr Room large_room{1536, 800};     ///< everything is scaled up in a larger window
constexpr float presenter_scale = 1.35f;

bool points_at_the_timeline(const Model& model) {
  const LessonStep* step = step_at(model);
  return step && step->showing &&
         std::any_of(step->showing->point.begin(), step->showing->point.end(),
                     [](const std::string& point) {
                       return point.starts_with("lane ") || point.starts_with("holding ");
                     });
}

bool& hidden(Model& model, Panel panel) {
  return model.settings.layout.hidden[static_cast<std::size_t>(panel)];
}

/// Whether a panel other than the cluster is wanted in a lesson. Without a choice by the user:
/// branches if there are any or the step highlights the palette; strips of holders if the settings
/// show them; no other panel.
bool is_wanted_in_lesson(const Model& model, Panel panel) {
  if (const auto chosen = model.lesson_panels[static_cast<std::size_t>(panel)]) return *chosen;
  if (panel == Panel::branches)
    return model.branches.size() > 1 || is_pointed_at(model, Panel::palette);
  if (panel == Panel::holding)
    return !model.settings.layout.hidden[static_cast<std::size_t>(panel)];
  return false;
}

}  // namespace

void change_look(Model& model, const intent::SetLanguage& set) {
  model.settings.language = set.language;
}

void change_look(Model& model, const intent::SetTheme& set) { model.settings.theme = set.theme; }

void change_look(Model& model, const intent::SetScale& set) {
  const int percent = std::clamp(set.percent, least_scale, most_scale);
  if (set.released) model.settings.scale_percent = percent;
  model.wanted_scale = set.released ? std::nullopt : std::optional(percent);
}

void change_look(Model& model, const intent::SetMotion& set) { model.settings.motion = set.on; }

void change_look(Model& model, const intent::SetLayout& set) { model.settings.layout = set.layout; }

void change_look(Model& model, const intent::ShowPanes& show) {
  (model.lesson ? model.lesson_panes.emplace() : model.settings.layout.panes) = show.panes;
}

void change_look(Model& model, const intent::ShowPanel& show) {
  if (show.panel == Panel::lesson || show.panel == Panel::count_) return;
  if (show.panel == Panel::cluster) {
    if (show.shown != is_wanted(model, Panel::cluster))
      change_look(model, intent::ShowPanes{show.shown ? Panes::both : Panes::timeline});
  } else if (model.lesson) {
    model.lesson_panels[static_cast<std::size_t>(show.panel)] = show.shown;
  } else {
    hidden(model, show.panel) = !show.shown;
  }
}

void change_look(Model& model, const intent::PutWarningAway&) { model.warning = {}; }

void change_look(Model& model, const intent::PutDoneAway&) { model.done = {}; }

void change_look(Model& model, const intent::PutProblemAway&) { model.problem = {}; }

void change_look(Model& model, const intent::WrongInput& input) { model.wrong_field = input.wrong; }

void change_look(Model& model, const intent::Welcomed&) { model.settings.welcomed = true; }
void change_look(Model& model, const intent::Help& help) { model.help = help.shown; }
void change_look(Model& model, const intent::Present& present) { model.presenting = present.on; }
void change_look(Model& model, const intent::SetFullScreen& set) { model.full_screen = set.on; }

bool is_covered(const Model& model) {
  return model.dialog || model.leave_for || model.live.shown || model.form || model.story_form ||
         model.commands || model.exploring.shown || model.lessons_listed;
}

bool is_presenting(const Model& model) { return model.presenting && model.screen == Screen::lab; }

Panes wanted_panes(const Model& model) {
  return model.lesson ? model.lesson_panes.value_or(Panes::both) : model.settings.layout.panes;
}

bool is_wanted(const Model& model, Panel panel) {
  if (panel == Panel::lesson) return model.lesson.has_value();
  if (panel == Panel::cluster) return wanted_panes(model) != Panes::timeline;
  if (model.lesson) return is_wanted_in_lesson(model, panel);
  return !model.settings.layout.hidden[static_cast<std::size_t>(panel)];
}

bool is_pointed_at(const Model& model, Panel panel) {
  const LessonStep* step = step_at(model);
  return step && step->showing &&
         std::any_of(step->showing->point.begin(), step->showing->point.end(),
                     [&](const std::string& point) { return stands_in(point, panel); });
}

bool is_shown(const Model& model, Panel panel) {
  return is_wanted(model, panel) || is_pointed_at(model, panel);
}

Panes shown_panes(const Model& model) {
  const Panes wanted = wanted_panes(model);
  const bool both = (wanted == Panes::timeline && is_pointed_at(model, Panel::cluster)) ||
                    (wanted == Panes::cluster && points_at_the_timeline(model));
  return both ? Panes::both : wanted;
}

float wanted_scale(const Model& model, float density, float width, float height) {
  const float large =
      std::floor(std::min(width / large_room.width, height / large_room.height) * 8) / 8;
  const float scale =
      static_cast<float>(model.settings.scale_percent) / 100 * std::max(density, large);
  return model.settings.theme == ThemeName::projector ? scale * 1.25f : scale;
}

float drawn_scale(const Model& model, float density, float width, float height) {
  // In steps, so that resizing the window does not rebuild the fonts for every pixel.
  const auto with_room = [&](Room least) {
    return std::floor(std::min(width / least.width, height / least.height) * 8) / 8;
  };
  const float wanted = wanted_scale(model, density, width, height);
  const float scale = std::min(wanted, std::max(with_room(least_room), 0.75f));
  if (!is_presenting(model)) return scale;
  return std::max(scale, std::min(wanted * presenter_scale, with_room(presenter_room)));
}

std::string_view name(Panel panel) {
  static constexpr std::string_view names[] = {"lesson",  "source",   "inspector", "cluster",
                                               "palette", "branches", "verdicts",  "holding"};
  static_assert(std::size(names) == panel_count);
  return names[static_cast<std::size_t>(panel)];
}

}  // namespace locklab::app
