// Changes texts by chance, as tired people and broken programs do: lines left out, doubled, swapped
// or taken from elsewhere; numbers made nothing, negative or huge; names exchanged; texts cut off.
#pragma once

#include <string>
#include <string_view>

#include "sim/world/dice.h"
#include "tests/support/fuzzing.h"

namespace locklab::test {

class Mutations {
 public:
  /// `dice` must outlive it.
  explicit Mutations(sim::RandomBits& dice) : dice_(dice) {}

  bool one_in(std::uint64_t n) { return dice_.below(n) == 0; }
  /// Any index of something so large; it must not be empty.
  std::size_t any(std::size_t size) { return static_cast<std::size_t>(dice_.below(size)); }

  /// One piece left out, doubled, swapped with another or moved; or some pieces of `other` put in.
  void rearrange(Pieces& pieces, const Pieces& other);
  /// A number, a name, a text or a part of the piece is another; `other` gives names.
  void change_value(std::string& piece, std::string_view other);

 private:
  std::string another_number(std::string_view number);
  bool change_number(std::string& piece);
  bool change_quoted(std::string& piece, std::string_view other);
  bool change_word(std::string& piece, std::string_view other);
  bool change_unit(std::string& piece);
  void cut(std::string& piece);

  sim::RandomBits& dice_;
};

/// A text's lines, each with its end.
Pieces lines_of(std::string_view text);
std::string joined(const Pieces& pieces);

}  // namespace locklab::test
