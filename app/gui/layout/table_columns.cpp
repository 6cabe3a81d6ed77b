#include "app/gui/layout/table_columns.h"

#include <algorithm>

namespace locklab::app {

std::vector<float> table_columns(const std::vector<ColumnNeed>& needs, float room, float gap) {
  if (needs.empty()) return {};
  room -= gap * static_cast<float>(needs.size() - 1);
  float least = 0;
  float whole = 0;
  for (const ColumnNeed& need : needs) {
    least += need.least;
    whole += std::max(need.whole, need.least);
  }
  if (least > room) return {};
  // The remaining width is distributed in proportion to the width that each column lacks.
  const float part = whole > least ? std::min((room - least) / (whole - least), 1.0f) : 0;
  std::vector<float> widths;
  for (const ColumnNeed& need : needs)
    widths.push_back(need.least + part * std::max(need.whole - need.least, 0.0f));
  return widths;
}

}  // namespace locklab::app
