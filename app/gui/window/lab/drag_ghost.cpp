#include <fmt/format.h>

#include <algorithm>

#include "app/changes/added_faults.h"
#include "app/changes/delayed_run.h"
#include "app/changes/dragged_fault.h"
#include "app/changes/spot.h"
#include "app/gui/update/navigation.h"
#include "app/gui/window/lab/timeline_painter.h"
#include "app/gui/window/widgets/strokes.h"

namespace locklab::app {

namespace {

std::string words_of(const View& view, const ArrowDrag& drag, double earliest) {
  if (drag.to_us <= earliest) return view.tell(no_earlier(earliest));
  return view.say.fill("drag.later", fmt::format("{:.3f} ms", drag.to_us / 1000),
                       fmt::format("{:.3f} ms", (drag.to_us - earliest) / 1000));
}

/// Draws the words next to the dragged object.
void said(const View& view, ImVec2 at, float width, ImVec2 place, ImU32 colour,
          const std::string& words) {
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const float wide = Strokes::text_width(words, view.fonts.small) + view.px(12);
  const float left = at.x + std::clamp(place.x + view.px(8), 0.0f, std::max(width - wide, 0.0f));
  const ImVec2 from{left, at.y + place.y};
  const ImVec2 to{left + wide, from.y + view.px(18)};
  canvas.AddRectFilled(from, to, view.theme.raised, view.px(4));
  canvas.AddRect(from, to, colour, view.px(4));
  Strokes(canvas, view.scale)
      .text({left + view.px(6), from.y + view.px(2)}, view.theme.text, words, view.fonts.small);
  view.name_place("drag " + words, from, {wide, to.y - from.y});
}

std::size_t fault_lane(const ShownRun& run, std::uint32_t event) {
  for (const Mark& alarm : run.scene.alarms)
    if (alarm.event == event && alarm.kind == MarkKind::fault) return alarm.lane;
  return run.scene.lanes.size();
}

}  // namespace

void paint_ghost(const View& view, const TimelineShapes& shapes, const ArrowDrag& drag, ImVec2 at,
                 float width) {
  if (drag.left) return;
  const auto dragged =
      std::find_if(shapes.arrows.begin(), shapes.arrows.end(), [&](const ArrowShape& arrow) {
        return arrow.count <= 1 && arrow.message == drag.message && arrow.reply == drag.reply;
      });
  if (dragged == shapes.arrows.end()) return;
  const ArrowShape& arrow = *dragged;
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  Strokes strokes(canvas, view.scale);
  const auto p = [&](float x, float y) { return ImVec2{at.x + x, at.y + y}; };
  const Spot message = message_spot(view.model.run->scene, drag.message, drag.reply);
  const double earliest = earliest_arrival(*view.model.run, message);
  const ImU32 colour = drag.to_us > earliest ? view.theme.accent : view.theme.violation;
  const float x = axis_on_screen(view.model, width).x_of(drag.to_us);
  canvas.AddLine(p(x, shapes.top + view.px(ruler_height)), p(x, shapes.height), faded(colour, 0.5f),
                 view.px(1));
  strokes.dashed(p(arrow.x0, arrow.y0), p(x, arrow.y1), colour, view.px(2.2f));
  strokes.head(p(arrow.x0, arrow.y0), p(x, arrow.y1), colour);
  const float y = arrow.y1 + (arrow.y1 > arrow.y0 ? view.px(6) : view.px(-24));
  said(view, at, width, {x, y}, colour, words_of(view, drag, earliest));
}

void paint_ghost(const View& view, const TimelineShapes& shapes, const FaultDrag& drag, ImVec2 at,
                 float width) {
  const ShownRun& run = *view.model.run;
  const auto strike = strike_of(run, drag.fault);
  if (drag.left || !strike) return;
  const sim::Event& struck = run.trace()[*strike];
  const std::size_t lane = fault_lane(run, *strike);
  const AxisView on = axis_on_screen(view.model, width);
  const auto begun = static_cast<double>(struck.at);
  const auto end = end_of(run, drag.fault);
  const double length = end ? static_cast<double>(run.trace()[*end].at) - begun : 0;
  // A moved fault keeps its length.
  const double from = drag.length ? begun : drag.to_us;
  const double to = drag.length ? std::max(drag.to_us, begun) : drag.to_us + length;
  const float x0 = on.x_of(from);
  const float x1 = std::max(on.x_of(to), x0 + view.px(1));
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const auto p = [&](float x, float y) { return ImVec2{at.x + x, at.y + y}; };
  const ImU32 colour = view.theme.accent;
  const float x = drag.length ? x1 : x0;
  canvas.AddLine(p(x, shapes.top + view.px(ruler_height)), p(x, shapes.height), faded(colour, 0.6f),
                 view.px(1));
  float y = shapes.top + view.px(ruler_height + 6);
  for (const LaneRow& row : shapes.rows) {
    if (row.lane != lane) continue;
    const float pad = (row.y1 - row.y0) * 0.2f;
    canvas.AddRectFilled(p(x0, row.y0 + pad), p(x1, row.y1 - pad), faded(colour, 0.25f));
    canvas.AddRect(p(x0, row.y0 + pad), p(x1, row.y1 - pad), colour, view.px(2), 0, view.px(1.5f));
    y = row.y1;
  }
  const std::string when = fmt::format("{:.3f} ms", drag.to_us / 1000);
  said(view, at, width, {x, y}, colour,
       drag.length
           ? view.say.fill("drag.length", fmt::format("{:.3f} ms", (to - from) / 1000), when)
           : view.say.fill("drag.fault", when));
}

}  // namespace locklab::app
