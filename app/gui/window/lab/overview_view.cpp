// The strip of the whole run above the ruler. Its frame marks the timeline's visible part: it can
// be dragged by its middle or an edge; a press elsewhere moves it there.
#include <algorithm>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/navigation.h"
#include "app/gui/window/lab/timeline_painter.h"
#include "app/timeline/scene/overview.h"

namespace locklab::app {

namespace {

constexpr float edge_reach = 5;  ///< in pixels at 100 %

class OverviewStrip {
 public:
  OverviewStrip(const View& view, ImVec2 at, ImVec2 size)
      : view_(view),
        m_(view.model),
        at_(at),
        size_(size),
        whole_(whole_view(m_)),
        shapes_(lay_out_overview(axis_of(m_), m_.run->scene, m_.view, size.x,
                                 size.y - 2 * view.px(2), told_part(m_))) {}

  void act() {
    const float mouse = ImGui::GetIO().MousePos.x - at_.x;
    const bool ours = m_.range && m_.range->grip != RangeGrip::band;
    if (ImGui::IsItemHovered() && !ours) {
      const FramePart part = frame_part(shapes_, mouse, view_.px(edge_reach));
      const bool edge = part == FramePart::left || part == FramePart::right;
      ImGui::SetMouseCursor(edge ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_Hand);
    }
    if (ImGui::IsItemActivated()) return begin(mouse);
    if (!m_.range) return;
    RangeDrag drag = *m_.range;
    if (ImGui::IsItemActive() || ImGui::IsItemDeactivated()) {
      ImGui::SetMouseCursor(drag.grip == RangeGrip::view ? ImGuiMouseCursor_Hand
                                                         : ImGuiMouseCursor_ResizeEW);
      drag.to = position(mouse);
      if (!(drag == *m_.range)) view_.want(intent::DragRange{drag});
    }
    if (ImGui::IsItemDeactivated()) view_.want(intent::DropRange{});
  }

  void paint() const {
    ImDrawList& canvas = *ImGui::GetWindowDrawList();
    const Theme& theme = view_.theme;
    const float top = view_.px(2);
    const float bottom = size_.y - view_.px(2);
    canvas.PushClipRect(at_, {at_.x + size_.x, at_.y + size_.y}, true);
    canvas.AddRectFilled(p(0, top), p(size_.x, bottom), theme.raised, view_.px(2));
    for (const BarShape& bar : shapes_.holding)
      canvas.AddRectFilled(p(bar.x0, top + bar.y0), p(bar.x1, top + bar.y1),
                           theme.client(bar.owner));
    for (const MarkKind kind : {MarkKind::mended, MarkKind::fault, MarkKind::violation})
      for (const MarkShape& alarm : shapes_.alarms)
        if (alarm.kind == kind) mark(canvas, alarm, top, bottom);
    cursor(canvas, top, bottom);
    // Parts outside the view are dimmed.
    canvas.AddRectFilled(p(0, top), p(shapes_.from, bottom), faded(theme.panel, 0.6f));
    canvas.AddRectFilled(p(shapes_.to, top), p(size_.x, bottom), faded(theme.panel, 0.6f));
    canvas.AddRect(p(shapes_.from, view_.px(1)), p(shapes_.to, size_.y - view_.px(1)), theme.accent,
                   view_.px(2), 0, view_.px(1.5f));
    for (const float x : {shapes_.from, shapes_.to})
      canvas.AddRectFilled(p(x - view_.px(2), view_.px(1)),
                           p(x + view_.px(2), size_.y - view_.px(1)), theme.accent, view_.px(1));
    canvas.PopClipRect();
    view_.name_place("overview frame", p(shapes_.from, 0), {shapes_.to - shapes_.from, size_.y});
  }

 private:
  ImVec2 p(float x, float y) const { return {at_.x + x, at_.y + y}; }
  double position(float x) const { return whole_.at_of(x, size_.x); }

  void begin(float mouse) {
    RangeDrag drag{RangeGrip::view, position(mouse), position(mouse), m_.view};
    const FramePart part = frame_part(shapes_, mouse, view_.px(edge_reach));
    if (part == FramePart::left) drag.grip = RangeGrip::left_edge;
    if (part == FramePart::right) drag.grip = RangeGrip::right_edge;
    if (part == FramePart::outside) drag.from = (m_.view.from + m_.view.to) / 2;
    view_.want(intent::DragRange{drag});
  }

  /// Draws a broken property as a line across the strip with a triangle at the top, and a fault or
  /// its end as a triangle at the bottom.
  void mark(ImDrawList& canvas, const MarkShape& alarm, float top, float bottom) const {
    const Theme& theme = view_.theme;
    if (alarm.kind == MarkKind::violation) {
      const sim::Verdict& verdict = m_.run->judged.verdicts[alarm.verdict];
      const ImU32 broken = faded(verdict.promised ? theme.violation : theme.second_text,
                                 is_known_break(m_, alarm) ? 1 : 1 - future_dimmed);
      canvas.AddRectFilled(p(alarm.x - view_.px(1), top), p(alarm.x + view_.px(1), bottom), broken);
      canvas.AddTriangleFilled(p(alarm.x - view_.px(4), top), p(alarm.x + view_.px(4), top),
                               p(alarm.x, top + view_.px(6)), broken);
      return;
    }
    const ImU32 colour = alarm.kind == MarkKind::fault ? theme.warning : theme.good;
    canvas.AddTriangleFilled(p(alarm.x - view_.px(3), bottom), p(alarm.x, bottom - view_.px(6)),
                             p(alarm.x + view_.px(3), bottom), colour);
  }

  void cursor(ImDrawList& canvas, float top, float bottom) const {
    const auto x = static_cast<float>(whole_.x_of(cursor_position(m_), size_.x));
    canvas.AddLine(p(x, top), p(x, bottom), view_.theme.text, view_.px(1.5f));
  }

  const View& view_;
  const Model& m_;
  const ImVec2 at_;
  const ImVec2 size_;
  const TimeView whole_;
  const OverviewShapes shapes_;
};

}  // namespace

void overview(const View& view, ImVec2 size) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("overview", size);
  view.name_last("overview", view.model.range ? std::string_view() : view.say("overview.tip"));
  OverviewStrip strip(view, at, size);
  strip.act();
  strip.paint();
}

}  // namespace locklab::app
