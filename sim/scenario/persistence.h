// What a node still knows after it died.
#pragma once

#include <cstdint>

namespace locklab::sim {

/// As Redis's appendfsync; `none`: no append-only file at all.
enum class Persistence : std::uint8_t { none, everysec, always };

}  // namespace locklab::sim
