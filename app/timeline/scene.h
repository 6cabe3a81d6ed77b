// A whole run as shapes in time: bars on lanes, messages between lanes, marks, and who held the
// lock in each of the three meanings. Built once from a trace, then only looked at: a view asks for
// the part that it shows, and for how things stood at one moment. Knows no pixels and no colours.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/timeline/cluster_state.h"
#include "app/timeline/layout.h"
#include "sim/check/check.h"
#include "sim/trace/run_state.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// No event, no lane.
inline constexpr std::uint32_t none_at = 0xffffffff;

/// Something that lasts, on a lane or in the holding strip.
struct Span {
  std::int64_t from = 0;  ///< us of the world
  std::int64_t to = 0;
  /// Held on a node: when the lease would end by that node's clock as it ran then; INT64_MAX:
  /// never, or nobody knows.
  std::int64_t lease_end = INT64_MAX;
  std::int64_t lease_us = -1;     ///< the whole lease; -1: none
  std::uint32_t event = none_at;  ///< that began it
  std::uint16_t owner = 0xffff;   ///< client; 0xffff: nobody known
  std::uint16_t key = no_name;    ///< held: which lock
  Bar bar = Bar::none;
};

/// One request with its reply. Events are indices into the trace, none_at where it has none.
struct Message {
  std::uint32_t sent = none_at;
  std::uint32_t ran = none_at;
  std::uint32_t received = none_at;  ///< received
  std::uint32_t lost = none_at;      ///< a leg that reached nobody: message_lost
  std::uint32_t gave_up = none_at;   ///< timed_out: its client stopped waiting
  std::uint16_t client = 0;          ///< lanes
  std::uint16_t node = 0;
  std::int64_t from = 0;  ///< sent
  std::int64_t to = 0;    ///< the last that is known of it
};

enum class MarkKind : std::uint8_t {
  fault,      ///< struck
  mended,     ///< a fault ended
  violation,  ///< a promise broken here: `verdict`
  read,       ///< of the resource
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
  std::uint16_t lane = 0;
  std::uint16_t client = 0xffff;   ///< whose it is
  std::uint16_t verdict = 0xffff;  ///< index, of a violation
  MarkKind kind = MarkKind::fault;
};

/// The three kinds of holding, which the lesson tells apart.
enum class Holding : std::uint8_t { believes, servers, resource, count_ };

/// Where two accounts of holding collide.
struct Clash {
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::uint32_t event = none_at;  ///< that broke the promise
  std::uint32_t other = none_at;  ///< the earlier event that it collides with
  std::uint16_t verdict = 0;      ///< index
};

struct Scene {
  std::vector<Lane> lanes;  ///< clients, then nodes, then the resource
  std::size_t clients = 0;  ///< how many of them are clients
  std::int64_t end = 0;     ///< us: the run's last event

  std::vector<std::vector<Span>> bars;  ///< by lane, by `from`: what it does; they do not overlap
  std::vector<std::vector<Span>> keys;  ///< by lane of a node, by `from`: the locks it has
  std::vector<Message> messages;        ///< by `from`
  std::int64_t longest_message = 0;     ///< us: how far before a view one may begin that reaches it
  std::vector<Mark> marks;              ///< by `at`: what clients and the resource did
  std::vector<Mark> alarms;  ///< by `at`: faults, their ends, violations. Never folded away
  std::array<std::vector<Span>, static_cast<std::size_t>(Holding::count_)> holding;  ///< by `from`
  std::vector<Clash> clashes;
  std::vector<std::vector<std::uint32_t>> events;  ///< by lane: indices of its events, in order
  std::vector<bool> is_lock;                       ///< by Trace::name_of
  std::vector<sim::RunState> moments;              ///< kept of the run on the way: see cluster_at

  std::size_t lane_of(ClientId client) const;  ///< lanes.size(): none
  std::size_t lane_of(NodeId node) const;
};

/// Linear in the trace, however many lanes there are.
Scene build_scene(const Trace& trace, const std::vector<sim::Verdict>& verdicts);

/// The index of the last of `spans` that has begun by `at`; none: there is none.
std::optional<std::size_t> last_begun(const std::vector<Span>& spans, std::int64_t at);

/// How many events have happened by `at`: the trace's state at that moment is the state after them.
std::size_t events_until(const Trace& trace, std::int64_t at);

}  // namespace locklab::app
