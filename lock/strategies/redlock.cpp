// redlock: a majority of N independent masters, within a validity time that allows for the duration
// of the acquisition and for clock drift (Redis documentation, "Distributed locks"). Its safety
// measures can be turned off, each by a switch, to show their purpose.
#include <deque>
#include <vector>

#include "lock/assert.h"
#include "lock/scripts.h"
#include "lock/strategies/claim.h"
#include "lock/strategies/keeper.h"
#include "lock/strategies/strategies.h"

namespace locklab {

namespace {

/// Sends the same command to each of `nodes`, in turn or at once. Returns the replies in the order
/// of `nodes`.
Task<std::vector<Reply>> ask_all(Env& env, Lock lock, std::vector<NodeId> nodes, Command command) {
  std::vector<Reply> replies;
  if (lock->order == Order::sequential) {
    for (NodeId node : nodes)
      replies.push_back(co_await env.call(node, Command(command), lock->node_timeout));
    co_return replies;
  }
  std::deque<Call> calls;
  for (NodeId node : nodes)
    calls.emplace_back(env, node, Command(command), lock->node_timeout, nullptr,
                       SourcePlace::current());
  for (Call& call : calls) replies.push_back(co_await call);
  co_return replies;
}

Command extend_command(const LockConfig& lock, const Token& token) {
  Command command = lock.extend == Extend::heal
                        ? eval(scripts::extend_if_owner_or_absent, {lock.key})
                        : eval(scripts::renew_if_owner, {lock.key});
  command.add(token.text()).add(ms(lock.ttl)).by(token, Purpose::renew);
  return command;
}

/// Extends the lease once per `period`, if a majority agrees before it ends. A node that lost the
/// key gets it again (reply 2), but has no vote: it may have granted the lock to another client in
/// between. With `extend = owned` the key is not restored (Redis documentation, "Extending the
/// lock"): losses that are a minority each time may add up to a majority.
Task<> keep_extending(Env& env, Lock lock, Token token, LeaseKeeper* keeper) {
  for (std::uint32_t times = 0; renews_again(*lock, times); ++times) {
    co_await env.sleep(*lock->period);
    if (keeper->lost.raised()) co_return;
    const Time start = lease_now(env, *lock);
    const std::vector<Reply> replies =
        co_await ask_all(env, lock, lock->nodes, extend_command(*lock, token));
    if (keeper->lost.raised()) co_return;
    std::size_t votes = 0;
    std::size_t refusals = 0;
    for (const Reply& reply : replies) {
      if (reply.is(1)) ++votes;
      if (reply.is(0)) ++refusals;
    }
    LOCKLAB_ASSERT(votes + refusals <= lock->nodes.size());
    if (votes >= lock->quorum() && lease_now(env, *lock) < keeper->valid_until)
      renewed(env, *lock, token, *keeper, start + lock->ttl - lock->drift());
    if (refusals >= lock->quorum())
      lose(env, *lock, token, *keeper, "a majority says that the lock is gone");
  }
}

Grant held_until(Env& env, Lock lock, const Token& token, Time valid_until) {
  Held held;
  held.token = token;
  held.valid_until = valid_until;
  held.keeper = std::make_unique<LeaseKeeper>(env);
  held.keeper->valid_until = valid_until;
  held.keeper->end = watch_lease_end(env, lock, token, held.keeper.get());
  if (lock->period && *lock->period > 0us) {
    held.keeper->renewals = keep_extending(env, lock, token, held.keeper.get());
    held.keeper->renewals.start();
  }
  // Without the validity check, the client does not watch the end of its lease either.
  if (lock->check_validity) held.keeper->end.start();
  return held;
}

Task<Grant> redlock_acquire(Env& env, Lock lock, Token token) {
  const Time start = lease_now(env, *lock);
  const std::vector<Reply> replies =
      co_await ask_all(env, lock, lock->nodes, claim_command(*lock, token, lock->ttl));
  std::vector<NodeId> granted;
  std::size_t taken = 0;
  for (std::size_t i = 0; i < replies.size(); ++i) {
    if (replies[i].ok())
      granted.push_back(lock->nodes[i]);  // a timeout does not count, though it may hide a grant
    taken += replies[i].is_nil() ? 1 : 0;
  }
  LOCKLAB_ASSERT(lock->quorum() <= lock->nodes.size());
  LOCKLAB_ASSERT(granted.size() + taken <= lock->nodes.size());

  const Time valid_until = start + lock->ttl - lock->drift();
  const Duration validity = valid_until - lease_now(env, *lock);
  const bool majority = granted.size() >= lock->quorum();
  const bool in_time = validity > std::max(Duration(0), lock->min_validity);
  if (majority && (in_time || !lock->check_validity))
    co_return held_until(env, lock, token, valid_until);

  // A lost reply may hide a grant, so `release_all` releases on all nodes, not only where granted.
  std::vector<NodeId> nodes = lock->release_all ? lock->nodes : granted;
  co_await ask_all(env, lock, std::move(nodes), compare_and_delete(*lock, token));
  if (majority) co_return NotHeld(Refusal::too_late);
  const bool outvoted = taken > lock->nodes.size() - lock->quorum();
  co_return NotHeld(outvoted ? Refusal::outvoted : Refusal::no_quorum);
}

Task<Released> redlock_release(Env& env, Lock lock, Held held) {
  std::size_t freed = 0;
  std::size_t freed_or_expired = 0;  // no reply at first, then nothing to delete
  std::size_t refused = 0;
  std::vector<NodeId> silent = lock->nodes;
  for (int tried = 0; tried < 2 && !silent.empty(); ++tried) {
    const std::vector<NodeId> asked = std::exchange(silent, {});
    const std::vector<Reply> replies =
        co_await ask_all(env, lock, asked, compare_and_delete(*lock, held.token));
    for (std::size_t i = 0; i < replies.size(); ++i) {
      if (replies[i].is(1)) ++freed;
      if (replies[i].is(0) && tried > 0) ++freed_or_expired;
      if (replies[i].is_error()) ++refused;
      if (replies[i].is_unknown()) silent.push_back(asked[i]);
    }
  }
  if (freed >= lock->quorum()) co_return Released::released;
  if (silent.size() + refused >= lock->quorum()) co_return Released::unknown;
  co_return freed + freed_or_expired > 0 ? Released::released_or_expired : Released::not_owner;
}

constexpr std::string_view order_words[] = {"sequential", "parallel"};
constexpr std::string_view clock_words[] = {"monotonic", "wall"};
constexpr std::string_view extend_words[] = {"heal", "owned"};
constexpr Switch redlock_switches[] = {
    choice<&LockConfig::order>("order", order_words,
                               "Redlock asks its nodes one after the other, or all at once"),
    choice<&LockConfig::clock>("clock", clock_words,
                               "The clock by which the client measures how long acquiring took"),
    flag<&LockConfig::check_validity>("check_validity",
                                      "Redlock gives up a majority that came too late"),
    flag<&LockConfig::release_all>(
        "release_all", "A failed attempt is taken back on every node, not only where it succeeded"),
    count<&LockConfig::retry_count>("retry_count", 1, 1'000'000,
                                    "How often Redlock tries before it gives up"),
    duration<&LockConfig::min_validity>("min_validity_ms", Duration(0),
                                        "What must be left of the lease when it is granted"),
    duration<&LockConfig::drift_allowance>("drift_ms", Duration(0),
                                           "What clocks may differ within one lease")
        .unless_set([](const LockConfig& lock) { return us(lock.drift()); }),
    duration<&LockConfig::period>("period_ms", Duration(0), "Between two renewals; 0: none"),
    choice<&LockConfig::extend>("extend", extend_words,
                                "heal: a node that lost the key gets it again; owned: a renewal "
                                "leaves it without"),
    max_renewals_switch,
    on_lost_switch,
};

}  // namespace

constinit const Strategy strategy::redlock{
    .id = "redlock",
    .title = "SET NX PX on a majority of independent masters",
    .summary = "clock jumps, restarts without memory, pauses after the check",
    .file = "lock/strategies/redlock.cpp",
    .topology = Topology::masters,
    .traits = {Trait::exclusive, Trait::leased, Trait::owner_checked, Trait::releases_failures,
               Trait::survives_minority, Trait::watches_lease},
    .switches = redlock_switches,
    .preset = [](LockConfig& lock) { lock.node_timeout = 50ms; },  // far below the lease
    .acquire = redlock_acquire,
    .release = redlock_release,
};

}  // namespace locklab
