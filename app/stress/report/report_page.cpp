#include "app/stress/report/report_page.h"

#include <algorithm>

#include "app/words/markup_text.h"

namespace locklab::app {

namespace {

constexpr std::size_t column = 11;

}  // namespace

std::string Page::text() const {
  std::string all;
  for (const Block& block : blocks_) {
    if (block.wraps) {
      for (const std::string& part : wrap(block.text, 80)) all += part + "\n";
      continue;
    }
    std::string line = block.cells.empty() ? block.text : pad(block.text, block.wide);
    for (const std::string& cell : block.cells) {
      if (cell.empty()) continue;
      const std::size_t width = display_width(cell);
      line.append(width < column ? column - width : 1, ' ').append(cell);
    }
    all += line + "\n";
  }
  return all;
}

std::string Page::html() const {
  std::string all;
  for (auto block = blocks_.begin(); block != blocks_.end();) {
    if (block->cells.empty()) {
      if (!block->text.empty()) all += "<p>" + escaped(block->text) + "</p>";
      ++block;
      continue;
    }
    const auto end =
        std::find_if(block, blocks_.end(), [](const Block& one) { return one.cells.empty(); });
    std::size_t columns = 0;
    for (auto row = block; row != end; ++row) columns = std::max(columns, row->cells.size());
    all += "<table class=\"figures\">";
    const char* tag = "th";  // the first row holds the headings
    for (; block != end; ++block, tag = "td") {
      all += fmt::format("<tr><th>{}</th>", escaped(block->text));
      for (std::size_t i = 0; i < columns; ++i)
        all += fmt::format("<{0}>{1}</{0}>", tag,
                           i < block->cells.size() ? escaped(block->cells[i]) : std::string());
      all += "</tr>";
    }
    all += "</table>";
  }
  return all;
}

}  // namespace locklab::app
