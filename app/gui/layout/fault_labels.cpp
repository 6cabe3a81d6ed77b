#include "app/gui/layout/fault_labels.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace locklab::app {

namespace {

/// Whether another fault of the lane stands on the label's side, so near that its words would come
/// out of the order of time.
bool is_in_the_way(const FaultLabel& label, const TimelineShapes& shapes,
                   const std::vector<std::string>& words) {
  const MarkShape& mine = shapes.alarms[label.alarm];
  for (std::size_t i = 0; i < words.size() && i < shapes.alarms.size(); ++i) {
    const MarkShape& other = shapes.alarms[i];
    if (i == label.alarm || words[i].empty() || other.y != mine.y || other.x == mine.x) continue;
    if (other.x > std::min(label.x0, mine.x) && other.x < std::max(label.x1, mine.x)) return true;
  }
  return false;
}

}  // namespace

std::vector<FaultLabel> fault_labels(const TimelineShapes& shapes,
                                     const std::vector<std::string>& words,
                                     const std::function<float(std::string_view)>& width,
                                     float height, float pad, float mark, float right,
                                     const std::vector<FaultLabel>& taken) {
  std::vector<FaultLabel> labels;
  const auto fits = [&](const FaultLabel& label) {
    const bool on_lane =
        std::any_of(shapes.rows.begin(), shapes.rows.end(),
                    [&](const LaneRow& row) { return label.y0 >= row.y0 && label.y1 <= row.y1; });
    return on_lane && label.x0 >= 0 && label.x1 <= right &&
           std::none_of(labels.begin(), labels.end(),
                        [&](const FaultLabel& other) { return overlap(label, other); });
  };
  for (std::size_t i = 0; i < words.size() && i < shapes.alarms.size(); ++i) {
    if (words[i].empty()) continue;
    const MarkShape& alarm = shapes.alarms[i];
    const float wide = width(words[i]) + 2 * pad;
    const float y0 = alarm.y - height / 2;
    std::optional<FaultLabel> chosen;
    int least = 0;
    for (const float x0 : {alarm.x + mark, alarm.x - mark - wide}) {
      FaultLabel label{i, x0, y0, x0 + wide, y0 + height, words[i]};
      if (!fits(label)) continue;
      const bool covers = std::any_of(taken.begin(), taken.end(), [&](const FaultLabel& other) {
        return overlap(label, other);
      });
      const int cost = 4 * covers + 2 * is_in_the_way(label, shapes, words);
      if (chosen && cost >= least) continue;
      chosen = std::move(label);
      least = cost;
    }
    if (chosen) labels.push_back(*std::move(chosen));
  }
  return labels;
}

}  // namespace locklab::app
