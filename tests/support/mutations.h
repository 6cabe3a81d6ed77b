// Changes texts at random, as tired people and broken programs do: lines are left out, doubled,
// swapped or taken from elsewhere, numbers become zero, negative or huge, names are exchanged, and
// texts are cut off.
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
  /// A random index below `size`, which must not be 0.
  std::size_t any(std::size_t size) { return static_cast<std::size_t>(dice_.below(size)); }

  /// Leaves out, doubles, swaps or moves one piece, or inserts some pieces of `other`.
  void rearrange(Pieces& pieces, const Pieces& other);
  /// Replaces a number, a name, a text or a part of the piece; `other` gives names.
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

/// The lines of a text, each with its line end.
Pieces lines_of(std::string_view text);
std::string joined(const Pieces& pieces);

}  // namespace locklab::test
