// Draws a ring and an arrow for each highlight of the lesson's step.
#include "app/gui/layout/pointing.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/window/view.h"
#include "app/lessons/point.h"

namespace locklab::app {

namespace {

Rectangle rectangle(const NamedRectangle& named) {
  return {named.from.x, named.from.y, named.to.x, named.to.y};
}

bool is_meant(std::string_view name, std::string_view wanted) {
  return wanted.ends_with('*') ? name.starts_with(wanted.substr(0, wanted.size() - 1))
                               : name == wanted;
}

std::optional<Rectangle> place_of(const View& view, std::string_view widget) {
  std::optional<Rectangle> all;
  for (const NamedRectangle& named : view.named)
    if (is_meant(named.name, widget)) all = all ? all->around(rectangle(named)) : rectangle(named);
  return all;
}

/// The visible part of a row with its name, for a lane or a holder strip. Rows touch each other, so
/// the ring is drawn inside the row.
std::optional<Rectangle> row_of(const View& view, Rectangle name) {
  const auto timeline = place_of(view, "timeline");
  const auto area = place_of(view, "timeline area");
  if (!timeline || !area) return name;
  const float inwards = view.px(4);
  const Rectangle row{name.x0 + view.px(5), name.y0 + inwards, timeline->x1 - inwards,
                      name.y1 - inwards};
  const Rectangle seen = row.within(*area);
  if (seen.y1 - seen.y0 < inwards) return std::nullopt;  // scrolled out of view
  return seen;
}

/// The area of a highlight: the union of its visible widgets.
std::optional<Rectangle> place_of_point(const View& view, std::string_view point) {
  std::optional<Rectangle> all;
  for (const std::string& widget : widgets_of_point(point))
    if (const auto place = place_of(view, widget)) all = all ? all->around(*place) : *place;
  const bool lane = point.starts_with("lane ");
  if (!all && lane) return place_of(view, "cluster " + std::string(point.substr(5)));
  const bool row = lane || point.starts_with("holding ");
  return all && row ? row_of(view, *all) : all;
}

void draw(const View& view, const PointingShape& shape) {
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const ImU32 colour = view.theme.warning;
  const Rectangle& r = shape.ring;
  canvas.AddRect({r.x0 - view.px(1.5f), r.y0 - view.px(1.5f)},
                 {r.x1 + view.px(1.5f), r.y1 + view.px(1.5f)}, faded(colour, 0.35f), view.px(7), 0,
                 view.px(3));
  canvas.AddRect({r.x0, r.y0}, {r.x1, r.y1}, colour, view.px(6), 0, view.px(2));
  const float dx = shape.tip_x - shape.tail_x;
  const float dy = shape.tip_y - shape.tail_y;
  const float length = std::abs(dx) + std::abs(dy);  // one of them is zero
  if (length < 1) return;
  const float ux = dx / length;
  const float uy = dy / length;
  const float head = std::min(length, view.px(13));
  const float half = view.px(8);
  const ImVec2 tip{shape.tip_x, shape.tip_y};
  const ImVec2 neck{tip.x - ux * head, tip.y - uy * head};
  canvas.AddTriangleFilled({neck.x - uy * half, neck.y + ux * half}, tip,
                           {neck.x + uy * half, neck.y - ux * half}, colour);
  if (length > head) canvas.AddLine({shape.tail_x, shape.tail_y}, neck, colour, view.px(4));
}

}  // namespace

void pointing(const View& view) {
  const Model& m = view.model;
  const LessonStep* step = step_at(m);
  if (!step || !step->showing || m.help || m.dialog || m.leave_for || m.live.shown) return;
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  const Rectangle screen{0, 0, viewport.Size.x, viewport.Size.y};
  std::vector<Rectangle> pointed;
  std::vector<std::string> names;
  for (const std::string& point : step->showing->point)
    if (const auto place = place_of_point(view, point); place && screen.overlaps(*place)) {
      pointed.push_back(*place);
      names.push_back("pointing " + point);
    }
  if (pointed.empty()) return;
  std::vector<Rectangle> others;
  for (const NamedRectangle& named : view.named) others.push_back(rectangle(named));

  ImGui::SetNextWindowPos(viewport.Pos);
  ImGui::SetNextWindowSize(viewport.Size);
  ImGui::Begin("pointing", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                   ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
  ImGui::GetWindowDrawList()->PushClipRectFullScreen();
  for (std::size_t i = 0; i < pointed.size(); ++i) {
    PointingShape shape = point_at(pointed[i], screen, pointed, others, view.scale);
    // Around a chip the ring is enough: its neighbours are near.
    if (names[i].starts_with("pointing verdict "))
      shape = {shape.ring, shape.tip_x, shape.tip_y, shape.tip_x, shape.tip_y};
    draw(view, shape);
    const Rectangle& r = shape.ring;
    view.named.push_back({names[i], {r.x0, r.y0}, {r.x1, r.y1}});
  }
  ImGui::GetWindowDrawList()->PopClipRect();
  ImGui::End();
}

}  // namespace locklab::app
