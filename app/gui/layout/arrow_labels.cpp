#include "app/gui/layout/arrow_labels.h"

#include <algorithm>

namespace locklab::app {

std::vector<ArrowLabel> arrow_labels(const TimelineShapes& shapes,
                                     const std::vector<ArrowWords>& words,
                                     const std::function<float(std::string_view)>& width,
                                     float height, float pad, float top, float right,
                                     const std::vector<FaultLabel>& taken) {
  std::vector<ArrowLabel> labels;
  const auto is_free = [&](const ArrowLabel& label) {
    const auto covers = [&](const auto& other) { return overlap(label, other); };
    return std::none_of(labels.begin(), labels.end(), covers) &&
           std::none_of(taken.begin(), taken.end(), covers);
  };
  const auto place = [&](const ArrowWords& of) {
    const ArrowShape& arrow = shapes.arrows[of.arrow];
    // Only the visible part counts, so that a label stays while the view zooms into its arrow.
    const float length = std::max(arrow.x1 - arrow.x0, 1.0f);
    const float from = std::max(arrow.x0, 0.0f);
    // For a lost message, room is kept at the end, near which its cross is drawn.
    const float to = std::min(arrow.lost ? arrow.x1 - height / 2 : arrow.x1, right);
    // Only a selected lost message has a label, near its sender, away from its cross.
    if (arrow.lost && !of.first) return;
    const float x = arrow.lost ? from + (to - from) / 4 : (from + to) / 2;
    const float y = arrow.y0 + (x - arrow.x0) / length * (arrow.y1 - arrow.y0);
    for (const std::string* text : {&of.full, &of.brief}) {
      const float wide = width(*text) + 2 * pad;
      if (text->empty() || wide > to - from) continue;
      const ArrowLabel label{of.arrow,     x - wide / 2,   y - height / 2,
                             x + wide / 2, y + height / 2, *text};
      if (label.y0 < top || !is_free(label)) continue;
      labels.push_back(label);
      return;
    }
  };
  for (const bool first : {true, false})
    for (const ArrowWords& of : words)
      if (of.first == first) place(of);
  return labels;
}

}  // namespace locklab::app
