// Reads whole files, and writes files whole or not at all: a trace, an export. A reader never sees
// half a file, a full disk is reported, and no partial file remains.
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

/// The bytes of a regular file. A file larger than `most` bytes is rejected unread.
std::variant<std::string, Problem> read_whole(const std::string& path,
                                              std::uint64_t most = UINT64_MAX);

/// Writes the next bytes of a file. Returns false if writing failed; no more can be written then.
using ByteSink = std::function<bool(std::string_view bytes)>;

/// Writes what `make` passes to its sink, piece by piece, to a temporary file next to `path`, which
/// is synced and then renamed to `path`. A pipe or a device is written directly. The caller must
/// ignore SIGPIPE and SIGXFSZ.
std::optional<Problem> write_whole(const std::string& path,
                                   const std::function<void(const ByteSink&)>& make);

/// Writes `pieces` one after another, in the same way.
std::optional<Problem> write_whole(const std::string& path,
                                   std::initializer_list<std::string_view> pieces);

}  // namespace locklab::sim
