// Bytes compressed by zstd (RFC 8878).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "sim/trace/sentence.h"

namespace locklab::sim {

/// Whether the bytes begin like a zstd frame.
bool is_zstd(std::string_view bytes);

/// The bytes as one frame. The same bytes always give the same frame with the same version of zstd.
/// nullopt if out of memory.
std::optional<std::string> compressed(std::string_view bytes);

/// The content of all frames, at most `most` bytes, or an error. A forged size costs no memory.
std::variant<std::string, Sentence> decompressed(std::string_view frames, std::uint64_t most);

}  // namespace locklab::sim
