#include <fmt/format.h>

#include <algorithm>

#include "app/changes/broken_run.h"
#include "app/changes/spot.h"
#include "app/gui/window/strokes.h"
#include "app/gui/window/timeline_painter.h"

namespace locklab::app {

namespace {

std::string words_of(const View& view, const ArrowDrag& drag, double earliest) {
  if (drag.to_us <= earliest) return view.tell(no_earlier(earliest));
  return view.say.fill("drag.later", fmt::format("{:.3f} ms", drag.to_us / 1000),
                       fmt::format("{:.3f} ms", (drag.to_us - earliest) / 1000));
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
  const auto x = static_cast<float>(view.model.view.x_of(drag.to_us, width));
  canvas.AddLine(p(x, shapes.top + view.px(ruler_height)), p(x, shapes.height), faded(colour, 0.5f),
                 view.px(1));
  strokes.dashed(p(arrow.x0, arrow.y0), p(x, arrow.y1), colour, view.px(2.2f));
  strokes.head(p(arrow.x0, arrow.y0), p(x, arrow.y1), colour);
  const std::string words = words_of(view, drag, earliest);
  const float wide = Strokes::text_width(words, view.fonts.small) + view.px(12);
  const float left = std::clamp(x + view.px(8), 0.0f, std::max(width - wide, 0.0f));
  const float y = arrow.y1 + (arrow.y1 > arrow.y0 ? view.px(6) : view.px(-24));
  canvas.AddRectFilled(p(left, y), p(left + wide, y + view.px(18)), view.theme.raised, view.px(4));
  canvas.AddRect(p(left, y), p(left + wide, y + view.px(18)), colour, view.px(4));
  strokes.text(p(left + view.px(6), y + view.px(2)), view.theme.text, words, view.fonts.small);
}

}  // namespace locklab::app
