// The persistence of a node: which data survive its death.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace locklab::sim {

/// `none` means no append-only file; the others are settings of Redis's appendfsync.
enum class Persistence : std::uint8_t { none, everysec, always };

/// The words in scenarios and reports, in the order of the values.
inline constexpr std::array<std::string_view, 3> persistence_words{"none", "everysec", "always"};

constexpr std::string_view name(Persistence persistence) {
  return persistence_words[static_cast<std::size_t>(persistence)];
}

}  // namespace locklab::sim
