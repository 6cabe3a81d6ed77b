// Why a running node refuses writes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace locklab::sim {

enum class WriteRefusal : std::uint8_t {
  full,       ///< its memory is full: commands that may need more fail with OOM
  read_only,  ///< it believes it is a replica: READONLY
  unsaved,    ///< it could not save its keys to disk: MISCONF
  /// A master that has just returned to its cluster refuses reads, too: CLUSTERDOWN. Not a fault
  /// that a scenario can inject.
  rejoining,
};

/// The words in scenarios, in the order of the values, of those that can be injected.
inline constexpr std::array<std::string_view, 3> write_refusal_words{"full", "read_only",
                                                                     "unsaved"};

constexpr std::string_view name(WriteRefusal refusal) {
  return write_refusal_words.at(static_cast<std::size_t>(refusal));
}

/// A set of reasons, one bit each.
using WriteRefusals = std::uint8_t;
constexpr WriteRefusals bit(WriteRefusal refusal) {
  return static_cast<WriteRefusals>(1u << static_cast<unsigned>(refusal));
}
constexpr bool has(WriteRefusals all, WriteRefusal one) { return (all & bit(one)) != 0; }

}  // namespace locklab::sim
