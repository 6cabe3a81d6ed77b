// Where each panel stands.
#include <algorithm>

#include "app/gui/look.h"
#include "app/gui/window/view.h"

namespace locklab::app {

namespace {

/// The gap between two panels, which can be dragged: how far it was, now.
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

/// `now` is what the panel has, in pixels of `whole`; `part` is what is kept of it.
void take(float& part, float now, float by, float whole) {
  if (by != 0) part = std::clamp((now + by) / whole, least_part, most_part);
}

/// At the right of the panel that was drawn last; the next one stands beside it.
float splitter_beside(const View& view, const char* name, float height) {
  ImGui::SameLine();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  return dragged(view, name, {at.x - gap, at.y}, {gap, height}, ImGuiMouseCursor_ResizeEW).x;
}

/// Between the panel above and the one below, which has `height` of `whole`.
void splitter_below(const View& view, const char* name, float width, float whole, float& part,
                    float height) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float gap = ImGui::GetStyle().ItemSpacing.y;
  take(part, height,
       -dragged(view, name, {at.x, at.y - gap}, {width, gap}, ImGuiMouseCursor_ResizeNS).y, whole);
}

constexpr float least_timeline = 250;
constexpr float least_cluster = 120;
constexpr float most_of_cluster = 0.38f;  ///< unless somebody drags it larger

/// The timeline, the cluster, or the one above the other where there is room for both.
void middle(const View& view, ImVec2 size, Layout& layout) {
  if (view.model.comparison) return comparison(view, size);
  Panes panes = shown_panes(view.model);
  const float spacing = ImGui::GetStyle().ItemSpacing.y;
  const bool tight = size.y < view.px(least_timeline + least_cluster) + spacing;
  const bool shortened = view.model.presenting && !is_pointed_at(view.model, Panel::cluster);
  if (panes == Panes::both && (tight || shortened)) panes = Panes::timeline;
  if (panes == Panes::timeline) return timeline(view, size);
  if (panes == Panes::cluster) return cluster(view, size);
  const float left = size.y - spacing - least_timeline_height(view);
  const float wanted =
      layout.cluster ? size.y * *layout.cluster : std::min(left, size.y * most_of_cluster);
  const float below =
      std::clamp(wanted, view.px(least_cluster), size.y - view.px(least_cluster) - spacing);
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

/// One run: its timeline, and whatever else is known of it.
void lab(const View& view) {
  time_bar(view);

  const bool small = ImGui::GetMainViewport()->Size.x < view.px(900);
  const float spacing = ImGui::GetStyle().ItemSpacing.y;
  const bool presenting = view.model.presenting;
  const float verdicts = presenting || !is_shown(view.model, Panel::verdicts)
                             ? 0
                             : verdict_bar_height(view, ImGui::GetContentRegionAvail().x);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float body = std::max(room.y - verdicts - spacing, view.px(80));
  Layout layout = view.model.settings.layout;
  const bool read = view.model.lesson || (view.model.setting_up && !presenting);
  const bool source = is_shown(view.model, Panel::source);
  const bool inspector = !presenting && is_shown(view.model, Panel::inspector);
  const bool palette = is_shown(view.model, Panel::palette);
  // Panels keep what they need to be read, and the timeline keeps the larger half.
  const float side =
      small || !(source || inspector)
          ? 0
          : std::clamp(room.x * layout.side, view.px(240), std::max(room.x * 0.5f, view.px(240)));
  const float reading = read ? std::clamp(room.x * layout.reading, view.px(220),
                                          std::max(room.x * 0.4f, view.px(220)))
                             : 0;
  const bool tools = palette || is_shown(view.model, Panel::branches);
  // The palette has room for all that it shows, as it was a frame ago, where two runs side by side
  // do not need it more.
  float* shown = ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("height of the palette"));
  const bool holding_first =
      is_pointed_at(view.model, Panel::holding) && !is_pointed_at(view.model, Panel::palette);
  const float needed = view.model.comparison ? view.px(96)
                       : holding_first       ? view.px(128)
                                             : std::max(view.px(128), *shown);
  float breaking =
      presenting || room.y < view.px(420) || !tools ? 0
      : palette ? std::clamp(body * layout.breaking, std::min(needed, body * 0.4f), body * 0.4f)
                : 2 * ImGui::GetFrameHeightWithSpacing();
  // Where there is no room for all, what the lesson's step points at comes first.
  const bool cluster_first =
      is_pointed_at(view.model, Panel::cluster) && !is_pointed_at(view.model, Panel::palette);
  if (cluster_first && body - breaking < view.px(least_timeline + least_cluster) + 2 * spacing)
    breaking = 0;
  const float left =
      room.x - side - reading - (side > 0 ? spacing : 0) - (reading > 0 ? spacing : 0);
  if (reading > 0) {
    view.name_place("panel reading", ImGui::GetCursorScreenPos(), {reading, body});
    if (view.model.lesson) {
      lesson_panel(view, {reading, body});
    } else {
      setup_panel(view, {reading, body});
    }
    take(layout.reading, reading, splitter_beside(view, "splitter reading", body), room.x);
  }
  ImGui::BeginGroup();
  middle(view, {left, body - breaking - (breaking > 0 ? spacing : 0)}, layout);
  if (breaking > 0) {
    if (palette) splitter_below(view, "splitter breaking", left, body, layout.breaking, breaking);
    view.name_place("panel breaking", ImGui::GetCursorScreenPos(), {left, breaking});
    *shown = break_panel(view, {left, breaking});
  }
  ImGui::EndGroup();
  if (side > 0) {
    take(layout.side, side, -splitter_beside(view, "splitter side", body), room.x);
    ImGui::BeginGroup();
    const float story = !inspector ? 0
                        : !source  ? body
                                   : std::clamp(body * layout.story, view.px(80), body * 0.7f);
    if (source) {
      const float height = body - story - (story > 0 ? spacing : 0);
      view.name_place("panel source", ImGui::GetCursorScreenPos(), {side, height});
      source_panel(view, {side, height});
    }
    if (source && inspector)
      splitter_below(view, "splitter story", side, body, layout.story, story);
    if (inspector) {
      view.name_place("panel inspector", ImGui::GetCursorScreenPos(), {side, story});
      event_panel(view, {side, story});
    }
    ImGui::EndGroup();
  }
  if (!(layout == view.model.settings.layout)) view.want(intent::SetLayout{layout});
  if (verdicts > 0) verdict_bar(view, {0, verdicts});
}

}  // namespace

void shell(const View& view) {
  const ImGuiViewport& screen = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(screen.Pos);
  ImGui::SetNextWindowSize(screen.Size);
  ImGui::Begin("lab", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
  // Below a dialog nothing can be clicked.
  ImGui::BeginDisabled(view.model.dialog || view.model.leave_for || view.model.live.shown ||
                       view.model.form);
  top_bar(view);
  ImGui::Separator();
  switch (view.model.screen) {
    case Screen::matrix:
      matrix_screen(view);
      break;
    default:
      lab(view);
  }
  ImGui::EndDisabled();
  ImGui::End();
  if (view.model.screen == Screen::lab) pointing(view);
  help_overlay(view);
  welcome(view);
  live_form(view);
  fault_dialog(view);
  file_dialog(view);
  leave_question(view);
}

}  // namespace locklab::app
