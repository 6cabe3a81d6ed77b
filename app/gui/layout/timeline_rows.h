// Aligns the scroll position of a timeline that is higher than its panel to whole rows. Numbers
// only, in pixels of the content, which begins with the ruler.
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
  /// The largest visible height, when scrolled to `scrolled`, at which the last visible row is
  /// complete; the available height if everything fits or no row does.
  float whole(float scrolled) const;
  /// The scroll position nearest to `scrolled` at which a row begins: the next one if `down`,
  /// otherwise the previous one.
  float snapped(float scrolled, bool down) const;
  /// The first scroll position at which the last row is completely visible; 0 if everything fits.
  float last() const;

 private:
  std::vector<float>
      begins_;               ///< scroll positions at which a row is the first below the pinned ones
  std::vector<float> ends_;  ///< lower edges of rows
  float height_ = 0;         ///< total height
  float room_ = 0;
};

}  // namespace locklab::app
