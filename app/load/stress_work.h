// Description of a load: the lock and its servers, the clients and their critical sections, the
// rate and duration, and the faults to inject. A plain value; nothing has been started.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/load/load_part.h"
#include "lock/lock_config.h"
#include "lock/strategy.h"
#include "lock/time.h"
#include "sim/scenario/fault_line.h"
#include "sim/scenario/fault_rows.h"
#include "sim/trace/problem.h"

namespace locklab::app {

/// The rule by which a client chooses the lock to acquire.
enum class KeyChoice : std::uint8_t {
  own,      ///< a lock per client, without contention
  one,      ///< one lock for all clients
  uniform,  ///< any of StressWork::keys locks, with equal probability
  zipf,     ///< the nth lock with a probability in proportion to 1/n
};

/// Names of KeyChoice in options and reports.
inline constexpr std::array<std::string_view, 4> key_words{"own", "one", "uniform", "zipf"};

/// A fault to inject at a time of the load, into a server, a client, or the first client in a
/// critical section from then on (`holder`). A link fault affects the links of all clients to its
/// server, but one of a fixed number of messages only those of the first thread.
struct Strike : sim::FaultLine {
  /// Time since measuring began.
  Duration at() const { return fault.trigger.at.value_or(0us); }
  /// Time until the fault ends by itself; 0 if it does not, and for every kill.
  Duration lasts() const {
    return fault.kind == sim::FaultKind::kill ? 0us : sim::lasts(fault).value_or(0us);
  }
  bool at_server() const { return node.has_value(); }
  bool on_links() const { return target() == sim::FaultTarget::link; }
  /// True for a fault of a server's clock or power, which needs a machine that the lab controls.
  bool needs_own_machine() const {
    return at_server() && (target() == sim::FaultTarget::either || fault.power);
  }
  bool operator==(const Strike&) const = default;

 private:
  sim::FaultTarget target() const { return sim::row_of(fault.kind).target; }
};

/// The fsync policy of the lab's own servers for their append-only file (Redis's appendfsync).
enum class Fsync : std::uint8_t {
  off,       ///< no append-only file
  no,        ///< when the operating system does
  everysec,  ///< once a second
  always,    ///< before the reply to each write
};

std::string_view name(Fsync fsync);

struct StressWork {
  const Strategy* strategy = nullptr;
  /// Lease, retry delays and switches of the lock. Each client sets key and nodes.
  LockConfig lock;
  std::uint32_t clients = 64;
  std::uint32_t connections = 4;  ///< to each server, per thread
  std::uint32_t threads = 1;
  KeyChoice choice = KeyChoice::own;
  std::uint64_t keys = 1;  ///< number of locks; for `own`, one per client
  Duration hold{0};        ///< length of a critical section
  Duration think{0};       ///< between a release and the next acquire
  Duration duration = 10s;
  Duration warm_up = 1s;  ///< runs first and is not measured
  /// Operations per second of all clients together, due by a fixed schedule (open loop): one that
  /// begins late counts its latency from its scheduled time. If 0, each client starts its next
  /// operation after the last (closed loop).
  std::uint64_t rate = 0;
  std::uint64_t seed = 1;
  std::vector<Strike> strikes;
  bool links_may_break = false;  ///< link faults may be ordered while the load runs
  std::size_t servers = 1;
  bool own_servers = true;
  Fsync fsync = Fsync::off;               ///< of the lab's own servers
  std::optional<LoadPart> part;           ///< set if several generators share the load
  std::optional<std::size_t> replicated;  ///< replicas of the lab's own server; nullopt for as many
                                          ///< as the lock awaits
  /// Masters of the lab's own Redis Cluster, which its clients see as one server; 0 if none.
  std::size_t cluster = 0;

  /// Number of replicas of the lab's own server: as requested, or as many as the lock awaits. 0 for
  /// the user's servers.
  std::size_t replicas() const {
    if (!own_servers) return 0;
    const bool awaited = strategy->traits.has(Trait::needs_replicas);
    return replicated.value_or(awaited ? static_cast<std::size_t>(lock.replicas) : 0);
  }
  /// Label of the load: the lock, with the size of its cluster and its appendfsync if set.
  std::string label() const;
  bool critical_sections() const { return strategy->admits == 1; }
  /// Numbers of the clients that a thread of this generator runs, from 0. A client has the same
  /// number whichever generator runs it.
  std::vector<std::uint32_t> clients_of(std::uint32_t thread) const;
  /// Number of clients that this generator runs.
  std::uint32_t clients_here() const;
  /// Time to measure the limit once, before or after the load; repetitions take longer.
  Duration limit_time() const;
  /// True if messages go through the lab's proxy, which injects the link faults.
  bool breaks_links() const;
  bool has_strike(sim::FaultKind kind) const;
  /// True if hand-off latency can be measured: clients share locks, and one generator sees every
  /// release and entry in order.
  bool measures_hand_over() const { return choice != KeyChoice::own && !part; }
  /// True if other generators use the same locks.
  bool shares_locks() const { return part && choice != KeyChoice::own; }
};

/// Validates a work; nullopt if it can run.
std::optional<sim::Problem> mistake_in(const StressWork& work);
/// True if the load has the strike's target. Server faults need servers of the lab's own, outside a
/// cluster; link faults need the proxy.
bool can_strike(const StressWork& work, const Strike& strike);

/// Parses "at 3s pause n1 500ms", "at 1s kill n2 power", "at 3s pause client 7 800ms", "at 3s crash
/// holder", "at 3s jump n1 -5s", "at 3s drop n1 requests 2 EVAL" (sim/scenario/fault_line.h).
/// Servers and clients are numbered from 1. `pause` of a server means `stop`. Also returns a
/// problem for a fault that no load supports.
std::variant<Strike, sim::Problem> parse_strike(std::string_view line);
/// Formats a strike so that parse_strike() reads it back.
std::string to_string(const Strike& strike);
/// Formats a strike for people: like to_string(), but from 1 s on its time is in seconds, rounded
/// down to the millisecond.
std::string shown(const Strike& strike);

}  // namespace locklab::app
