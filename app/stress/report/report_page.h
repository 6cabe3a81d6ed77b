// Report under construction: sentences and table rows in one language, rendered for a terminal or
// as HTML.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/words/display_text.h"
#include "app/words/figures.h"
#include "app/words/language.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

class Page {
 public:
  explicit Page(Language language) : language_(language) {}
  std::string in(const Sentence& sentence) const { return told(sentence, language_); }
  void line(std::string_view text = {}) { blocks_.push_back({std::string(text), {}, 0, false}); }
  void say_line(const Sentence& sentence) { blocks_.push_back({in(sentence), {}, 0, true}); }
  /// Adds a table row: the name left-aligned in `wide` columns, then right-aligned cells.
  void row(std::string_view name, std::vector<std::string> cells, std::size_t wide) {
    blocks_.push_back({std::string(name), std::move(cells), wide, false});
  }
  /// Text for a terminal. Only the sentences of say_line() wrap, at 80 columns.
  std::string text() const;
  /// HTML: a paragraph per line, and a table per run of rows, with the first row as its heading.
  std::string html() const;

 private:
  struct Block {
    std::string text;
    std::vector<std::string> cells;  ///< empty unless the block is a row
    std::size_t wide = 0;
    bool wraps = false;
  };

  Language language_;
  std::vector<Block> blocks_;
};

inline std::string with_decimals(double value, int decimals) {
  return fmt::format("{:.{}f}", value, decimals);
}

}  // namespace locklab::app
