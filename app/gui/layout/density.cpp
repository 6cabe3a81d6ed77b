#include "app/gui/layout/density.h"

#include <algorithm>
#include <cmath>

#include "app/words/figures.h"

namespace locklab::app {

namespace {

bool is_painted(MarkKind kind) {
  return kind == MarkKind::read || kind == MarkKind::wrote || kind == MarkKind::rejected;
}

/// The columns of one lane from left to right. Shapes that fold at the same place, such as a node's
/// state and its key, count once.
std::vector<DenseColumn> columns_of(const TimelineShapes& shapes, const LaneRow& row) {
  std::vector<DenseColumn> all;
  for (const std::vector<BarShape>* bars : {&shapes.bars, &shapes.keys})
    for (const BarShape& bar : *bars)
      if (bar.count > 1 && bar.row == row.lane) all.push_back({bar.x0, bar.x1, bar.count, 0});
  const float middle = (row.y0 + row.y1) / 2;
  for (const MarkShape& mark : shapes.marks)
    if (mark.count > 1 && is_painted(mark.kind) && mark.y == middle)
      all.push_back({mark.x - 1, mark.x + 2, mark.count, 0});
  std::sort(all.begin(), all.end(),
            [](const DenseColumn& a, const DenseColumn& b) { return a.x0 < b.x0; });
  std::vector<DenseColumn> apart;
  for (const DenseColumn& column : all) {
    if (!apart.empty() && column.x0 < apart.back().x1 - 0.5f) {
      apart.back().count = std::max(apart.back().count, column.count);
      apart.back().x1 = std::max(apart.back().x1, column.x1);
    } else {
      apart.push_back(column);
    }
  }
  return apart;
}

}  // namespace

std::vector<DenseStretch> dense_stretches(const TimelineShapes& shapes, float gap) {
  std::vector<DenseStretch> all;
  std::uint32_t most = 2;
  for (const LaneRow& row : shapes.rows) {
    bool begun = false;
    for (const DenseColumn& column : columns_of(shapes, row)) {
      if (!begun || column.x0 - all.back().x1() > gap)
        all.push_back({row.lane, row.pinned, row.y0, row.y1, 0, {}});
      begun = true;
      all.back().columns.push_back(column);
      all.back().count += column.count;
      most = std::max(most, column.count);
    }
  }
  for (DenseStretch& stretch : all)
    for (DenseColumn& column : stretch.columns)
      column.strength =
          std::log2(static_cast<float>(column.count)) / std::log2(static_cast<float>(most));
  return all;
}

std::vector<bool> crowded_marks(const TimelineShapes& shapes, float wide) {
  std::vector<bool> crowded(shapes.marks.size());
  // Marks are ordered, so the previous one on the same lane is the last seen there.
  std::vector<std::pair<float, std::size_t>> last;  // y of the lane, index of its last mark
  for (std::size_t i = 0; i < shapes.marks.size(); ++i) {
    const MarkShape& mark = shapes.marks[i];
    if (!is_painted(mark.kind)) continue;
    const auto same = std::find_if(last.begin(), last.end(),
                                   [&](const auto& one) { return one.first == mark.y; });
    if (same == last.end()) {
      last.emplace_back(mark.y, i);
      continue;
    }
    if (mark.x - shapes.marks[same->second].x < wide) crowded[i] = crowded[same->second] = true;
    same->second = i;
  }
  return crowded;
}

std::vector<FaultLabel> density_labels(const std::vector<DenseStretch>& stretches,
                                       const std::function<float(std::string_view)>& width,
                                       float height, float pad, float right,
                                       const std::vector<FaultLabel>& taken) {
  std::vector<FaultLabel> labels;
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    const DenseStretch& stretch = stretches[i];
    const std::string words = grouped(stretch.count);
    const float wide = width(words) + 2 * pad;
    const float from = std::max(stretch.x0(), 0.0f);
    const float to = std::min(stretch.x1(), right);
    if (wide > to - from || height > stretch.y1 - stretch.y0) continue;
    const float x = (from + to) / 2;
    const float y = (stretch.y0 + stretch.y1) / 2;
    FaultLabel label{i, x - wide / 2, y - height / 2, x + wide / 2, y + height / 2, words};
    const auto covers = [&](const FaultLabel& other) { return overlap(label, other); };
    if (std::none_of(taken.begin(), taken.end(), covers)) labels.push_back(std::move(label));
  }
  return labels;
}

}  // namespace locklab::app
