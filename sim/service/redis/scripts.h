// The scripts that a server knows, and the permissions in their "#!lua flags=..." lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "sim/service/redis/state.h"

namespace locklab::sim {

namespace script_flag {
inline constexpr std::uint32_t declared =
    1;  ///< the script has a "#!lua" line; without one everything is allowed
inline constexpr std::uint32_t no_writes = 2;
inline constexpr std::uint32_t allow_oom = 4;
}  // namespace script_flag

/// The flags that the script's first line declares, or the error to reply.
std::variant<std::uint32_t, std::string> script_flags(std::string_view text);

/// The script without its "#!" line; the line break remains, to keep the line numbers.
std::string_view script_body(std::string_view text);

/// The additional command flags of an EVAL of this text, or an EVALSHA of this SHA-1.
std::uint32_t flags_of_script(ServerState& server, bool is_text, std::string_view word);

KnownScript& know_script(ServerState& server, std::string_view sha1, std::string_view text);

}  // namespace locklab::sim
