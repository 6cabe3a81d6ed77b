// The persistence of a node: the data that survive its death.
#pragma once

#include <cstdint>

namespace locklab::sim {

/// The settings of Redis's appendfsync. `none`: there is no append-only file.
enum class Persistence : std::uint8_t { none, everysec, always };

}  // namespace locklab::sim
