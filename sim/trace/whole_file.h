// Files that are read whole and written whole or not at all: a trace, an export. A reader never
// meets half a file, a full disk is said, and nothing half-written is left behind.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "sim/trace/problem.h"

namespace locklab::sim {

/// The bytes of a regular file.
std::variant<std::string, Problem> read_whole(const std::string& path);

/// Writes `pieces` one after the other: to a new name beside `path`, synced, then renamed over it.
/// What is no regular file (a pipe, a device) is written to directly. Whoever calls must ignore
/// SIGPIPE and SIGXFSZ.
std::optional<Problem> write_whole(const std::string& path,
                                   std::initializer_list<std::string_view> pieces);

}  // namespace locklab::sim
