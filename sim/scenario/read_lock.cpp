// The settings of the lock itself: lease, retries and every switch that some strategy reads.
#include <fmt/format.h>

#include "sim/scenario/lock_words.h"
#include "sim/scenario/read_parts.h"
#include "sim/trace/time_words.h"

namespace locklab::sim {

namespace {

constexpr std::string_view key_prefix = "locklab:";
constexpr std::int64_t longest_key = 512;
constexpr TimeRange positive{Duration(1), 24h};
// Redis counts a lease in whole milliseconds.
constexpr TimeRange lease{1ms, 24h};

void whole_milliseconds(TableReader& root, std::string_view key, Duration time) {
  if (time % 1ms == 0us) return;
  root.complaints().wrong(root.field(key)->at, say("'{}' is {} ms", key, ms_number(time)),
                          say("Redis counts it in whole milliseconds"));
}

void read_switches(TableReader& root, LockConfig& lock) {
  root.word("how", lock.how, how_words);
  root.word("sell", lock.sell, sell_words);
  root.word("renew", lock.renew, renew_words);
  root.time("period_ms", lock.period);
  root.time("lease_ms", lock.lease, lease);
  if (lock.lease) whole_milliseconds(root, "lease_ms", *lock.lease);
  root.word("on_lost", lock.on_lost, on_lost_words);
  root.integer("replicas", lock.replicas, 0, 99);
  root.time("wait_timeout_ms", lock.wait_timeout, lease);
  root.word("order", lock.order, order_words);
  root.word("clock", lock.clock, clock_words);
  root.flag("check_validity", lock.check_validity);
  root.flag("release_all", lock.release_all);
  root.time("min_validity_ms", lock.min_validity);
  root.time("drift_ms", lock.drift_allowance);
  root.integer("limit", lock.limit, 1, 1'000'000);
  root.time("window_ms", lock.window, lease);
}

}  // namespace

void read_key(TableReader& table, std::string_view field, std::string& into) {
  const Value* key = table.field(field, Value::Kind::text);
  if (!key) return;
  const bool named = key->text.starts_with(key_prefix) && key->text.size() > key_prefix.size();
  if (named && key->text.size() <= longest_key) {
    into = key->text;
  } else {
    table.complaints().wrong(key->at, say("'{}' is no key of the lab's", field),
                             say("its name must begin with \"{}\"", key_prefix));
  }
}

void read_lock(TableReader& root, LockConfig& lock, const Strategy* strategy) {
  const bool masters = strategy && strategy->topology == Topology::masters;
  read_key(root, "key", lock.key);
  lock.ttl = masters ? 500ms : 100ms;  // short enough to see, long enough for five nodes
  root.time("ttl_ms", lock.ttl, lease);
  whole_milliseconds(root, "ttl_ms", lock.ttl);
  lock.node_timeout = masters ? 50ms : 200ms;
  root.time("node_timeout_ms", lock.node_timeout, positive);
  root.time("retry_delay_ms", lock.retry_delay, positive);
  root.time("retry_jitter_ms", lock.retry_jitter);
  root.integer("retry_count", lock.retry_count, 1, 1'000'000);
  read_switches(root, lock);
  const bool renews = strategy && strategy->id == "watchdog";
  if (renews && lock.period == Duration(0))
    root.complaints().wrong(root.field("period_ms")->at, say("'period_ms' is 0"),
                            say("a watchdog that shall stay off has a lease_ms"));
}

}  // namespace locklab::sim
