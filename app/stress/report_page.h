// A report while it is written: sentences and rows of cells in one language, for a terminal or for
// a page of HTML.
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
  /// A name to the left and cells to the right of their columns; the name's column is so wide.
  void row(std::string_view name, std::vector<std::string> cells, std::size_t wide) {
    blocks_.push_back({std::string(name), std::move(cells), wide, false});
  }
  /// For a terminal, no wider than 80 columns but where a row is.
  std::string text() const;
  /// Paragraphs and tables.
  std::string html() const;

 private:
  struct Block {
    std::string text;
    std::vector<std::string> cells;  ///< none: it is no row
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
