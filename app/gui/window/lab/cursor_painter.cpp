#include "app/gui/window/lab/cursor_painter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/gui/update/navigation.h"
#include "app/gui/window/lab/ruler_size.h"
#include "app/gui/window/widgets/strokes.h"

namespace locklab::app {

std::optional<NearSteps> near_steps(const ShownRun& run, const Cursor& cursor, const AxisView& on) {
  const sim::Trace& trace = run.trace();
  const Scene& scene = run.scene;
  if (on.axis.kind() != AxisKind::time || cursor.events == 0 ||
      cursor.events > scene.step_of.size() || scene.steps.empty())
    return std::nullopt;
  const auto last = static_cast<std::uint32_t>(cursor.events - 1);
  const float x = on.x_of(trace[last].at, last);
  if (std::abs(x - on.x_after(cursor.events, cursor.at_us)) >= 1) return std::nullopt;
  const auto at_of = [&](std::uint32_t step) { return static_cast<double>(trace[step].at); };
  // Steps count as indistinguishable by parts of the view rather than pixels, so that the count
  // does not depend on the window's width.
  constexpr double parts = 600;
  const double part = on.view.span() / parts;
  const double nth = std::floor((static_cast<double>(trace[last].at) - on.view.from) / part);
  const double from = on.view.from + nth * part;
  const double to = from + part;
  const auto first = std::partition_point(scene.steps.begin(), scene.steps.end(),
                                          [&](std::uint32_t step) { return at_of(step) < from; });
  const auto end = std::partition_point(first, scene.steps.end(),
                                        [&](std::uint32_t step) { return at_of(step) < to; });
  const auto before = static_cast<std::size_t>(first - scene.steps.begin());
  const auto count = static_cast<std::size_t>(end - first);
  const std::size_t step = scene.step_of[last];
  if (count < 2 || step < before || step >= before + count) return std::nullopt;
  return NearSteps{step - before + 1, count};
}

CursorPainter::CursorPainter(const View& view, const TimelineShapes& shapes, ImVec2 at, float width)
    : view_(view), shapes_(shapes), at_(at) {
  const Cursor& cursor = view.model.cursor;
  const AxisView on = axis_on_screen(view.model, width);
  x_ = on.x_after(cursor.events, cursor.at_us);
  words_ = fmt::format("{:.3f} ms", cursor.at_us / 1000);
  if (const auto near = near_steps(*view.model.run, cursor, on))
    words_ += " · " + view.say.fill("time.near", near->number, near->count);
  if (x_ < -2 || x_ > width + 2) return;
  const float wide = Strokes::text_width(words_, view.fonts.small) + view.px(10);
  left_ = std::clamp(x_ - wide / 2, 0.0f, std::max(width - wide, 0.0f));
  right_ = left_ + wide;
}

void CursorPainter::line() const {
  if (!is_in_sight()) return;
  ImGui::GetWindowDrawList()->AddLine(p(x_, shapes_.top + view_.px(ruler_height)),
                                      p(x_, shapes_.height), view_.theme.accent, view_.px(2));
}

void CursorPainter::time() const {
  if (!is_in_sight()) return;
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const ImVec2 from = p(left_, shapes_.top + view_.px(ruler_top));
  const ImVec2 to = p(right_, shapes_.top + view_.px(ruler_height - 1));
  canvas.AddRectFilled(from, to, view_.theme.accent, view_.px(4));
  Strokes(canvas, view_.scale)
      .text({from.x + view_.px(5), from.y + view_.px(1)}, Theme::text_on(view_.theme.accent),
            words_, view_.fonts.small);
  view_.name_place("cursor time " + words_, from, {to.x - from.x, to.y - from.y});
}

}  // namespace locklab::app
