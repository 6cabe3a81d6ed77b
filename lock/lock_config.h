// The settings of one lock: its key, its lease, its nodes and all switches. The strategy that reads
// a switch names and describes it (lock/switch.h). The defaults give each lock its usual form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lock/ids.h"
#include "lock/time.h"

namespace locklab {

enum class How : std::uint8_t { two, multi };              ///< read by setnx_expire
enum class Sell : std::uint8_t { decr, lua };              ///< read by atomic_decr
enum class Takeover : std::uint8_t { getset, del_setnx };  ///< read by getset_timestamp
enum class Renew : std::uint8_t { lua, expire, set };      ///< read by watchdog
enum class Extend : std::uint8_t { heal, owned };          ///< read by redlock
enum class Order : std::uint8_t { sequential, parallel };  ///< read by redlock
enum class ClockKind : std::uint8_t { monotonic, wall };   ///< read by redlock
enum class OnLost : std::uint8_t { stop, ignore };

/// Which other holds may exist at the same time, for locks with Trait::shared_mode.
enum class Mode : std::uint8_t {
  exclusive,  ///< nobody else holds it: a writer, and every plain lock
  shared,     ///< others may hold it too, if theirs are shared as well: a reader
  count_,
};

struct LockConfig {
  std::string key;                       ///< in Redis; must be set
  std::vector<std::string> more_keys;    ///< acquired with it, all or none (Trait::several_keys)
  std::vector<NodeId> nodes{NodeId{0}};  ///< one; for redlock N independent masters

  // The kind of hold, for locks that have several.
  Mode mode = Mode::exclusive;
  std::uint32_t permits = 1;   ///< how many of `capacity` it takes (Trait::counts_permits)
  std::uint32_t capacity = 1;  ///< total number of permits
  /// Number of the client's thread that acquires, which Env::owner() turns into the owner's name.
  std::uint32_t thread = 1;

  Duration ttl = 30s;             ///< the lease
  Duration node_timeout = 200ms;  ///< a command without a reply is Unknown after this time
  Duration retry_delay = 200ms;
  Duration retry_jitter = 100ms;  ///< a random 0 .. retry_jitter is added to retry_delay
  std::uint32_t retry_count = 3;  ///< maximum number of attempts of one acquire() (redlock)
  OnLost on_lost = OnLost::stop;

  How how = How::two;
  Sell sell = Sell::decr;
  Takeover takeover = Takeover::getset;

  Renew renew = Renew::lua;
  /// Time between renewals; nullopt for a third of `ttl` (watchdog) or no renewals (redlock), 0 for
  /// no renewals (redlock only).
  std::optional<Duration> period;
  std::optional<Duration> lease;   ///< an explicit lease, which turns the watchdog off
  std::uint32_t max_renewals = 0;  ///< per hold; 0 for no limit
  bool stop_renewals = true;       ///< a release stops the watchdog

  std::int64_t replicas = 1;     ///< set_wait: replicas that must have the key
  Duration wait_timeout = 50ms;  ///< set_wait: WAIT's own timeout

  Extend extend = Extend::heal;
  Order order = Order::sequential;
  ClockKind clock = ClockKind::monotonic;
  bool check_validity = true;
  bool release_all = true;
  Duration min_validity{0};
  std::optional<Duration> drift_allowance;  ///< default: TTL/100 + 2 ms

  std::int64_t limit = 20;  ///< rate limiters: admissions per window
  Duration window = 60s;

  /// The allowance for the drift of clocks within one lease (Redis documentation, "Distributed
  /// locks").
  Duration drift() const { return drift_allowance ? *drift_allowance : ttl / 100 + 2ms; }
  Duration renew_period() const { return period ? *period : ttl / 3; }
  std::size_t quorum() const { return nodes.size() / 2 + 1; }
  /// Calls visit(key) for every lock that one claim covers.
  template <class Visit>
  void each_key(Visit visit) const {
    visit(key);
    for (const std::string& other : more_keys) visit(other);
  }

  bool operator==(const LockConfig&) const = default;
};

/// The config of a lock, which must outlive its tasks. A plain pointer, because every step passes
/// it on and reference counts would be a large part of a step's cost.
using Lock = const LockConfig*;

}  // namespace locklab
