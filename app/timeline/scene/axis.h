// The horizontal axis of a timeline: time, or steps of equal width. Other code does not depend on
// the kind of axis: it asks for the position of a moment, and for the time at a position.
//
// A position on the time axis is a time in us. On the step axis, it is the number of steps so far:
// 0 is the start, 1 is the first step. A step is an event, or a group of events listed together,
// such as a node's reply with its changes (told_order.h). Between two steps time passes linearly,
// so every moment has a position and every position a time.
#pragma once

#include <cstdint>

#include "app/timeline/scene/scene.h"
#include "app/timeline/scene/time_view.h"
#include "sim/trace/trace.h"

namespace locklab::app {

enum class AxisKind : std::uint8_t { time, events };

constexpr AxisKind other_axis(AxisKind kind) {
  return kind == AxisKind::time ? AxisKind::events : AxisKind::time;
}

/// An immutable value; the scene and the trace must outlive it.
class Axis {
 public:
  Axis(AxisKind kind, const Scene& scene, const sim::Trace& trace)
      : kind_(kind), scene_(&scene), trace_(&trace) {}

  AxisKind kind() const { return kind_; }
  /// The position of the last event.
  std::int64_t end() const;
  double position(double at_us) const;
  /// The position of an event, or of time `at_us` if `event` is none_at.
  double position(std::int64_t at_us, std::uint32_t event) const;
  /// The position after the first `events` events, at a time between the last of them and the next.
  double after(std::size_t events, double at_us) const;
  /// The time at a position, in us.
  double time(double position) const;

 private:
  bool is_time() const { return kind_ == AxisKind::time || scene_->steps.empty(); }
  double step_of(std::size_t events) const;
  /// The time of a step in us; 0 for the start.
  double at_step(std::size_t step) const;

  AxisKind kind_;
  const Scene* scene_;
  const sim::Trace* trace_;
};

/// An axis with its visible part, `width` pixels wide.
struct AxisView {
  Axis axis;
  TimeView view;
  double width = 1;

  float x_of(double at_us) const { return x_at(axis.position(at_us)); }
  float x_of(std::int64_t at_us, std::uint32_t event) const {
    return x_at(axis.position(at_us, event));
  }
  float x_after(std::size_t events, double at_us) const { return x_at(axis.after(events, at_us)); }
  double time_at(float x) const { return axis.time(view.at_of(x, width)); }

 private:
  float x_at(double position) const { return static_cast<float>(view.x_of(position, width)); }
};

}  // namespace locklab::app
