// Aligns the scroll position of a timeline that exceeds its room with whole rows. Numbers only, in
// pixels of the content, which begins with the ruler.
#pragma once

#include <cstddef>
#include <vector>

#include "app/timeline/scene/shapes.h"

namespace locklab::app {

class TimelineRows {
 public:
  /// `room`: available height.
  TimelineRows(const TimelineShapes& shapes, const TimelineOptions& options, float room);

  /// Whether everything is visible at once.
  bool fit() const { return height_ <= room_; }
  /// The largest height below `scrolled` that ends with a whole row and fits into the room.
  float whole(float scrolled) const;
  /// The nearest position at which a row begins, after scrolling `down` or up to `scrolled`.
  float snapped(float scrolled, bool down) const;
  /// The scroll position at which the last row is visible; 0 if everything fits.
  float last() const;

 private:
  std::vector<float>
      begins_;               ///< scroll positions at which a row is the first below the pinned ones
  std::vector<float> ends_;  ///< lower edges of rows
  float height_ = 0;         ///< total height
  float room_ = 0;
};

}  // namespace locklab::app
