// atomic_decr: no lock, because none is needed. One command changes the stock, and a Redis node
// runs one command at a time. `sell = lua` does the same in a script that never sells below zero.
#include "lock/scripts.h"
#include "lock/strategies/strategies.h"

namespace locklab {

Task<Reply> atomic_decr_work(Env& env, Lock lock, Token token, std::string resource,
                             std::int64_t change) {
  if (lock->sell == Sell::lua) {
    Command sell = eval(scripts::sell, {resource});
    sell.add(change).by(token, Purpose::write);
    co_return co_await env.call(lock->nodes[0], std::move(sell), lock->node_timeout);
  }
  Command step = decr(resource);
  if (change != -1) {
    step = Command("INCRBY");
    step.add(resource).add(change);
  }
  step.by(token, Purpose::write);
  co_return co_await env.call(lock->nodes[0], std::move(step), lock->node_timeout);
}

}  // namespace locklab
