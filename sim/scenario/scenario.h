// A scenario: strategy, clients, nodes, network, faults, and the verdicts that it expects. It is a
// value: read from a TOML file, changed by a variation or by the user, and run in a world.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lock/lock_config.h"
#include "sim/scenario/fault.h"
#include "sim/scenario/persistence.h"
#include "sim/scenario/program.h"
#include "sim/scenario/schedule.h"
#include "sim/trace/property.h"

namespace locklab {
struct Strategy;
}

namespace locklab::sim {

/// Which events may happen next.
enum class Semantics : std::uint8_t {
  timed,         ///< the first one due; those of the same instant in the order in which they were
                 ///< set, unless the Choice orders them
  asynchronous,  ///< any event in progress; the clock stands still, so leases and timeouts do not
                 ///< end
};
inline constexpr std::string_view semantics_words[] = {"timed", "asynchronous"};

/// What a client does that gave up acquiring a lock, because of an error or after its time.
enum class OnFail : std::uint8_t {
  stop,   ///< it releases what it holds, and leaves out the rest of its round
  go_on,  ///< it works without the lock ("fail open"), and releases nothing
};
inline constexpr std::string_view on_fail_words[] = {"stop", "go_on"};

/// A client, and its use of the lock.
struct ClientSpec {
  std::string name;
  Duration start{0};
  Duration work{0};   ///< between reading the resource and writing it back
  Duration think{0};  ///< between two rounds
  std::uint32_t rounds = 1;
  std::optional<Duration> wait;  ///< how long it keeps trying; unset: lease + 2 x bound
  OnFail on_fail = OnFail::stop;
  std::string lock;                   ///< key; empty for the scenario's
  bool touch = true;                  ///< false: it only holds the lock, without using the resource
  Program program = usual_program();  ///< of one round
  Duration clock_offset{0};
  std::int64_t drift_ppm = 0;

  bool operator==(const ClientSpec&) const = default;
};

struct NodeSpec {
  std::string name;
  std::string replica_of;  ///< name of its master; empty for a master
  Persistence persistence = Persistence::none;
  /// Keys expire by a clock that cannot jump; only in the simulator.
  bool monotonic_expiry = false;
  /// Minimum time after a crash before the node answers again, by its own clock. It should be
  /// longer than any lease, so that none is forgotten.
  Duration restart_delay{0};
  Duration clock_offset{0};
  std::int64_t drift_ppm = 0;
  Duration replication_lag{1000};  ///< one-way, for replicas

  bool operator==(const NodeSpec&) const = default;
};

/// Latency on the matching connections; later entries win. Empty names match any.
struct LinkSpec {
  std::string client;
  std::string node;  ///< a node's name, or the resource's
  Duration latency{1000};
  Duration jitter{500};  ///< uniform in latency - jitter .. latency + jitter

  bool operator==(const LinkSpec&) const = default;
};

/// A scenario's texts for its reader.
struct StoryText {
  std::string title;
  std::string story;  ///< a few sentences for the reader, may be empty
  std::string notes;  ///< for a teacher, may be empty

  bool operator==(const StoryText&) const = default;
};

/// The expected results of a run.
struct Expectation {
  std::array<std::optional<Kept>, property_count> verdicts;
  std::map<std::string, std::string> reported;  ///< client -> name(Released) of its last release
  std::optional<std::int64_t> final_value;      ///< the resource's counter at the end
  std::optional<std::int64_t> entered;          ///< critical sections of all clients
  std::map<std::string, std::int64_t> entered_by;
  std::map<std::string, bool> refused;     ///< client -> whether any of its attempts was refused
  std::map<std::string, Duration> waited;  ///< client -> upper bound of its longest wait
  std::optional<std::int64_t> written;     ///< writes that the resource accepted

  bool operator==(const Expectation&) const = default;
};

struct VariationName {
  std::string name;   ///< run as SCENARIO/name
  std::string title;  ///< defaults to the scenario's

  bool operator==(const VariationName&) const = default;
};

struct Scenario {
  std::string name;  ///< file name without ".toml", with "/variation"
  std::string title;
  std::string failure;  ///< "F06", or empty
  std::string story;    ///< a few sentences for the reader, may be empty
  std::string notes;    ///< for a teacher, may be empty
  std::string strategy;
  /// Replaces the named strategy if not null: a defective one, or a lock of a test.
  const Strategy* stand_in = nullptr;
  std::uint64_t content_hash = 0;  ///< of the file's text

  LockConfig lock{.key = "locklab:lock"};
  std::string resource = "stock";
  std::int64_t initial_value = 10;
  std::int64_t change = -1;  ///< added to the counter by one critical section
  bool fence_check = true;   ///< the resource compares tokens, if the lock has any

  std::uint64_t seed = 1;
  /// A schedule found by a search. Nothing is random then, and the seed has no effect.
  std::optional<Schedule> schedule;
  Semantics semantics = Semantics::timed;
  Duration latency{1000};
  Duration jitter{500};
  std::optional<Duration> bound;
  std::optional<Duration> run_for;  ///< end of the run; nullopt: it ends when all clients are done
                                    ///< and nothing is in flight
  std::size_t most_events = 10'000'000;  ///< the run stops there, since a trace must fit in memory
  bool allow_short_ttl = false;          ///< redlock: the TTL may be below 5 x node_timeout

  std::vector<ClientSpec> clients;
  std::vector<NodeSpec> nodes;
  /// All nodes form one Redis Cluster. The slots of the lock's keys are initially at the lock's
  /// node, the only one that clients know; they follow the nodes' redirections.
  bool cluster = false;
  bool processes = false;       ///< live: each client is a separate process
  std::uint32_t sentinels = 0;  ///< how many Sentinels watch the masters with replicas; 0: none
  Duration down_after{
      500ms};  ///< how long a master must be unreachable before they agree that it is down
  std::vector<LinkSpec> links;
  std::vector<Fault> faults;
  Expectation expect;

  /// The file's variations, in order.
  std::vector<VariationName> variations;

  /// The bound: TTL + 3 x (retry_delay + retry_jitter + nodes x node_timeout) unless the scenario
  /// sets it.
  Duration bound_time() const;
  /// The latency and jitter between a client and a node, or the resource: from the last [[link]]
  /// that matches them (an omitted name matches any), or else the scenario's.
  LinkSpec link_between(std::string_view client_name, std::string_view node) const;
  bool has_replicas() const;
  /// How long a client keeps trying: lease + 2 x bound unless set.
  Duration wait_time(const ClientSpec& client) const;

  bool operator==(const Scenario&) const = default;
};

/// Every lock that a client of the scenario may acquire, each once, sorted.
std::vector<std::string> locks_of(const Scenario& scenario);

}  // namespace locklab::sim
