// Files that are read whole and written whole or not at all: a trace, an export. A reader never
// meets half a file, a full disk is said, and nothing half-written is left behind.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "sim/trace/problem.h"

namespace locklab::sim {

/// The bytes of a regular file. One of more than `most` bytes is refused unread.
std::variant<std::string, Problem> read_whole(const std::string& path,
                                              std::uint64_t most = UINT64_MAX);

/// Takes the next bytes of a file. False: they could not be written, and no more can.
using ByteSink = std::function<bool(std::string_view bytes)>;

/// Writes what `make` hands to its sink, piece by piece: to a new name beside `path`, synced, then
/// renamed over it. What is no regular file (a pipe, a device) is written to directly. Whoever
/// calls must ignore SIGPIPE and SIGXFSZ.
std::optional<Problem> write_whole(const std::string& path,
                                   const std::function<void(const ByteSink&)>& make);

/// The same for `pieces` that are there already.
std::optional<Problem> write_whole(const std::string& path,
                                   std::initializer_list<std::string_view> pieces);

}  // namespace locklab::sim
