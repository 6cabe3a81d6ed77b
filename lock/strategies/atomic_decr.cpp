// atomic_decr: works without a lock. One command changes the stock, and a Redis node runs one
// command at a time. `sell = lua` does the same in a script that never sells below zero.
#include "lock/scripts.h"
#include "lock/strategies/strategies.h"

namespace locklab {

namespace {

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

constexpr std::string_view sell_words[] = {"decr", "lua"};
constexpr Switch atomic_decr_switches[] = {
    choice<&LockConfig::sell>("sell", sell_words,
                              "decr: DECR and look; lua: look and take in one script"),
};

}  // namespace

constinit const Strategy strategy::atomic_decr{
    .id = "atomic_decr",
    .title = "no lock: DECR",
    .summary = "nothing: one command is atomic",
    .file = "lock/strategies/atomic_decr.cpp",
    .admits = 0,
    .traits = {Trait::atomic_step},
    .switches = atomic_decr_switches,
    .acquire = none_acquire,
    .release = release_nothing,
    .atomic_work = atomic_decr_work,
};

}  // namespace locklab
