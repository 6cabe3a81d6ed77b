// The replies of a Redis Cluster's node for a key that it does not have, and the mapping of keys to
// the 16,384 hash slots. The rules are those of the Redis Cluster specification.
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
    moved,      ///< another node has the slot, for all commands from now on
    asks,       ///< the slot is moving there: send only this command there, after ASKING
    try_again,  ///< the command's keys are split between two nodes while their slot moves
  };
  Kind kind = Kind::moved;
  std::uint16_t slot = 0;  ///< 0 with try_again
  std::string host;        ///< empty for the host of the replying node, and with try_again
  std::uint16_t port = 0;  ///< 0 with try_again
};

/// Parses the text of an error; nullopt if it is no well-formed redirection.
std::optional<Redirection> redirection(std::string_view error);

/// CRC16 modulo 16,384 of the key, or of the text in its first braces if that is not empty.
std::uint16_t slot_of_key(std::string_view key);

/// Indices of the words of a command that are keys: from `first` to before `end`, every `step`-th.
struct KeyWords {
  std::size_t first = 1;
  std::size_t end = 1;
  std::size_t step = 1;
};
KeyWords key_words(std::span<const std::string_view> words);

/// The slot of the command's first key; nullopt if it names no key.
std::optional<std::uint16_t> slot_of(const PackedWords& command);

}  // namespace locklab
