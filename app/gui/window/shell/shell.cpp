// Arranges the panels of the lab, and draws the shown screen and the dialogs.
#include <fmt/format.h>

#include <algorithm>

#include "app/gui/layout/lab_layout.h"
#include "app/gui/update/look.h"
#include "app/gui/window/shortened.h"
#include "app/gui/window/view.h"
#include "app/gui/window/widgets/stray_click.h"

namespace locklab::app {

namespace {

constexpr float least_below_welcome = 190;  ///< height in pixels at 100 %; with less, brief hints
constexpr float lesson_margin = 10;  ///< in pixels at 100 %; with the gap, fits the shortest arrow

/// Draws a draggable gap between two panels. Returns the distance dragged since the last frame.
ImVec2 dragged(const View& view, const char* name, ImVec2 at, ImVec2 size,
               ImGuiMouseCursor cursor) {
  const ImVec2 back = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton(name, size);
  view.name_last(name);
  const bool active = ImGui::IsItemActive();
  if (active || ImGui::IsItemHovered()) {
    ImGui::SetMouseCursor(cursor);
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + size.x, at.y + size.y},
                                              faded(view.theme.accent, 0.5f));
  }
  ImGui::SetCursorScreenPos(back);
  return active ? ImGui::GetIO().MouseDelta : ImVec2{0, 0};
}

/// Changes a panel's size from `now` by `by` pixels, unless `by` is 0, and stores it in `part` as a
/// fraction of `whole`, from least_part to most_part.
void take(float& part, float now, float by, float whole) {
  if (by != 0) part = std::clamp((now + by) / whole, least_part, most_part);
}

/// Draws a draggable gap on the right of the panel drawn last. Returns the distance dragged since
/// the last frame.
float splitter_beside(const View& view, const char* name, float height) {
  ImGui::SameLine();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  return dragged(view, name, {at.x - gap, at.y}, {gap, height}, ImGuiMouseCursor_ResizeEW).x;
}

/// Draws a draggable gap above a panel that is `height` pixels high. A drag stores the panel's new
/// height in `part`, as a fraction of `whole`.
void splitter_below(const View& view, const char* name, float width, float whole, float& part,
                    float height) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float gap = ImGui::GetStyle().ItemSpacing.y;
  take(part, height,
       -dragged(view, name, {at.x, at.y - gap}, {width, gap}, ImGuiMouseCursor_ResizeNS).y, whole);
}

/// Draws the compared runs or else the timeline, the cluster, or both, one above the other.
void middle(const View& view, ImVec2 size, const LabPlaces& places, Layout& layout) {
  if (view.model.comparison) return comparison(view, size);
  if (places.panes == Panes::timeline) return timeline(view, size);
  if (places.panes == Panes::cluster) return cluster(view, size);
  const float spacing = ImGui::GetStyle().ItemSpacing.y;
  const float below = places.cluster;
  timeline(view, {size.x, size.y - below - spacing});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine({at.x, at.y - spacing / 2},
                                      {at.x + size.x, at.y - spacing / 2},
                                      faded(view.theme.line, 0.6f));
  float part = below / size.y;
  splitter_below(view, "splitter cluster", size.x, size.y, part, below);
  if (part != below / size.y) layout.cluster = part;
  cluster(view, {size.x, below});
}

/// Whether the set-up form is on the right, because the lesson is on the left.
bool sets_up_aside(const Model& m) { return m.lesson && m.setting_up && !m.presenting; }

/// Whether the notebook is on the right, in place of source and story.
bool notes_aside(const Model& m) { return m.notebook.shown && !m.presenting; }
bool forms_aside(const Model& m) { return sets_up_aside(m) || notes_aside(m); }

