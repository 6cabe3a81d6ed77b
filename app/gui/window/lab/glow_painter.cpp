// Makes the changes of the last step glow for a moment, on the timeline and in the cluster.
#include <algorithm>

#include "app/gui/layout/cluster_layout.h"
#include "app/gui/update/navigation.h"
#include "app/gui/window/lab/cluster_painter.h"
#include "app/gui/window/lab/timeline_painter.h"

namespace locklab::app {

void paint_glow(const View& view, const TimelineShapes& shapes, ImVec2 at, float width) {
  if (view.glow <= 0 || !view.changed || view.changed->event == none_at) return;
  const Change& change = *view.changed;
  const ShownRun& run = *view.model.run;
  if (change.event >= run.trace().size()) return;
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  canvas.PushClipRect(at, {at.x + width, at.y + shapes.height}, true);
  const ImU32 strong = faded(view.theme.accent, 0.75f * view.glow);
  const ImU32 weak = faded(view.theme.accent, 0.3f * view.glow);
  const float x =
      axis_on_screen(view.model, width).x_of(run.trace()[change.event].at, change.event);
  for (const ArrowShape& arrow : shapes.arrows)
    if (arrow.count == 1 && is_of(run.scene.messages[arrow.message], change.event))
      canvas.AddLine({at.x + arrow.x0, at.y + arrow.y0}, {at.x + arrow.x1, at.y + arrow.y1}, weak,
                     view.px(7));
  for (const LaneRow& row : shapes.rows) {
    const float middle = at.y + (row.y0 + row.y1) / 2;
    if (change.lane == row.lane) {
      canvas.AddCircleFilled({at.x + x, middle}, view.px(11), weak, 24);
      canvas.AddCircle({at.x + x, middle}, view.px(11 + 7 * (1 - view.glow)), strong, 24,
                       view.px(2));
    }
    if (std::find(change.keys.begin(), change.keys.end(), row.lane) == change.keys.end()) continue;
    // Highlights the bars of the node's keys at the time of the change or, without one, a narrow
    // strip.
    ImVec2 from{at.x + x - view.px(5), at.y + row.y0 + view.px(2)};
    ImVec2 to{at.x + x + view.px(5), at.y + row.y1 - view.px(2)};
    for (const BarShape& key : shapes.keys)
      if (key.row == row.lane && key.x0 <= x + 1 && x - 1 <= key.x1) {
        from.x = std::min(from.x, at.x + key.x0);
        to.x = std::max(to.x, at.x + key.x1);
      }
    canvas.AddRectFilled(from, to, weak, view.px(4));
    canvas.AddRect(from, to, strong, view.px(4), 0, view.px(2));
  }
  canvas.PopClipRect();
}

void paint_glow(const View& view, const ClusterShapes& shapes, ImVec2 corner) {
  if (view.glow <= 0 || !view.changed) return;
  const Change& change = *view.changed;
  for (const PlaceShape& place : shapes.places) {
    const bool key =
        std::find(change.keys.begin(), change.keys.end(), place.lane) != change.keys.end();
    if (!key && change.lane != place.lane) continue;
    ImGui::GetWindowDrawList()->AddCircle(
        {corner.x + place.x, corner.y + place.y}, place.radius + view.px(4),
        faded(view.theme.accent, 0.75f * view.glow), 48, view.px(key ? 5.0f : 3.0f));
  }
}

}  // namespace locklab::app
