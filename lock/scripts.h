// The Lua scripts of assets/lua, embedded at build time: live Redis and the simulated node run the
// same text. They are constants without initialisation at run time.
#pragma once

#include <span>

#include "lock/command.h"

namespace locklab {

namespace scripts {

extern const Script admit;
extern const Script claim_with_fence;
extern const Script extend_if_owner_or_absent;
extern const Script release_if_owner;
extern const Script renew_if_owner;
extern const Script sell;
extern const Script setnx_expire;

}  // namespace scripts

std::span<const Script* const> all_scripts();

}  // namespace locklab
