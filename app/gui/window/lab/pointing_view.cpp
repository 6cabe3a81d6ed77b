// Draws a ring and, unless that suffices, an arrow for each highlight of the lesson's step.
#include "app/gui/layout/pointing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
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

/// The visible part of the row of a lane or holder strip, including its name; nullopt if there is
/// none. Adjacent rows touch; the ring is drawn on their common edge, equally far from both names.
std::optional<Rectangle> row_of(const View& view, Rectangle name) {
  const auto timeline = place_of(view, "timeline");
  const auto area = place_of(view, "timeline area");
  if (!timeline || !area) return name;
  const float inwards = view.px(halo_gap);
  const Rectangle row{name.x0 + view.px(5), name.y0 + inwards, timeline->x1 - inwards,
                      name.y1 - inwards};
  const Rectangle seen = row.within(*area);
  if (seen.y1 - seen.y0 < inwards) return std::nullopt;  // scrolled out of view
  return seen;
}

/// The area of a highlight: the union of its visible widgets; nullopt if there are none. A lane
/// that is not on the timeline is highlighted in the cluster.
std::optional<Rectangle> place_of_point(const View& view, std::string_view point) {
  std::optional<Rectangle> all;
  for (const std::string& widget : widgets_of_point(point))
    if (const auto place = place_of(view, widget)) all = all ? all->around(*place) : *place;
  const bool lane = point.starts_with("lane ");
  if (!all && lane) return place_of(view, "cluster " + std::string(point.substr(5)));
  const bool row = lane || point.starts_with("holding ");
  return all && row ? row_of(view, *all) : all;
}

/// The words on the timeline that no ring may cross.
std::vector<Rectangle> labels_on_lanes(const View& view) {
  static constexpr std::string_view kinds[] = {
      "words ",      "struck ", "name on a lane", "predict",     "two inside",
      "clash words", "dense ",  "holder name",    "doubt words", "cluster words"};
  std::vector<Rectangle> labels;
  for (const NamedRectangle& named : view.named)
    for (const std::string_view kind : kinds)
      if (named.name.starts_with(kind) && named.name != "words of the speed")
        labels.push_back(rectangle(named));
  return labels;
}

/// Whether the widget is a picture, which an arrow may cover if necessary.
bool is_ground(const NamedRectangle& named) {
  static constexpr std::string_view grounds[] = {"timeline", "timeline area", "cluster",
                                                 "overview"};
  // The band of a clash is faint, but its blocks and words must stay readable.
  const bool band = named.name.starts_with("clash ") && named.name != "clash block" &&
                    named.name != "clash words";
  return band || std::find(std::begin(grounds), std::end(grounds), named.name) != std::end(grounds);
}

/// Whether the rectangle itself contains no text: a gap, or a panel with a margin, whose texts are
/// named separately.
bool is_empty(const NamedRectangle& named) {
  return named.name.starts_with("splitter ") || named.name == "panel reading" ||
         named.name == "panel breaking";
}

PointingNeighbours neighbours(const View& view) {
  PointingNeighbours around;
  for (const NamedRectangle& named : view.named)
    if (!is_empty(named))
      (is_ground(named) ? around.grounds : around.words).push_back(rectangle(named));
  return around;
}

void draw_ring(const View& view, const Rectangle& r, const std::vector<Rectangle>& labels) {
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const ImU32 colour = view.theme.warning;
  // The ring is interrupted where it would cross a label.
  const std::vector<Rectangle> lines = ring_lines(r, labels, view.px(1));
  for (const Rectangle& line : lines)
    view.name_place("frame line", {line.x0, line.y0}, {line.x1 - line.x0, line.y1 - line.y0});
  const bool whole = lines.size() == 4 && lines[0].x1 - lines[0].x0 == r.x1 - r.x0 &&
                     lines[1].y1 - lines[1].y0 == r.y1 - r.y0 &&
                     lines[2].x1 - lines[2].x0 == r.x1 - r.x0 &&
                     lines[3].y1 - lines[3].y0 == r.y1 - r.y0;
  if (!whole) {
    for (const Rectangle& line : lines)
      canvas.AddLine({line.x0, line.y0}, {line.x1, line.y1}, colour, view.px(2));
    return;
  }
  canvas.AddRect({r.x0 - view.px(1.5f), r.y0 - view.px(1.5f)},
                 {r.x1 + view.px(1.5f), r.y1 + view.px(1.5f)}, faded(colour, 0.35f), view.px(7), 0,
                 view.px(3));
  canvas.AddRect({r.x0, r.y0}, {r.x1, r.y1}, colour, view.px(6), 0, view.px(2));
}

void draw_arrow(const View& view, const PointingShape& shape) {
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const ImU32 colour = view.theme.warning;
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

/// Whether the ring suffices without an arrow: around a verdict, whose neighbours are close; around
/// all tools, where an arrow would single one out; and around a row of the timeline, where it would
/// point at a single time.
bool is_enough(std::string_view name) {
  static constexpr std::string_view rings[] = {"pointing verdict ", "pointing lane ",
                                               "pointing holding "};
  return name == "pointing palette" ||
         std::any_of(std::begin(rings), std::end(rings),
                     [&](std::string_view ring) { return name.starts_with(ring); });
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
  const PointingNeighbours around = neighbours(view);
  const std::vector<Rectangle> labels = labels_on_lanes(view);

  ImGui::SetNextWindowPos(viewport.Pos);
  ImGui::SetNextWindowSize(viewport.Size);
  ImGui::Begin("pointing", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                   ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
  ImGui::GetWindowDrawList()->PushClipRectFullScreen();
  for (std::size_t i = 0; i < pointed.size(); ++i) {
    PointingShape shape = point_at(pointed[i], screen, pointed, around, view.scale);
    if (is_enough(names[i]))
      shape = {shape.ring, shape.tip_x, shape.tip_y, shape.tip_x, shape.tip_y};
    const Rectangle& r = shape.ring;
    draw_ring(view, r, labels);
    draw_arrow(view, shape);
    view.named.push_back({names[i], {r.x0, r.y0}, {r.x1, r.y1}});
    const Rectangle arrow = arrow_room(shape, view.scale);
    if (shape.tip_x != shape.tail_x || shape.tip_y != shape.tail_y)
      view.named.push_back({"arrow of " + names[i], {arrow.x0, arrow.y0}, {arrow.x1, arrow.y1}});
  }
  ImGui::GetWindowDrawList()->PopClipRect();
  ImGui::End();
}

}  // namespace locklab::app
