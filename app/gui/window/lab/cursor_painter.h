// Paints the cursor of a timeline: a line through the lanes, and its time in the ruler. If several
// steps are indistinguishable on the screen, the label also says which of them the cursor is at, so
// that a step is visible even if the line does not move.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "app/gui/model/model.h"
#include "app/gui/window/view.h"
#include "app/timeline/scene/axis.h"
#include "app/timeline/scene/shapes.h"

namespace locklab::app {

/// The cursor's position among steps that are indistinguishable on the screen.
struct NearSteps {
  std::size_t number = 0;  ///< from 1
  std::size_t count = 0;
};
/// Finds the cursor's position among near steps; nullopt if its step is alone, it is before the
/// first step or between two, or the axis is not time.
std::optional<NearSteps> near_steps(const ShownRun& run, const Cursor& cursor, const AxisView& on);

class CursorPainter {
 public:
  /// Prepares to paint on a timeline `width` pixels wide whose top left corner is at `at` on the
  /// screen. All references must outlive the painter.
  CursorPainter(const View& view, const TimelineShapes& shapes, ImVec2 at, float width);

  /// The cursor's x position on the canvas.
  float x() const { return x_; }
  /// Whether the cursor's time overlaps the part of the ruler from `left` to `right`.
  bool covers(float left, float right) const {
    return is_in_sight() && right >= left_ && left <= right_;
  }
  void line() const;
  void time() const;

 private:
  bool is_in_sight() const { return right_ > left_; }
  ImVec2 p(float x, float y) const { return {at_.x + x, at_.y + y}; }

  const View& view_;
  const TimelineShapes& shapes_;
  const ImVec2 at_;
  float x_ = 0;
  float left_ = 0, right_ = 0;  ///< extent of the cursor's time in the ruler
  std::string words_;
};

}  // namespace locklab::app
