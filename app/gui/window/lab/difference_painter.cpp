// Marks the first event in which two compared timelines differ.
#include <algorithm>

#include "app/gui/update/comparison.h"
#include "app/gui/update/navigation.h"
#include "app/gui/window/lab/timeline_painter.h"
#include "app/gui/window/widgets/strokes.h"

namespace locklab::app {

void paint_difference(const View& view, const TimelineShapes& shapes, ImVec2 at, float width) {
  const Model& m = view.model;
  if (!m.comparison || !m.comparison->difference) return;
  const std::size_t first = m.comparison->difference->one;
  const ShownRun& run = *m.run;
  const float x =
      axis_on_screen(m, width).x_of(difference_at(run, first), static_cast<std::uint32_t>(first));
  if (x < 0 || x > width) return;
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const Strokes strokes(canvas, view.scale);
  const ImU32 colour = view.theme.text;
  const ImVec2 top{at.x + x, at.y + shapes.top + view.px(9)};
  const float size = view.px(10);
  // The line begins below the ruler, so as not to cross its times.
  const float below = at.y + shapes.top + view.px(ruler_height);
  strokes.dashed({top.x, below}, {top.x, at.y + shapes.height}, colour, view.px(1.6f));
  const ImVec2 diamond[4] = {
      {top.x, top.y - size}, {top.x + size, top.y}, {top.x, top.y + size}, {top.x - size, top.y}};
  canvas.AddConvexPolyFilled(diamond, 4, colour);
  ImFont* font = view.fonts.small;
  strokes.text(
      {top.x - Strokes::text_width("≠", font) / 2, top.y - font->FontSize / 2 - view.px(1)},
      Theme::text_on(colour), "≠", font);
  if (first >= run.trace().size()) return;
  const sim::Event& event = run.trace()[first];
  const std::size_t client = run.scene.lane_of(event.client);
  const std::size_t lane = client < run.scene.lanes.size() ? client : run.scene.lane_of(event.node);
  for (const LaneRow& row : shapes.rows)
    if (row.lane == lane)
      canvas.AddCircle({top.x, at.y + (row.y0 + row.y1) / 2},
                       std::min((row.y1 - row.y0) / 2, view.px(13)), colour, 24, view.px(2));
}

}  // namespace locklab::app