/// The wanted panels, and the sizes that they need.
LabNeeds needs_of(const View& view) {
  const Model& m = view.model;
  const bool presenting = m.presenting;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  LabNeeds needs;
  needs.scale = view.scale;
  needs.width = room.x;
  needs.height = room.y;
  needs.gap = ImGui::GetStyle().ItemSpacing.y;
  needs.timeline = presenting ? shown_timeline_height(view) : least_timeline_height(view);
  needs.low_timeline = low_timeline_height(view);
  needs.cluster = least_cluster_height(view);
  needs.said = view.fonts.small->FontSize + needs.gap;
  needs.holding_first = is_pointed_at(m, Panel::holding) && !is_pointed_at(m, Panel::palette);
  needs.palette = break_panel_height(view);
  needs.tools_only = tool_row_height(view);
  needs.branched = m.branches.size() > 1;
  needs.overview = view.px(overview_height);
  if (!presenting && is_shown(m, Panel::verdicts))
    needs.verdicts = verdict_bar_height(view, room.x);
  needs.reading = m.lesson || (m.setting_up && !presenting);
  needs.lesson = m.lesson.has_value();
  needs.source = is_shown(m, Panel::source) || forms_aside(m);
  needs.inspector = !presenting && is_shown(m, Panel::inspector) && !forms_aside(m);
  needs.tools = !presenting && is_shown(m, Panel::palette);
  needs.history = !presenting && is_shown(m, Panel::branches);
  needs.cluster_first = is_pointed_at(m, Panel::cluster) && !is_pointed_at(m, Panel::palette);
  needs.comparing = m.comparison.has_value();
  if (needs.comparing) needs.compared = compared_height(view);
  needs.panes = shown_panes(m);
  needs.presenting = presenting;
  needs.cluster_if_whole = presenting && !is_pointed_at(m, Panel::cluster);
  return needs;
}

/// Lists the wanted panels that do not fit, in the small font at the bottom.
void say_no_room(const View& view, const std::vector<Panel>& panels) {
  if (panels.empty()) return;
  std::string names;
  for (const Panel panel : panels) {
    if (!names.empty()) names += view.say("list.comma");
    names += view.say(fmt::format("panel.{}", name(panel)));
  }
  std::string words = view.say.fill("room.none", names);
  ImGui::PushFont(view.fonts.small);
  const std::string more = words + std::string(view.say("room.what_to_do"));
  const float room = ImGui::GetContentRegionAvail().x;
  words = ImGui::CalcTextSize(more.c_str()).x <= room ? more : shortened(words, room);
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.warning), "%s", words.c_str());
  ImGui::PopFont();
  view.name_last("no room", more);
}

/// Draws the notebook, the set-up form, or the source (or the hints of the first start) with the
/// run in words below it.
void at_the_side(const View& view, const LabPlaces& to, const LabNeeds& needs, Layout& layout) {
  if (notes_aside(view.model)) {
    view.name_place("panel notebook", ImGui::GetCursorScreenPos(), {to.side, to.body});
    return notebook_panel(view, {to.side, to.body});
  }
  if (sets_up_aside(view.model)) {
    view.name_place("panel set up", ImGui::GetCursorScreenPos(), {to.side, to.body});
    return setup_panel(view, {to.side, to.body});
  }
  ImGui::BeginGroup();
  const float between = to.story > 0 ? needs.gap : 0;
  // The welcome card is as high as its content; the run in words, below it, takes the rest.
  const bool welcoming = needs.source && welcomes(view.model);
  const float room = to.body - between;
  const bool brief = room - welcome_height(view, false) < view.px(least_below_welcome);
  float* const card = ImGui::GetStateStorage()->GetFloatRef(
      ImGui::GetID(brief ? "brief welcome" : "welcome card"), welcome_height(view, brief));
  const float story = welcoming && needs.inspector
                          ? std::max(room - *card, std::min(view.px(80), to.story))
                          : to.story;
  if (needs.source) {
    const float height = to.body - story - between;
    view.name_place("panel source", ImGui::GetCursorScreenPos(), {to.side, height});
    if (welcoming) {
      *card = welcome(view, {to.side, height}, brief);
    } else {
      source_panel(view, {to.side, height});
    }
  }
  if (needs.source && needs.inspector)
    splitter_below(view, "splitter story", to.side, to.body, layout.story, story);
  if (needs.inspector) {
    view.name_place("panel inspector", ImGui::GetCursorScreenPos(), {to.side, story});
    tale_panel(view, {to.side, story});
  }
  ImGui::EndGroup();
}

