// A run as shapes in time: bars and keys on lanes, messages between lanes, marks, broken promises,
// and the holders in each of the three meanings. A scene is built once from a trace and then only
// read: a view queries the visible part, and the state at a moment. Contains no pixels and no
// colours. Times are in us of world time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/timeline/scene/cluster_state.h"
#include "app/timeline/scene/layout.h"
#include "sim/check/check.h"
#include "sim/trace/run_state.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// "No event" or "no message".
inline constexpr std::uint32_t none_at = 0xffffffff;

/// A time span on a lane or in the holding strip.
struct Span {
  std::int64_t from = 0;
  std::int64_t to = 0;
  /// For a held key: the end of the lease as expected at `from`; INT64_MAX if there is no lease.
  std::int64_t lease_end = INT64_MAX;
  std::int64_t lease_us = -1;        ///< the whole lease; -1 if none
  std::uint32_t event = none_at;     ///< the event that began it
  std::uint32_t over = none_at;      ///< the event that ended it
  std::uint16_t owner = 0xffff;      ///< client; 0xffff if unknown
  std::uint16_t key = sim::no_name;  ///< the lock, if held
  Bar bar = Bar::none;
};

/// A request with its reply. Events are indices into the trace, or none_at.
struct Message {
  std::uint32_t sent = none_at;
  std::uint32_t ran = none_at;
  std::uint32_t received = none_at;
  std::uint32_t lost = none_at;     ///< message_lost, of either leg
  std::uint32_t gave_up = none_at;  ///< timed_out: its client stopped waiting
  std::uint16_t client = 0;         ///< index of its lane, like `node`
  std::uint16_t node = 0;
  std::int64_t from = 0;  ///< time of `sent`
  /// Time of the last of `ran`, `received` and `lost`; without them, of `gave_up` or the run's end.
  std::int64_t to = 0;
};

/// Whether an event belongs to a message.
bool is_of(const Message& message, std::uint32_t event);

enum class MarkKind : std::uint8_t {
  fault,      ///< beginning of a fault, or sentinels_agree
  mended,     ///< end of a fault
  violation,  ///< broken promise: see `verdict`
  read,       ///< access to the resource
  wrote,
  rejected,
  entered,
  left,
  acquired,
  refused,
  released,
  lost_lease,
};

struct Mark {
  std::int64_t at = 0;
  std::uint32_t event = none_at;
  std::uint16_t lane = 0;          ///< 0xffff if none
  std::uint16_t client = 0xffff;   ///< 0xffff if none
  std::uint16_t verdict = 0xffff;  ///< index of a violation's verdict; otherwise 0xffff
  MarkKind kind = MarkKind::fault;
};

/// The three meanings of holding a lock: by the client's belief, by the keys on the servers, by the
/// accesses to the resource.
enum class Holding : std::uint8_t { believes, servers, resource, count_ };

/// The outcome of a client's visit to the resource. A visit begins with its first access. Its
/// outcome stays open until a write is accepted or rejected, or the client has left, crashed or
/// finished, and none of its writes is in flight.
enum class VisitEnd : std::uint8_t {
  open,
  on_its_way,  ///< the client has gone, and its write is in flight; only from Visit::after()
  wrote,
  refused,
  never_wrote,
};

/// The outcome of one span of the resource's strip.
struct Visit {
  VisitEnd end = VisitEnd::open;
  std::uint32_t event = none_at;  ///< the event that decided it; none_at if open
  /// The event by which the client had gone while its write was in flight; none_at if there is
  /// none.
  std::uint32_t left = none_at;

  /// The outcome as known after the first `events` events.
  VisitEnd after(std::size_t events) const {
    if (event < events) return end;
    return left < events ? VisitEnd::on_its_way : VisitEnd::open;
  }
};

/// The time span of a broken promise.
struct Clash {
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::uint32_t begun = none_at;  ///< the event at `from`
  std::uint32_t over = none_at;   ///< the event at `to`
  std::uint32_t event = none_at;  ///< the event that broke the promise
  std::uint32_t other = none_at;  ///< the event that it conflicts with; none_at if none
  std::uint16_t verdict = 0;      ///< index of its verdict
};

struct Scene {
  std::vector<Lane> lanes;  ///< clients, then nodes, then the resource
  std::size_t clients = 0;  ///< number of client lanes
  std::int64_t end = 0;     ///< time of the last event

  std::vector<std::vector<Span>> bars;  ///< by lane, sorted by `from`: states, which do not overlap
  std::vector<std::vector<Span>> keys;  ///< by lane, sorted by `from`: keys of locks on a node
  std::vector<Message> messages;        ///< sorted by `from`
  std::int64_t longest_message =
      0;                    ///< in us; a message that began longer before a view cannot reach it
  std::vector<Mark> marks;  ///< sorted by `at`: events of clients and the resource
  std::vector<Mark>
      alarms;  ///< sorted by `at`: faults, their ends and violations; `lane` is 0xffff if none
  std::array<std::vector<Span>, static_cast<std::size_t>(Holding::count_)>
      holding;                ///< sorted by `from`
  std::vector<Visit> visits;  ///< by span of the resource's strip
  /// Clients that get rows in the strips, in order: all except those that only want other locks
  /// than the main one.
  std::vector<std::uint16_t> strip_owners;
  /// Sorted by `from`: where a client believes that it holds, but the servers no longer have its
  /// lock.
  std::vector<Span> doubted;
  std::vector<Clash> clashes;
  std::vector<std::uint32_t> step_of;              ///< by event: its step (axis.h)
  std::vector<std::uint32_t> steps;                ///< by step: its first event
  std::vector<std::vector<std::uint32_t>> events;  ///< by lane: indices of its events, in order
  std::vector<bool> is_lock;                       ///< by name (Trace::name_of)
  std::uint16_t main_lock = sim::no_name;          ///< sim::no_name if there is none
  std::vector<sim::RunState> moments;  ///< states of the run at intervals; see cluster_at

  std::size_t lane_of(ClientId client) const;  ///< lanes.size() if there is none
  std::size_t lane_of(NodeId node) const;
};

/// Builds the scene in time about linear in the trace, regardless of the number of lanes.
/// `with_resource`: the resource has a lane even before its first use.
Scene build_scene(const sim::Trace& trace, const std::vector<sim::Verdict>& verdicts,
                  bool with_resource = false);

/// The number of rows in each holders' strip (1 .. 4), and the row of a client. Clients share rows
/// if there are more than four.
std::size_t strip_rows(const Scene& scene);
std::size_t strip_row(const Scene& scene, std::uint16_t client);

/// The index of the last span that has begun by `at`; nullopt if none has.
std::optional<std::size_t> last_begun(const std::vector<Span>& spans, std::int64_t at);

/// Whether any node, even one that clients do not use, has the key of lock `key` with this owner
/// right after `at`.
bool kept_somewhere(const Scene& scene, std::uint16_t owner, std::uint16_t key, std::int64_t at);

/// The number of events up to time `at`; the state at that time is the state after them.
std::size_t events_until(const sim::Trace& trace, std::int64_t at);

}  // namespace locklab::app
