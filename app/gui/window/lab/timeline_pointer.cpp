#include "app/gui/window/lab/timeline_pointer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/changes/added_faults.h"
#include "app/changes/dragged_fault.h"
#include "app/changes/fault_tools.h"
#include "app/gui/layout/timeline_pick.h"
#include "app/gui/update/navigation.h"
#include "app/gui/window/lab/timeline_painter.h"
#include "app/gui/window/lab/tool_drop.h"
#include "app/timeline/words/wording.h"

namespace locklab::app {

namespace {

constexpr float drag_begins = 5;  ///< in pixels at 100 %; less is a click

class Pointer {
 public:
  Pointer(const View& view, const TimelineShapes& shapes, const std::vector<FaultLabel>& labels,
          ImVec2 at, float width)
      : view_(view),
        scene_(view.model.run->scene),
        shapes_(shapes),
        labels_(labels),
        at_(at),
        width_(width),
        mouse_(place(ImGui::GetIO().MousePos)) {}

  void act() {
    if (ImGui::IsItemHovered()) hover();
    if (const auto over = tool_over()) return drop(*over);
    if (view_.model.tool && ImGui::IsItemHovered()) aim(*view_.model.tool);
    if (ImGui::IsItemActive() || ImGui::IsItemDeactivated()) pressed();
    if (ImGui::IsItemHovered() && ImGui::IsMouseReleased(ImGuiMouseButton_Right)) {
      if (const auto spot = spot_at(scene_, shapes_, mouse_))
        open_spot_menu(view_, *spot, time_at(mouse_));
    }
    spot_menu(view_);
  }

 private:
  Pick place(ImVec2 of) const {
    return {of.x - at_.x, of.y - at_.y, view_.scale, view_.px(ruler_height), view_.px(ruler_top)};
  }
  double time_at(const Pick& pick) const {
    return axis_on_screen(view_.model, width_).time_at(pick.x);
  }
  bool in_ruler(const Pick& pick) const { return pick.y < shapes_.top + pick.ruler; }
  bool can_change() const { return !view_.model.run->recorded; }

  void hover() {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.MouseWheel != 0 && !io.KeyShift && !io.KeyCtrl)
      view_.want(intent::Zoom{std::pow(1.25, io.MouseWheel), mouse_.x / width_});
    if (io.MouseWheel != 0 && io.KeyShift) view_.want(intent::Pan{-0.1 * io.MouseWheel});
    if (io.MouseWheel != 0 && io.KeyCtrl)
      ImGui::SetScrollY(ImGui::GetScrollY() - io.MouseWheel * view_.px(40));
    // A picked-up tool and a drag have their own words and mouse cursor.
    if (view_.model.tool || view_.model.drag || view_.model.fault_drag || view_.model.range) return;
    if (in_ruler(mouse_))
      ImGui::SetMouseCursor(is_on_cursor(mouse_) ? ImGuiMouseCursor_ResizeEW
                                                 : ImGuiMouseCursor_Arrow);
    const bool head = can_change() && head_at(scene_, shapes_, mouse_) != nullptr;
    const bool grip = head && head_at_grip(mouse_);
    const auto fault = fault_grip(mouse_);
    if (grip || fault) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    const auto event = event_at(scene_, shapes_, labels_, mouse_);
    if (!event && view_.shows_tips()) return tip_of_visit();
    if (!event || !view_.shows_tips()) return;
    const sim::Trace& trace = view_.model.run->trace();
    std::string words = fmt::format("{:.3f} ms\n{}", static_cast<double>(trace[*event].at) / 1000,
                                    view_.tell(event_words(trace, *event)));
    if (head) words += "\n" + std::string(view_.say(grip ? "drag.tip" : "drag.select.tip"));
    if (fault)
      words += "\n" + std::string(view_.say(fault->length ? "drag.length.tip" : "drag.fault.tip"));
    ImGui::SetTooltip("%s", words.c_str());
  }

  /// Shows a tooltip over a bar of the resource's strip: the outcome of the visit, or that it is
  /// still open before the cursor has reached its end.
  void tip_of_visit() const {
    static constexpr std::string_view ends[] = {"visit.open", "visit.on_its_way", "visit.wrote",
                                                "visit.refused", "visit.never_wrote"};
    for (const BarShape& bar : shapes_.holding) {
      const float x1 = std::max(bar.x1, bar.x0 + view_.px(3));
      const bool over = mouse_.x >= bar.x0 - view_.px(3) && mouse_.x <= x1 + view_.px(3) &&
                        mouse_.y >= bar.y0 && mouse_.y < bar.y1;
      if (!over || bar.row != static_cast<std::uint16_t>(Holding::resource)) continue;
      const VisitEnd end = scene_.visits[bar.span].after(view_.model.cursor.events);
      ImGui::SetTooltip(
          "%s", view_.say.fill(ends[static_cast<std::size_t>(end)], scene_.lanes[bar.owner].name)
                    .c_str());
      return;
    }
  }

