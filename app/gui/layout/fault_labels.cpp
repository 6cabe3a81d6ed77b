#include "app/gui/layout/fault_labels.h"

#include <algorithm>
#include <utility>

namespace locklab::app {

namespace {

constexpr float most_hidden = 0.8f;      ///< largest hidden fraction of a key that the fault hit
constexpr float most_of_another = 0.5f;  ///< largest fraction of another key that a label may hide

class FaultLabels {
 public:
  FaultLabels(const TimelineShapes& shapes, const std::vector<FaultWords>& words,
              const FaultLabelOptions& options, const std::vector<FaultLabel>& names)
      : shapes_(shapes),
        words_(words),
        options_(options),
        names_(names),
        told_(std::min(words.size(), shapes.alarms.size())) {}

  std::vector<FaultLabel> labels() {
    std::vector<bool> done(told_);
    for (const bool decisive : {true, false})
      for (std::size_t i = 0; i < told_; ++i) {
        if (done[i] || words_[i].full.empty() || words_[i].decisive != decisive) continue;
        const std::vector<std::size_t> group = near(i, done);
        done[i] = true;
        if (group.size() > 1 &&
            (place(group, words_of(group)) || (decisive && place(group, words_of(group), true)))) {
          for (const std::size_t one : group) done[one] = true;
          continue;
        }
        place_one(i);
      }
    std::sort(labels_.begin(), labels_.end(),
              [](const FaultLabel& a, const FaultLabel& b) { return a.alarm < b.alarm; });
    return std::move(labels_);
  }

 private:
  const MarkShape& mark(std::size_t alarm) const { return shapes_.alarms[alarm]; }
  float wide(std::string_view words) const { return options_.width(words) + 2 * options_.pad; }

  /// The alarm and the following ones of its lane that its label would reach: either those with the
  /// same words, up to the first with other words, or only the next one, if its words are others.
  std::vector<std::size_t> near(std::size_t first, const std::vector<bool>& done) const {
    std::vector<std::size_t> group{first};
    const std::string& said = words_[first].full;
    for (std::size_t i = first + 1; i < told_; ++i) {
      const float free = mark(i).x - mark(group.back()).x - 2 * options_.mark;
      if (free >= wide(said)) break;
      if (done[i] || words_[i].full.empty() || mark(i).y != mark(first).y) continue;
      const bool same = words_[i].full == said;
      if (!same && group.size() > 1) break;
      group.push_back(i);
      if (!same) break;
    }
    return group;
  }

  std::string words_of(const std::vector<std::size_t>& group) const {
    const std::string& said = words_[group[0]].full;
    return words_[group.back()].full == said ? said : options_.joined(group[0], group.back());
  }

  /// The height of words at `y`: slightly reduced in a low lane.
  float height_at(float y) const {
    constexpr float least = 0.85f;
    for (const LaneRow& row : shapes_.rows)
      if (y >= row.y0 && y <= row.y1)
        return std::clamp(row.y1 - row.y0 - 0.1f, least * options_.height, options_.height);
    return options_.height;
  }

  /// Places a label in full or in brief; a decisive fault's label may cover part of any key if
  /// necessary.
  void place_one(std::size_t alarm) {
    const FaultWords& said = words_[alarm];
    for (const bool any_key : {false, true}) {
      if (any_key && !said.decisive) return;
      if (place({alarm}, said.full, any_key)) return;
      if (!said.brief.empty() && place({alarm}, said.brief, any_key)) return;
    }
  }

  /// Places a label to the right of the last mark: a label before the mark would suggest that the
  /// fault already applied there. Only the label of a death may be left of its mark. Returns false
  /// if there is no room.
  bool place(const std::vector<std::size_t>& group, const std::string& words,
             bool any_key = false) {
    for (const float pad : {options_.pad, options_.pad / 2}) {
      const float wide = options_.width(words) + 2 * pad;
      const float high = height_at(mark(group[0]).y);
      const float y0 = mark(group[0]).y - high / 2;
      const float right = mark(group.back()).x + options_.mark;
      const float left = mark(group[0]).x - options_.mark - wide;
      for (const float x0 : {right, left}) {
        if (x0 == left && !mark(group[0]).death) continue;
        const FaultLabel label{group[0], x0, y0, x0 + wide, y0 + high, words};
        if (!fits(label, group) || hidden_of_keys(label, group, any_key) > most_hidden) continue;
        labels_.push_back(label);
        return true;
      }
    }
    return false;
  }

  bool fits(const FaultLabel& label, const std::vector<std::size_t>& group) const {
    const auto covers = [&](const auto& other) { return overlap(label, other); };
    return label.x0 >= 0 && label.x1 <= options_.right &&
           std::any_of(
               shapes_.rows.begin(), shapes_.rows.end(),
               [&](const LaneRow& row) { return label.y0 >= row.y0 && label.y1 <= row.y1; }) &&
           std::none_of(labels_.begin(), labels_.end(), covers) &&
           std::none_of(names_.begin(), names_.end(), covers) &&
           std::none_of(shapes_.inside.begin(), shapes_.inside.end(), covers) &&
           !passes_another(label, group);
  }

  /// Whether another fault of the lane that has words lies under the label, or between the label
  /// and its mark. A fault at the position of the group's first or last mark does not count.
  bool passes_another(const FaultLabel& label, const std::vector<std::size_t>& group) const {
    const float from = std::min(label.x0, mark(group[0]).x);
    const float to = std::max(label.x1, mark(group.back()).x);
    for (std::size_t i = 0; i < told_; ++i) {
      const bool mine = std::find(group.begin(), group.end(), i) != group.end();
      if (mine || words_[i].full.empty() || mark(i).y != mark(group[0]).y) continue;
      const bool at_once = mark(i).x == mark(group[0]).x || mark(i).x == mark(group.back()).x;
      if (!at_once && mark(i).x > from && mark(i).x < to) return true;
    }
    return false;
  }

  /// The largest fraction that the label hides of a key of the main lock. A key that the faults did
  /// not hit counts as 1, unless `any_key` and at most half of it is hidden.
  float hidden_of_keys(const FaultLabel& label, const std::vector<std::size_t>& group,
                       bool any_key) const {
    float most = 0;
    for (const BarShape& key : shapes_.keys) {
      if (key.other_lock || !overlap(label, key)) continue;
      const bool struck = std::any_of(group.begin(), group.end(), [&](std::size_t alarm) {
        return mark(alarm).x >= key.x0 - 1 && mark(alarm).x <= key.x1 + 1;
      });
      if (!struck && !any_key) return 1;
      const float from = std::max(key.x0, 0.0f);
      const float to = std::min(key.x1, options_.right);
      const float hidden = std::min(label.x1, to) - std::max(label.x0, from);
      const float part = hidden / std::max(to - from, 1.0f);
      if (!struck && part > most_of_another) return 1;
      most = std::max(most, part);
    }
    return most;
  }

  const TimelineShapes& shapes_;
  const std::vector<FaultWords>& words_;
  const FaultLabelOptions& options_;
  const std::vector<FaultLabel>& names_;
  const std::size_t told_;
  std::vector<FaultLabel> labels_;
};

}  // namespace

std::vector<FaultLabel> fault_labels(const TimelineShapes& shapes,
                                     const std::vector<FaultWords>& words,
                                     const FaultLabelOptions& options,
                                     const std::vector<FaultLabel>& names) {
  return FaultLabels(shapes, words, options, names).labels();
}

}  // namespace locklab::app
