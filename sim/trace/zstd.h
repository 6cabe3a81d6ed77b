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

/// The first bytes of the first frame's content, at most `most`; fewer if it is damaged or cut off.
/// The rest is not decompressed, however much there is.
std::string decompressed_beginning(std::string_view frames, std::size_t most);

/// The content of all frames, at most `most` bytes, or an error. A forged size costs no memory.
std::variant<std::string, Sentence> decompressed(std::string_view frames, std::uint64_t most);

}  // namespace locklab::sim
