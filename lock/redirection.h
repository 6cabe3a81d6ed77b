// What a node of a Redis Cluster answers for a key that it does not have, and which of the 16,384
// hash slots a key belongs to. The rules are those of the Redis Cluster specification.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lock/command.h"

namespace locklab {

struct Redirection {
  enum class Kind : std::uint8_t {
    moved,      ///< the slot is another node's, for all commands from now on
    asks,       ///< the slot is about to move there: ask for this command alone, after ASKING
    try_again,  ///< the keys of the command are on both nodes while their slot moves
  };
  Kind kind = Kind::moved;
  std::uint16_t slot = 0;  ///< 0 with try_again
  std::string host;        ///< empty: the one of the node that has answered
  std::uint16_t port = 0;  ///< 0 with try_again
};

/// Reads the text of an error. None: it is another error.
std::optional<Redirection> redirection(std::string_view error);

/// CRC16 of the key, or of what stands in its first braces if that is not empty, modulo 16,384.
std::uint16_t slot_of_key(std::string_view key);

/// The words of a command that are keys: from `first` to before `end`, every `step`-th one.
struct KeyWords {
  std::size_t first = 1;
  std::size_t end = 1;
  std::size_t step = 1;
};
KeyWords key_words(std::span<const std::string_view> words);

/// The slot of the command's first key. None: it names no key.
std::optional<std::uint16_t> slot_of(const PackedWords& command);

}  // namespace locklab
