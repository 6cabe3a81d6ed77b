#include "app/matrix/table_text.h"

#include <algorithm>

#include "app/words/display_text.h"

namespace locklab::app {

namespace {

constexpr std::size_t gap = 2;  ///< between two columns

}  // namespace

std::string table_text(const std::vector<std::vector<TableCell>>& rows, std::size_t columns,
                       bool colour) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], display_width(row[i].text) + gap);
  std::string out;
  for (std::size_t first = 1, end = first; first < widths.size(); first = end) {
    std::size_t wide = widths[0];
    while (end < widths.size() && (end == first || wide + widths[end] - gap <= columns))
      wide += widths[end++];
    if (first > 1) out += '\n';
    for (const auto& row : rows) {
      std::size_t blank = 0;  // before the next cell
      for (std::size_t i = 0; i < end; i = std::max(i + 1, first)) {
        if (!row[i].text.empty()) {
          out += std::string(blank, ' ') + toned(row[i].text, row[i].tone, colour);
          blank = 0;
        }
        blank += widths[i] - display_width(row[i].text);
      }
      out += '\n';
    }
  }
  return out;
}

}  // namespace locklab::app
