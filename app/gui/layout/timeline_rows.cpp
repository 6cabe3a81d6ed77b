#include "app/gui/layout/timeline_rows.h"

#include <algorithm>

namespace locklab::app {

TimelineRows::TimelineRows(const TimelineShapes& shapes, const TimelineOptions& options, float room)
    : height_(shapes.height), room_(room) {
  const float above = options.ruler + static_cast<float>(options.pinned) * options.row;
  const auto add = [&](float y0, float y1) {
    begins_.push_back(y0 - above);
    ends_.push_back(y1);
  };
  // Rows scrolled out of view have no shape, but all have the same height.
  for (std::size_t i = options.pinned; i < options.lanes.size(); ++i) {
    const float y0 = options.ruler + static_cast<float>(i) * options.row;
    add(y0, y0 + options.row);
  }
  for (const LaneRow& strip : shapes.strips) add(strip.y0, strip.y1);
}

float TimelineRows::last() const {
  if (fit()) return 0;
  const float end = ends_.empty() ? height_ : ends_.back();
  const auto reaches = [&](float begin) { return end - begin <= room_; };
  const auto found = std::find_if(begins_.begin(), begins_.end(), reaches);
  return found == begins_.end() ? std::max(height_ - room_, 0.0f) : *found;
}

float TimelineRows::whole(float scrolled) const {
  if (fit()) return room_;
  float best = 0;
  for (const float end : ends_)
    if (end - scrolled <= room_) best = std::max(best, end - scrolled);
  return best > 0 ? best : room_;
}

float TimelineRows::snapped(float scrolled, bool down) const {
  float before = 0;
  float after = last();
  for (const float begin : begins_) {
    if (begin > last()) break;
    if (begin <= scrolled) before = begin;
    if (begin >= scrolled) after = std::min(after, begin);
  }
  return down ? after : before;
}

}  // namespace locklab::app
