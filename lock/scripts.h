// Every Lua script of assets/lua, embedded at build time: the same text runs in live Redis and in
// the simulated node.
#pragma once

#include <span>
#include <string_view>

#include "lock/command.h"

namespace locklab {

/// Null where there is none of that name (the file's name without ".lua").
const Script* find_script(std::string_view name);

/// As find_script, for names known to exist; a wrong one stops the program.
const Script& script(std::string_view name);

std::span<const Script> all_scripts();

}  // namespace locklab
