#include "app/gui/layout/bar_layout.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace locklab::app {

BarFit fit_bar(const std::vector<BarItem>& items, float room, float menu) {
  BarFit fit;
  float taken = 0;
  for (const BarItem& item : items) {
    fit.widths.push_back(item.least);
    taken += item.least + item.gap;
  }
  while (taken > room) {
    std::optional<std::size_t> first;
    for (std::size_t i = 0; i < items.size(); ++i)
      if (fit.widths[i] > 0 && (!first || items[i].keep <= items[*first].keep)) first = i;
    if (!first) break;
    if (!fit.menu) taken += menu;
    fit.menu = true;
    taken -= items[*first].least + items[*first].gap;
    fit.widths[*first] = 0;
  }
  float wish = 0;
  for (std::size_t i = 0; i < items.size(); ++i)
    if (fit.widths[i] > 0) wish += items[i].most - items[i].least;
  const float part = wish > 0 ? std::clamp((room - taken) / wish, 0.0f, 1.0f) : 0;
  for (std::size_t i = 0; i < items.size(); ++i)
    if (fit.widths[i] > 0) fit.widths[i] += part * (items[i].most - items[i].least);
  return fit;
}

}  // namespace locklab::app
