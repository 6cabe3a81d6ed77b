// local_flag: the lock of a single process, taken to several. Each client has a variable of its
// own, so the flag keeps nobody else out.
#include "lock/strategies/strategies.h"

namespace locklab {

Task<Grant> local_flag_acquire(Env& env, Lock, Token token) {
  if (env.local_flag != 0) co_return NotHeld{"the flag is set"};
  env.local_flag = 1;
  Held held;
  held.token = token;
  co_return held;
}

Task<Released> local_flag_release(Env& env, Lock, Held) {
  env.local_flag = 0;
  co_return Released::released;
}

}  // namespace locklab
