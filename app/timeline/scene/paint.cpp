#include "app/timeline/scene/paint.h"

#include <array>

namespace locklab::app {

namespace {

/// SGR codes, by Tone.
constexpr std::array<std::string_view, 10> codes{"",   "2",  "1",  "33", "1;31",
                                                 "32", "36", "35", "34", "92"};

}  // namespace

Tone tone_of_client(std::size_t index) {
  return static_cast<Tone>(static_cast<std::size_t>(Tone::client0) + index % client_tones);
}

std::string toned(std::string_view text, Tone tone, bool colour) {
  const std::string_view code = codes[static_cast<std::size_t>(tone)];
  if (!colour || code.empty() || text.empty()) return std::string(text);
  std::string out = "\x1b[";
  out += code;
  out += 'm';
  out += text;
  out += "\x1b[0m";
  return out;
}

void Canvas::put(std::size_t column, std::string_view glyph, Tone tone) {
  if (column < cells_.size()) cells_[column] = {std::string(glyph), tone};
}

std::string Canvas::line(bool colour) const {
  std::string out;
  std::string run;
  Tone tone = Tone::plain;
  for (const Cell& cell : cells_) {
    if (cell.tone != tone) {
      out += toned(run, tone, colour);
      run.clear();
      tone = cell.tone;
    }
    run += cell.glyph;
  }
  return out + toned(run, tone, colour);
}

}  // namespace locklab::app
