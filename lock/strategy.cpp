#include "lock/strategy.h"

#include "lock/strategies/strategies.h"

namespace locklab {

namespace {

constexpr const Strategy* all[] = {
    &strategy::none,
    &strategy::local_flag,
    &strategy::atomic_decr,
    &strategy::rate_limit_naive,
    &strategy::rate_limit_lua,
    &strategy::setnx_del,
    &strategy::setnx_expire,
    &strategy::setnx_expire_lua,
    &strategy::getset_timestamp,
    &strategy::set_px_del,
    &strategy::set_px_get_del,
    &strategy::set_px_lua,
    &strategy::watchdog,
    &strategy::fenced,
    &strategy::set_wait,
    &strategy::redlock,
};

constexpr Duration shortest_time{1};

constexpr Switch common[] = {
    // Redis counts a lease in whole milliseconds.
    duration<&LockConfig::ttl>("ttl_ms", 1ms, "How long the key lives after it was set")
        .in_whole_ms(),
    duration<&LockConfig::retry_delay>("retry_delay_ms", shortest_time,
                                       "Pause between two attempts"),
    duration<&LockConfig::retry_jitter>("retry_jitter_ms", Duration(0),
                                        "A random part on top of the retry delay"),
    duration<&LockConfig::node_timeout>("node_timeout_ms", shortest_time,
                                        "After it a command's reply counts as unknown"),
};

}  // namespace

StrategyList strategies() { return StrategyList(all); }

const Strategy* find_strategy(std::string_view id) {
  for (const Strategy* strategy : all)
    if (strategy->id == id) return strategy;
  return nullptr;
}

std::span<const Switch> common_switches() { return common; }

std::span<const Switch> common_switches(const Strategy& strategy) {
  const std::span<const Switch> all_common(common);
  return strategy.topology == Topology::none ? all_common.subspan(1, 2) : all_common;
}

const Switch* find_switch(const Strategy& strategy, std::string_view name) {
  for (const Switch& one : strategy.switches)
    if (one.name == name) return &one;
  return nullptr;
}

LockConfig default_lock(const Strategy& strategy) {
  LockConfig lock;
  if (strategy.preset) strategy.preset(lock);
  return lock;
}

const Switch* unread_switch(const Strategy& strategy, const LockConfig& lock) {
  const LockConfig unset;
  const LockConfig usual = default_lock(strategy);
  for (const Strategy* reader : all)
    for (const Switch& one : reader->switches) {
      const std::optional<std::int64_t> value = one.get(lock);
      const bool is_set = value != one.get(unset) && value != one.get(usual);
      if (is_set && !strategy.reads(one.get)) return &one;
    }
  return nullptr;
}

std::string_view mistake_in(const Strategy& strategy, const LockConfig& lock) {
  if (lock.key.empty()) return "the lock has no key";
  if (strategy.topology != Topology::none && lock.nodes.empty()) return "the lock has no node";
  if (lock.ttl < 1ms) return "the lease is shorter than a millisecond";
  const Traits& traits = strategy.traits;
  if (!lock.more_keys.empty() && !traits.has(Trait::several_keys))
    return "it takes one lock at a time";
  if (lock.mode != Mode::exclusive && !traits.has(Trait::shared_mode))
    return "it knows no shared mode";
  if (lock.permits < 1) return "it asks for no permit";
  if (lock.permits > 1 && !traits.has(Trait::counts_permits)) return "it has no permits";
  if (traits.has(Trait::counts_permits) && lock.permits > lock.capacity)
    return "it asks for more permits than there are";
  return {};
}

}  // namespace locklab
