// Tones of text in a terminal, and lines of glyphs in these tones.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace locklab::app {

enum class Tone : std::uint8_t {
  plain,
  dim,
  strong,
  fault,
  violation,
  good,
  client0,  ///< client i has client0 + i % client_tones
  client1,
  client2,
  client3,
};

inline constexpr std::size_t client_tones = 4;
Tone tone_of_client(std::size_t index);

/// `text` in a tone, or unchanged without colour.
std::string toned(std::string_view text, Tone tone, bool colour);

/// A line addressed by columns. Every glyph is one column wide.
class Canvas {
 public:
  explicit Canvas(std::size_t columns) : cells_(columns) {}
  void put(std::size_t column, std::string_view glyph, Tone tone);
  /// The line as text; runs of one tone share a colour code.
  std::string line(bool colour) const;

 private:
  struct Cell {
    std::string glyph = " ";
    Tone tone = Tone::plain;
  };
  std::vector<Cell> cells_;
};

}  // namespace locklab::app
