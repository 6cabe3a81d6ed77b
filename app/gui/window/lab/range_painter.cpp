// Paints ranges on the timeline: the band that a drag will zoom to, and the two marks with the time
// between them.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/gui/update/axis_view.h"
#include "app/gui/update/navigation.h"
#include "app/gui/window/lab/timeline_painter.h"
#include "app/gui/window/widgets/strokes.h"

namespace locklab::app {

namespace {

class RangePainter {
 public:
  RangePainter(const View& view, const TimelineShapes& shapes, ImVec2 at, float width)
      : view_(view),
        shapes_(shapes),
        canvas_(*ImGui::GetWindowDrawList()),
        strokes_(canvas_, view.scale),
        on_(axis_on_screen(view.model, width)),
        at_(at),
        width_(width) {}

  void band(const RangeDrag& drag) {
    const double from = std::min(drag.from, drag.to);
    const double to = std::max(drag.from, drag.to);
    const float x0 = x_at(from);
    const float x1 = x_at(to);
    canvas_.AddRectFilled(p(x0, shapes_.top), p(x1, shapes_.height),
                          faded(view_.theme.accent, 0.18f));
    for (const float x : {x0, x1}) line(x, view_.theme.accent);
    const double length = on_.axis.time(to) - on_.axis.time(from);
    pill("range length", (x0 + x1) / 2, view_.px(ruler_height + 6), view_.theme.accent,
         length_words(length));
  }

  void marks() {
    const auto& marks = view_.model.marks;
    for (std::size_t i = 0; i < marks.size(); ++i) {
      if (!marks[i]) continue;
      const float x = on_.x_of(*marks[i]);
      if (x < 0 || x > width_) continue;
      // The line begins below the ruler, so as not to cross the cursor's time.
      const float below = view_.px(ruler_height);
      line(x, view_.theme.text, below);
      view_.name_place("line of a mark", p(x - 1, shapes_.top + below),
                       {2, shapes_.height - shapes_.top - below});
      pill(i == 0 ? "mark A" : "mark B", x, view_.px(1), view_.theme.text, i == 0 ? "A" : "B");
    }
    const auto between = between_marks(view_.model);
    if (!between) return;
    float x0 = std::clamp(on_.x_of(*marks[0]), 0.0f, width_);
    float x1 = std::clamp(on_.x_of(*marks[1]), 0.0f, width_);
    if (x0 > x1) std::swap(x0, x1);
    const float y = view_.px(ruler_height + 6);
    const float middle = y + high() / 2;
    canvas_.AddLine(p(x0, shapes_.top + middle), p(x1, shapes_.top + middle), view_.theme.text,
                    view_.px(1.5f));
    pill("between marks", (x0 + x1) / 2, y, view_.theme.text,
         view_.say.fill("marks.between", length_words(*between)));
  }

 private:
  ImVec2 p(float x, float y) const { return {at_.x + x, at_.y + y}; }
  float x_at(double position) const { return static_cast<float>(on_.view.x_of(position, width_)); }
  float high() const { return view_.fonts.small->FontSize + view_.px(4); }

  static std::string length_words(double us) { return fmt::format("{:.3f} ms", us / 1000); }

  void line(float x, ImU32 colour, float below = 0) {
    strokes_.dashed(p(x, shapes_.top + below), p(x, shapes_.height), colour, view_.px(1.4f));
  }

  void pill(std::string_view name, float middle, float y, ImU32 colour, std::string_view words) {
    const float wide = Strokes::text_width(words, view_.fonts.small) + view_.px(12);
    const float left = std::clamp(middle - wide / 2, 0.0f, std::max(width_ - wide, 0.0f));
    const float top = shapes_.top + y;
    canvas_.AddRectFilled(p(left, top), p(left + wide, top + high()), colour, view_.px(4));
    strokes_.text(p(left + view_.px(6), top + view_.px(1)), Theme::text_on(colour), words,
                  view_.fonts.small);
    view_.name_place(name, p(left, top), {wide, high()});
  }

  const View& view_;
  const TimelineShapes& shapes_;
  ImDrawList& canvas_;
  const Strokes strokes_;
  const AxisView on_;
  const ImVec2 at_;
  const float width_;
};

}  // namespace

void paint_ranges(const View& view, const TimelineShapes& shapes, ImVec2 at, float width) {
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  canvas.PushClipRect(at, {at.x + width, at.y + shapes.height}, true);
  RangePainter painter(view, shapes, at, width);
  painter.marks();
  const auto& range = view.model.range;
  if (range && range->grip == RangeGrip::band && !range->left) painter.band(*range);
  canvas.PopClipRect();
}

}  // namespace locklab::app