/// Draws the lab: one run with its timeline and the panels around it.
void lab(const View& view) {
  view.model.presenting ? presenter_bar(view) : time_bar(view);
  headline(view);
  const LabNeeds needs = needs_of(view);
  Layout layout = view.model.settings.layout;
  const LabPlaces to = lab_places(needs, layout);
  const float gap = needs.gap;
  if (to.reading > 0) {
    view.name_place("panel reading", ImGui::GetCursorScreenPos(), {to.reading, to.body});
    if (view.model.lesson) {
      // The margin has space for highlight arrows next to the text.
      lesson_panel(view, {to.reading - view.px(lesson_margin), to.body});
      ImGui::SameLine(0, 0);
      ImGui::Dummy({view.px(lesson_margin), 0});
    } else {
      setup_panel(view, {to.reading, to.body});
    }
    take(layout.reading, to.reading, splitter_beside(view, "splitter reading", to.body),
         needs.width);
  }
  ImGui::BeginGroup();
  middle(view, {to.middle, to.body - to.breaking - (to.breaking > 0 ? gap : 0)}, to, layout);
  if (to.breaking > 0) {
    view.name_place("panel breaking", ImGui::GetCursorScreenPos(), {to.middle, to.breaking});
    break_panel(view, {to.middle, to.breaking});
  }
  ImGui::EndGroup();
  if (to.side > 0) {
    take(layout.side, to.side, -splitter_beside(view, "splitter side", to.body), needs.width);
    at_the_side(view, to, needs, layout);
  }
  if (!(layout == view.model.settings.layout)) view.want(intent::SetLayout{layout});
  if (to.verdicts > 0) verdict_bar(view, {0, to.verdicts});
  say_no_room(view, to.no_room);
}

}  // namespace

void shell(const View& view) {
  const ImGuiViewport& screen = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(screen.Pos);
  ImGui::SetNextWindowSize(screen.Size);
  ImGui::Begin("lab", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                   ImGuiWindowFlags_NoBackground);
  // The frame is already cleared to the theme's background. Painting it again behind the whole
  // window and each part of it would take half of a frame's time without a graphics card.
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ImVec4(0, 0, 0, 0));
  take_stray_click(view.model.screen);
  // Nothing behind a dialog can be clicked; the dialog dims it.
  View below = view;
  below.covered = is_covered(view.model);
  ImGui::PushStyleVar(ImGuiStyleVar_DisabledAlpha,
                      below.covered ? 1 : ImGui::GetStyle().DisabledAlpha);
  ImGui::BeginDisabled(below.covered);
  const bool presenting = view.model.presenting && view.model.screen == Screen::lab;
  if (!presenting) {
    top_bar(below);
    ImGui::Separator();
  }
  switch (view.model.screen) {
    case Screen::matrix:
      matrix_screen(below);
      break;
    case Screen::challenges:
      challenges_screen(below);
      break;
    case Screen::stress:
      stress_screen(below);
      break;
    default:
      lab(below);
  }
  ImGui::EndDisabled();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  ImGui::End();
  if (view.model.screen == Screen::lab) pointing(view);
  toasts(below);
  help_overlay(view);
  lesson_list(view);
  live_form(view);
  explore_dialog(view);
  fault_dialog(view);
  file_dialog(view);
  story_dialog(view);
  leave_question(view);
  command_list(view);
}

}  // namespace locklab::app