  /// Handles a tool that is dragged over the timeline.
  void drop(const ToolOver& over) {
    const auto spot = spot_at(scene_, shapes_, mouse_);
    if (!spot) return;
    if (over.dropped)
      view_.want(intent::Break{*spot, over.tool, time_at(mouse_), view_.model.branch});
    else
      aim(over.tool);
  }

  /// Highlights the target of a tool, and describes its effect.
  void aim(std::uint16_t tool) {
    const auto spot = spot_at(scene_, shapes_, mouse_);
    if (!spot) return;
    say_drop(view_, tool, *spot, time_at(mouse_));
    if (!applies(breaking_tools()[tool], *view_.model.run, *spot)) return;
    ImDrawList& canvas = *ImGui::GetWindowDrawList();
    const auto p = [&](float x, float y) { return ImVec2{at_.x + x, at_.y + y}; };
    if (const ArrowShape* arrow = arrow_at(shapes_, mouse_)) {
      canvas.AddLine(p(arrow->x0, arrow->y0), p(arrow->x1, arrow->y1), view_.theme.accent,
                     view_.px(5));
      return;
    }
    canvas.AddLine(p(mouse_.x, shapes_.top), p(mouse_.x, shapes_.height), view_.theme.accent,
                   view_.px(1));
    for (const LaneRow& row : shapes_.rows)
      if (row.lane == spot->lane)
        canvas.AddRectFilled(p(0, row.y0), p(width_, row.y1), faded(view_.theme.accent, 0.18f));
  }

  /// Handles a pressed or released button. The place where a gesture begins determines it until the
  /// button is released, whatever moves under the pointer meanwhile.
  void pressed() {
    const bool released = ImGui::IsItemDeactivated();
    if (view_.model.drag) {
      drag_arrow(*view_.model.drag);
      if (released) view_.want(intent::DropArrow{});
    } else if (view_.model.fault_drag) {
      drag_fault(*view_.model.fault_drag);
      if (released) view_.want(intent::DropFault{});
    } else if (view_.model.range) {
      drag_range(*view_.model.range);
      if (released) view_.want(intent::DropRange{});
    } else {
      begin(place(ImGui::GetIO().MouseClickedPos[0]), released);
    }
  }

  void begin(const Pick& began, bool released) {
    const float far = std::max(std::abs(mouse_.x - began.x), std::abs(mouse_.y - began.y));
    if (far < view_.px(drag_begins)) {
      if (!released) return;
      return in_ruler(began) ? click_on_ruler() : click();
    }
    // Released at once, or moved only vertically.
    if (released || std::abs(mouse_.x - began.x) < view_.px(drag_begins)) return;
    const bool by_band = ImGui::GetIO().KeyShift;
    const bool on_lanes = !by_band && !in_ruler(began);
    if (const ArrowShape* head = on_lanes ? head_at_grip(began) : nullptr)
      return drag_arrow({view_.model.branch, head->message, head->reply, 0});
    if (const auto grip = by_band ? std::nullopt : fault_grip(began))
      return drag_fault({view_.model.branch, grip->fault, grip->length, 0});
    if (on_lanes) return begin_range(RangeGrip::view, began);
    const bool on_time = in_ruler(began) && is_on_cursor(began);
    begin_range(on_time ? RangeGrip::cursor : RangeGrip::band, began);
  }

  void begin_range(RangeGrip grip, const Pick& began) {
    RangeDrag drag{grip, position(began.x, view_.model.view), 0, view_.model.view};
    drag_range(drag);
  }

  void drag_range(RangeDrag drag) {
    const auto& now = view_.model.range;
    if (drag.grip == RangeGrip::view) {
      // The grabbed point stays under the pointer, so the view moves in the opposite direction.
      drag.to = 2 * drag.from - position(mouse_.x, drag.before);
    } else {
      drag.to = position(std::clamp(mouse_.x, 0.0f, width_), drag.before);
    }
    if (!now || !(drag == *now)) view_.want(intent::DragRange{drag});
  }

  void drag_arrow(ArrowDrag drag) {
    drag.to_us = std::round(time_at(mouse_));
    if (!(view_.model.drag == drag)) view_.want(intent::DragArrow{drag});
  }

