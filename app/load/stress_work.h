// What a load is made of: the lock, how many clients ask for it, over how many connections, what
// they do with it, for how long, and what strikes meanwhile. A plain value; nothing in it has been
// started.
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

/// Which lock a client asks for.
enum class KeyChoice : std::uint8_t {
  own,      ///< each client has a lock of its own: nobody waits
  one,      ///< all ask for the same
  uniform,  ///< any of StressWork::keys, each as often
  zipf,     ///< the first of them most often: the nth with a chance in proportion to 1/n
};

/// The words for KeyChoice, as they are typed and reported.
inline constexpr std::array<std::string_view, 4> key_words{"own", "one", "uniform", "zipf"};

/// A fault at a time of the load, of one server, of one client, or of whichever client is the first
/// to be inside from then on (`holder`). On the links of a server it strikes those of all clients.
struct Strike : sim::FaultLine {
  /// Since the load is measured.
  Duration at() const { return fault.trigger.at.value_or(0us); }
  /// Zero: until something else ends it.
  Duration lasts() const {
    return fault.kind == sim::FaultKind::kill ? 0us : sim::lasts(fault).value_or(0us);
  }
  bool at_server() const { return node.has_value(); }
  bool on_links() const { return target() == sim::FaultTarget::link; }
  /// Of a server, whose machine must be one of its own: with a clock and a disk.
  bool needs_own_machine() const {
    return at_server() && (target() == sim::FaultTarget::either || fault.power);
  }
  bool operator==(const Strike&) const = default;

 private:
  sim::FaultTarget target() const { return sim::row_of(fault.kind).target; }
};

/// When a server of the lab's own syncs what it appends to its file (Redis's appendfsync).
enum class Fsync : std::uint8_t {
  off,       ///< there is no append-only file
  no,        ///< when the system does it by itself
  everysec,  ///< once a second
  always,    ///< before each reply
};

std::string_view name(Fsync fsync);

struct StressWork {
  const Strategy* strategy = nullptr;
  /// The lock's lease, pauses and switches. The load gives it keys and nodes.
  LockConfig lock;
  std::uint32_t clients = 64;
  std::uint32_t connections = 4;  ///< to each server, of each thread
  std::uint32_t threads = 1;
  KeyChoice choice = KeyChoice::own;
  std::uint64_t keys = 1;  ///< how many locks there are; for `own` one a client
  Duration hold{0};        ///< how long a critical section takes
  Duration think{0};       ///< between a release and the next acquire
  Duration duration = 10s;
  Duration warm_up = 1s;  ///< before that: not measured
  /// Operations a second of all clients together, begun by schedule whether or not the lock keeps
  /// up (open loop); 0: each client begins when it has finished (closed loop).
  std::uint64_t rate = 0;
  std::uint64_t seed = 1;
  std::vector<Strike> strikes;
  bool links_may_break = false;  ///< by an order while it runs
  std::size_t servers = 1;
  bool own_servers = true;
  Fsync fsync = Fsync::off;               ///< of the lab's own servers
  std::optional<LoadPart> part;           ///< of a load that several generators make together
  std::optional<std::size_t> replicated;  ///< replicas of its own server; none: as many as needed
  /// Masters of its own Redis Cluster, which is one server to its clients; 0: there is none.
  std::size_t cluster = 0;

  /// Replicas that the lab gives to its own server: those asked for, or those that the lock awaits.
  std::size_t replicas() const {
    if (!own_servers) return 0;
    const bool awaited = strategy->traits.has(Trait::needs_replicas);
    return replicated.value_or(awaited ? static_cast<std::size_t>(lock.replicas) : 0);
  }
  /// The name of the load beside others: the lock, and what its servers write to disk.
  std::string label() const;
  bool critical_sections() const { return strategy->admits == 1; }
  /// The numbers of the clients that one thread of this generator runs, from 0. Each client has the
  /// same number whichever generator runs it.
  std::vector<std::uint32_t> clients_of(std::uint32_t thread) const;
  /// How many clients this generator runs.
  std::uint32_t clients_here() const;
  /// How long each of the two limits beside it is measured.
  Duration limit_time() const;
  /// Whether its messages go through the lab's proxy, where links are broken.
  bool breaks_links() const;
  bool has_strike(sim::FaultKind kind) const;
  /// Whether the one who sees a release is the first to see the next entry too. What another
  /// generator has to say of either may come in any order.
  bool measures_hand_over() const { return choice != KeyChoice::own && !part; }
  /// Whether other generators ask for the same locks.
  bool shares_locks() const { return part && choice != KeyChoice::own; }
};

/// The work's first mistake; none: it can be done.
std::optional<sim::Problem> mistake_in(const StressWork& work);
/// Whether the work has whom this strikes. Nothing is done to a server but to the lab's own.
bool can_strike(const StressWork& work, const Strike& strike);

/// Reads "at 3s pause n1 500ms", "at 1s kill n2 power", "at 3s pause client 7 800ms", "at 3s crash
/// holder", "at 3s jump n1 -5s", "at 3s drop n1 requests 2 EVAL" (sim/scenario/fault_line.h).
/// Servers and clients count from 1. To pause a server is to stop it for a time. A fault that no
/// load can have is a problem, too.
std::variant<Strike, sim::Problem> parse_strike(std::string_view line);
/// The line that gives this strike.
std::string to_string(const Strike& strike);
/// The same for people: to the millisecond.
std::string shown(const Strike& strike);

}  // namespace locklab::app
