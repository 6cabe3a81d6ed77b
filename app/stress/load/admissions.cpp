#include "app/stress/load/admissions.h"

#include <algorithm>
#include <charconv>

#include "app/live/servers/named_servers.h"
#include "lock/redis/blocking_client.h"

namespace locklab::app {

namespace {

/// Initial value of a counter, larger than any load can take from it.
constexpr std::int64_t stock = 1'000'000'000'000;
constexpr std::uint64_t at_once = 500;

std::int64_t value_of(const Reply& reply) {
  std::int64_t value = stock;  // a missing counter shows no change
  std::from_chars(reply.text.data(), reply.text.data() + reply.text.size(), value);
  return value;
}

}  // namespace

std::optional<LiveProblem> set_counters(const Load& load, const StressServers& servers) {
  if (!load.work.strategy->atomic_work) return std::nullopt;
  redis::BlockingClient client(servers.endpoints[0], servers.login);
  for (std::uint64_t first = 0; first < load.work.keys; first += at_once) {
    Command set("MSET");
    for (std::uint64_t i = first; i < std::min(first + at_once, load.work.keys); ++i)
      set.add(lock_key(load.key_prefix, i)).add(stock);
    const Reply reply = client.call(set);
    if (!reply.ok()) return unreachable(servers.fleet.get(), 0, servers.endpoints[0], reply);
  }
  return std::nullopt;
}

Admissions judge_admissions(const Load& load, const StressServers* servers) {
  Admissions result;
  const StressWork& work = load.work;
  for (const auto& granted : load.admitted) result.granted += granted;
  if (work.strategy->traits.has(Trait::limits_rate)) {
    // A window cannot begin before the previous one is over.
    const Duration time(load.finished_us - load.begin_us);
    const auto windows = static_cast<std::uint64_t>(time / work.lock.window + 1);
    const std::uint64_t most = static_cast<std::uint64_t>(work.lock.limit) * windows;
    for (const auto& granted : load.admitted)
      result.too_many += granted > most ? granted - most : 0;
    result.most = most;
  }
  if (work.shares_locks())
    for (std::uint64_t i = 0; i < work.keys; ++i)
      if (load.admitted[i] > 0) result.shared.push_back({.lock = i, .granted = load.admitted[i]});
  if (!work.strategy->atomic_work) return result;
  if (!servers) {
    result.uncounted = work.keys;
    return result;
  }
  redis::BlockingClient client(servers->endpoints[0], servers->login);
  for (std::uint64_t first = 0; first < work.keys; first += at_once) {
    Command get("MGET");
    const std::uint64_t end = std::min(first + at_once, work.keys);
    for (std::uint64_t i = first; i < end; ++i) get.add(lock_key(load.key_prefix, i));
    const Reply reply = client.call(get);
    if (reply.kind != Reply::Kind::array) {
      result.uncounted = work.keys - first;
      break;
    }
    for (std::uint64_t i = first; i < end; ++i) {
      const auto taken = static_cast<std::uint64_t>(stock - value_of(reply.items[i - first]));
      result.lacking += load.admitted[i] > taken ? load.admitted[i] - taken : 0;
      const auto shared =
          std::lower_bound(result.shared.begin(), result.shared.end(), i,
                           [](const auto& one, std::uint64_t lock) { return one.lock < lock; });
      if (shared != result.shared.end() && shared->lock == i) shared->taken = taken;
    }
  }
  return result;
}

}  // namespace locklab::app
