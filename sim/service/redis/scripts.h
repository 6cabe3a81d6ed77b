// The scripts that a server knows, and what their "#!lua flags=..." lines allow them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "sim/service/redis/state.h"

namespace locklab::sim {

namespace script_flag {
inline constexpr std::uint32_t declared = 1;  ///< it has a "#!lua" line; without one all is allowed
inline constexpr std::uint32_t no_writes = 2;
inline constexpr std::uint32_t allow_oom = 4;
}  // namespace script_flag

/// What the script's first line declares, or the error to reply.
std::variant<std::uint32_t, std::string> script_flags(std::string_view text);

/// The script without its "#!" line; the line's end stays, so that lines keep their numbers.
std::string_view script_body(std::string_view text);

/// The command flags that an EVAL of this text, or an EVALSHA of this name, has beyond its own.
std::uint32_t flags_of_script(ServerState& server, bool is_text, std::string_view word);

KnownScript& know_script(ServerState& server, std::string_view sha1, std::string_view text);

}  // namespace locklab::sim
