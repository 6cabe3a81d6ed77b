// Where a timeline that is higher than its room begins and ends: with whole rows. Numbers only, in
// pixels of the content, which begins with the ruler.
#pragma once

#include <cstddef>
#include <vector>

#include "app/timeline/shapes.h"

namespace locklab::app {

class TimelineRows {
 public:
  /// `room`: height that is there.
  TimelineRows(const TimelineShapes& shapes, const TimelineOptions& options, float room);

  /// Whether all of it is in sight at once.
  bool fit() const { return height_ <= room_; }
  /// The height from `scrolled` on that ends with a whole row.
  float whole(float scrolled) const;
  /// The position nearest to `scrolled` at which a row begins, after a scroll `down` or up.
  float snapped(float scrolled, bool down) const;
  /// The last position: behind it nothing is hidden.
  float last() const;

 private:
  std::vector<float> begins_;  ///< positions at which a row is the first below the pinned ones
  std::vector<float> ends_;    ///< lower edges of rows
  float height_ = 0;           ///< of all
  float room_ = 0;
};

}  // namespace locklab::app
