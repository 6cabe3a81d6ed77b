// local_flag: a lock within one process, used by several processes. Each client has its own
// variable, so the flag keeps nobody else out.
#include "lock/strategies/strategies.h"

namespace locklab {

namespace {

Task<Grant> local_flag_acquire(Env& env, Lock, Token token) {
  if (env.own_memory != 0) co_return NotHeld(Refusal::taken, "the flag is set");
  env.own_memory = 1;
  Held held;
  held.token = token;
  co_return held;
}

Task<Released> local_flag_release(Env& env, Lock, Held) {
  env.own_memory = 0;
  co_return Released::released;
}

}  // namespace

constinit const Strategy strategy::local_flag{
    .id = "local_flag",
    .title = "a flag in the client's own memory",
    .summary = "each client has its own flag: all get in",
    .file = "lock/strategies/local_flag.cpp",
    .topology = Topology::none,
    .traits = {Trait::exclusive},
    .acquire = local_flag_acquire,
    .release = local_flag_release,
};

}  // namespace locklab
