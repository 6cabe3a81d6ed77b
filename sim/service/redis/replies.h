// Redis's own error texts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lock/reply.h"

namespace locklab::sim {

namespace text {
inline constexpr std::string_view not_an_integer = "ERR value is not an integer or out of range";
inline constexpr std::string_view syntax = "ERR syntax error";
inline constexpr std::string_view wrong_type =
    "WRONGTYPE Operation against a key holding the wrong kind of value";
inline constexpr std::string_view no_script = "NOSCRIPT No matching script. Please use EVAL.";
inline constexpr std::string_view read_only =
    "READONLY You can't write against a read only replica.";
inline constexpr std::string_view out_of_memory =
    "OOM command not allowed when used memory > 'maxmemory'.";
inline constexpr std::string_view not_saved =
    "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to "
    "disk. Commands that may modify the data set are disabled, because this instance is configured "
    "to report errors during writes if RDB snapshotting fails (stop-writes-on-bgsave-error "
    "option). Please check the Redis logs for details about the RDB error.";
inline constexpr std::string_view busy =
    "BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.";
inline constexpr std::string_view too_long =
    "ERR string exceeds maximum allowed size (proto-max-bulk-len)";
}  // namespace text

/// An error with a line that may contain user input: line ends become blanks, and a NUL ends it.
Reply error_line(std::string_view line);
Reply wrong_arity(std::string_view command);
Reply invalid_expire(std::string_view command);
inline Reply ok() { return Reply::status("OK"); }

}  // namespace locklab::sim
