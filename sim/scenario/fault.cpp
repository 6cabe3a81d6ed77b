#include "sim/scenario/fault.h"

#include <array>

namespace locklab::sim {

namespace {

struct Row {
  std::string_view name, meaning;
  /// The events that record its strike without a token (count_: none).
  std::array<EventKind, 2> without_token{EventKind::count_, EventKind::count_};
};

constexpr std::array<Row, static_cast<std::size_t>(FaultKind::count_)> rows{{
    {"crash", "a client is gone at once, with everything it had not sent"},
    {"pause", "a client stands still while its clock runs on (ms; without it until resume)"},
    {"resume", "a paused client goes on", {EventKind::client_resumed, EventKind::count_}},
    {"jump", "the wall clock of a client or node jumps (ms, negative: back)"},
    {"drift", "the clock of a client or node runs faster from now on (ppm, negative: slower)"},
    {"kill",
     "a node's process dies, or with power = true its machine (restart_after_ms: comes back)"},
    {"stop", "a node freezes (ms; without it until restart)"},
    {"restart",
     "a killed or stopped node goes on",
     {EventKind::node_continued, EventKind::node_restarted}},
    {"cut",
     "nothing passes between a client and a node (requests, replies; ms; without it until heal)"},
    {"heal", "ends cut, slow and hold on a link", {EventKind::link_healed, EventKind::count_}},
    {"slow",
     "messages on a link take longer (ms, give or take jitter_ms; for_ms, without it until heal)"},
    {"hold", "the next messages on a link wait (count; ms; without it until release)"},
    {"release", "held messages go on", {EventKind::link_released, EventKind::count_}},
    {"drop", "the next messages on a link are lost, and the connection with them (count)"},
    {"delay", "the next messages on a link arrive later, and nothing overtakes them (ms; count)"},
    {"reset", "a connection is torn down"},
    {"promote",
     "a replica becomes the master that clients talk to (after_ms: it takes so long; client: only "
     "that one talks to it, or untold = true: all do; the old master remains one: ms; without it "
     "until another promote)"},
    {"refuse",
     "a node answers writes with an error (why: full, read_only or unsaved; ms; without it until "
     "its process dies)"},
    {"migrate",
     "a node of a cluster gives the lock's slot with its keys to another master (to; without it to "
     "the next one)"},
    {"foreign_release",
     "a client that does not hold runs its release",
     {EventKind::releasing, EventKind::count_}},
}};

}  // namespace

std::string_view name(FaultKind kind) { return rows[static_cast<std::size_t>(kind)].name; }
std::string_view meaning(FaultKind kind) { return rows[static_cast<std::size_t>(kind)].meaning; }

std::optional<FaultKind> fault_named(std::string_view name) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].name == name) return static_cast<FaultKind>(i);
  return std::nullopt;
}

bool records_without_token(FaultKind kind, EventKind event) {
  const auto& events = rows[static_cast<std::size_t>(kind)].without_token;
  return event != EventKind::count_ && (event == events[0] || event == events[1]);
}

std::optional<Duration> lasts(const Fault& fault) {
  switch (fault.kind) {
    case FaultKind::pause:
    case FaultKind::stop:
    case FaultKind::cut:
    case FaultKind::hold:
    case FaultKind::promote:
    case FaultKind::refuse:
      return fault.duration;
    case FaultKind::kill:
      return fault.restart_after;
    case FaultKind::slow:
      return fault.slow_for;
    default:
      return std::nullopt;
  }
}

std::optional<FaultKind> end_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::pause:
      return FaultKind::resume;
    case FaultKind::stop:
    case FaultKind::kill:
      return FaultKind::restart;
    case FaultKind::cut:
    case FaultKind::slow:
      return FaultKind::heal;
    case FaultKind::hold:
      return FaultKind::release;
    default:
      return std::nullopt;
  }
}

}  // namespace locklab::sim
