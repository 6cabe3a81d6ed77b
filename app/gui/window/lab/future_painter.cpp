// Dims the events after the cursor, and says why they are hidden while a question is open.
#include <algorithm>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/navigation.h"
#include "app/gui/window/lab/timeline_painter.h"
#include "app/gui/window/widgets/strokes.h"

namespace locklab::app {

namespace {

/// Draws the reason why the future is hidden, if it fits to the right of `x`.
void say_locked(const View& view, const TimelineShapes& shapes, ImVec2 at, float width, float x) {
  const std::string_view words = view.say("predict.later");
  const float wide = Strokes::text_width(words, view.fonts.small) + view.px(16);
  if (width - x < wide + view.px(8)) return;
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const ImVec2 from{at.x + x + (width - x - wide) / 2,
                    at.y + shapes.top + view.px(ruler_height + 8)};
  canvas.AddRectFilled(from, {from.x + wide, from.y + view.px(22)}, view.theme.raised, view.px(4));
  Strokes(canvas, view.scale)
      .text({from.x + view.px(8), from.y + view.px(4)}, view.theme.text, words, view.fonts.small);
  view.name_place("predict", from, {wide, view.px(22)});
}

}  // namespace

void paint_future(const View& view, const TimelineShapes& shapes, ImVec2 at, float width,
                  float cursor_x) {
  const float x = std::max(cursor_x, 0.0f);
  float from = x;
  const auto dim = [&](float to) {
    if (to > from)
      ImGui::GetWindowDrawList()->AddRectFilled(
          {at.x + from, at.y + shapes.top + view.px(ruler_height)},
          {at.x + to, at.y + shapes.height}, faded(view.theme.panel, future_dimmed));
  };
  for (const ClashShape& clash : shapes.clashes) {
    if (lit_verdict(view.model) != clash.verdict || clash.event >= view.model.cursor.events ||
        clash.x1 <= from)
      continue;
    dim(clash.x0);
    from = clash.x1;
  }
  dim(width);
}

void paint_asked(const View& view, const TimelineShapes& shapes, ImVec2 at, float width) {
  const Cursor& cursor = view.model.cursor;
  if (!predicts(view.model) || cursor.at_us >= static_cast<double>(view.model.run->scene.end))
    return;
  const float x = axis_on_screen(view.model, width).x_after(cursor.events, cursor.at_us);
  say_locked(view, shapes, at, width, std::max(x, 0.0f));
}

}  // namespace locklab::app