  void drag_fault(FaultDrag drag) {
    const AxisView on = axis_on_screen(view_.model, width_);
    // A label is grabbed at any of its words, and a flag may be beside its time.
    const Pick began = place(ImGui::GetIO().MouseClickedPos[0]);
    const MarkShape* const grabbed = fault_at(shapes_, labels_, began);
    const float x = mouse_.x - (grabbed ? began.x - grabbed->x : 0);
    const double pixel = on.time_at(x + 1) - on.time_at(x);
    drag.to_us = std::max(round_time_us(on.time_at(x), pixel), 0.0);
    if (!(view_.model.fault_drag == drag)) view_.want(intent::DragFault{drag});
  }

  double position(float x, const TimeView& view) const { return view.at_of(x, width_); }

  /// Whether a position is on the cursor's time in the ruler.
  bool is_on_cursor(const Pick& pick) const {
    const Cursor& cursor = view_.model.cursor;
    const float x = axis_on_screen(view_.model, width_).x_after(cursor.events, cursor.at_us);
    return pick.y >= shapes_.top + view_.px(ruler_top) && std::abs(pick.x - x) < view_.px(34);
  }

  const ArrowShape* head_at_grip(const Pick& pick) const {
    if (!can_change()) return nullptr;
    return head_grip(scene_, shapes_, pick, view_.model.event.value_or(none_at));
  }

  std::optional<FaultGrip> fault_grip(const Pick& pick) const {
    const MarkShape* const mark = can_change() ? fault_at(shapes_, labels_, pick) : nullptr;
    return mark ? grip_of(*view_.model.run, mark->event) : std::nullopt;
  }

  void click_on_ruler() {
    const MarkShape* const flag = alarm_at(shapes_, mouse_);
    if (!flag) return view_.want(intent::Seek{time_at(mouse_)});
    go_to(*flag);
    if (fault_at(shapes_, labels_, mouse_) == flag) edit(flag->event);
  }

  void go_to(const MarkShape& alarm) {
    if (alarm.kind == MarkKind::violation) return view_.want(intent::SeekVerdict{alarm.verdict});
    view_.want(intent::SeekEvent{alarm.event});
  }

  /// Opens the form of an added fault, if the event is of one.
  void edit(std::uint32_t event) {
    const auto own = added_fault_at(*view_.model.run, event);
    if (own) view_.want(intent::EditFault{*own, view_.model.branch});
  }

  void click() {
    const auto spot = spot_at(scene_, shapes_, mouse_);
    if (view_.model.tool) {
      if (spot) click_on(view_, *spot, time_at(mouse_), intent::PickUp{});
      return;
    }
    const MarkShape* const alarm = alarm_at(shapes_, mouse_);
    if (alarm && alarm->kind == MarkKind::violation) return go_to(*alarm);
    if (const auto event = event_at(scene_, shapes_, labels_, mouse_)) {
      view_.want(intent::SeekEvent{*event});
      return edit(*event);
    }
    view_.want(intent::Seek{time_at(mouse_)});
    if (spot) view_.want(intent::SelectLane{spot->lane});
  }

  const View& view_;
  const Scene& scene_;
  const TimelineShapes& shapes_;
  const std::vector<FaultLabel>& labels_;
  ImVec2 at_;
  float width_;
  Pick mouse_;
};

}  // namespace

void timeline_pointer(const View& view, const TimelineShapes& shapes,
                      const std::vector<FaultLabel>& labels, ImVec2 at, float width) {
  // Names up to 64 arrows and 64 marks, so that a program that drives the window can drag and click
  // them.
  constexpr std::size_t most_named = 64;
  for (std::size_t i = 0; i < std::min(shapes.arrows.size(), most_named); ++i) {
    const ArrowShape& arrow = shapes.arrows[i];
    if (arrow.count > 1) continue;
    view.named.push_back({fmt::format("{} {}", arrow.reply ? "reply" : "request", arrow.message),
                          {at.x + arrow.x0, at.y + std::min(arrow.y0, arrow.y1)},
                          {at.x + arrow.x1, at.y + std::max(arrow.y0, arrow.y1)}});
  }
  for (std::size_t i = 0; i < std::min(shapes.alarms.size(), most_named); ++i) {
    const MarkShape& mark = shapes.alarms[i];
    const float r = view.px(4);
    const auto around = [&](std::string name, float x, float y) {
      view.named.push_back({std::move(name), {x - r, y - r}, {x + r, y + r}});
    };
    around(fmt::format("mark {}", mark.event), at.x + mark.x, at.y + mark.y);
    around(fmt::format("flag {}", mark.event), at.x + mark.flag_x, at.y + shapes.top + view.px(7));
  }
  Pointer(view, shapes, labels, at, width).act();
}

}  // namespace locklab::app
