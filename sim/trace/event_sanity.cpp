#include "sim/trace/event_sanity.h"

#include <algorithm>

#include "lock/lock_config.h"

namespace locklab::sim {

namespace {

/// Whom an event of each kind must name.
struct Needs {
  bool client = false;
  bool node = false;
};

Needs needs(EventKind kind) {
  const Subject subject = subject_of(kind);
  if (subject == Subject::client) return {true, false};
  if (subject == Subject::node) return {false, true};
  if (subject == Subject::message) return {true, true};
  switch (kind) {
    case EventKind::sent:
    case EventKind::received:
    case EventKind::timed_out:
    case EventKind::pushed:
    case EventKind::push_received:
      return {true, true};
    case EventKind::started:
    case EventKind::attempt:
    case EventKind::refused:
    case EventKind::acquired:
    case EventKind::entered:
    case EventKind::left:
    case EventKind::releasing:
    case EventKind::released:
    case EventKind::renewed:
    case EventKind::lease_lost:
    case EventKind::gave_up:
    case EventKind::finished:
    case EventKind::resource_read:
    case EventKind::resource_wrote:
    case EventKind::resource_rejected:
      return {true, false};
    case EventKind::ran:
    case EventKind::key_set:
    case EventKind::key_lease:
    case EventKind::key_deleted:
    case EventKind::key_expired:
    case EventKind::key_lost:
      return {false, true};
    default:
      return {};
  }
}

/// The number of values that `detail` can take.
unsigned details(EventKind kind) {
  switch (kind) {
    case EventKind::ran:
    case EventKind::received:
    case EventKind::pushed:
    case EventKind::push_received:
      return static_cast<unsigned>(Reply::Kind::count_);
    case EventKind::attempt:
      return static_cast<unsigned>(Mode::count_);
    case EventKind::released:
      return static_cast<unsigned>(Released::count_);
    case EventKind::message_lost:
    case EventKind::message_delayed:
    case EventKind::resource_wrote:
    case EventKind::resource_rejected:
    case EventKind::node_killed:
      return 2;
    case EventKind::link_cut:
    case EventKind::link_held:
      return 4;
    default:
      return 256;
  }
}

/// Whether `value` is a time, which readers add to others.
bool value_is_time(EventKind kind) {
  switch (kind) {
    case EventKind::key_set:
    case EventKind::key_lease:
    case EventKind::acquired:
    case EventKind::renewed:
    case EventKind::client_paused:
    case EventKind::client_clock:
    case EventKind::node_clock:
    case EventKind::link_slowed:
    case EventKind::message_delayed:
      return true;
    default:
      return false;
  }
}

constexpr std::int64_t longest_us = std::int64_t{1}
                                    << 62;  // a lease may be absurdly long in Redis, too

bool known(std::uint16_t id, std::size_t count, std::uint16_t none) {
  return id == none || id < count;
}

}  // namespace

std::string_view wrong_field(const Event& e, const EventLimits& limits) {
  if (e.kind >= EventKind::count_) return "kind";
  if (e.purpose >= Purpose::count_) return "purpose";
  if (e.at < limits.not_before || e.at > latest_us) return "at";
  if (!known(index(e.client), limits.clients, index(no_client))) return "client";
  if (e.node != resource_node && !known(index(e.node), limits.nodes, index(no_node))) return "node";
  const Needs need = needs(e.kind);
  if (need.client && e.client == no_client) return "client";
  if (need.node && e.node == no_node) return "node";
  if (!known(e.key, limits.names, no_name)) return "key";
  if (!known(e.place, limits.places, no_name)) return "place";
  if (e.text != no_text && e.text >= limits.texts) return "text";
  if (e.detail >= details(e.kind)) return "detail";
  if (value_is_time(e.kind) && (e.value < -longest_us || e.value > longest_us)) return "value";
  // Both numbers count from 1, and readers may index a table with them.
  const std::size_t most = 1'000'000 + 4 * limits.events;
  if (e.message > most) return "message";
  if (e.acquisition > most) return "acquisition";
  if (e.standing > 1) return "standing";
  if (std::any_of(e.unused.begin(), e.unused.end(), [](std::uint8_t byte) { return byte != 0; }))
    return "unused";
  return {};
}

}  // namespace locklab::sim
