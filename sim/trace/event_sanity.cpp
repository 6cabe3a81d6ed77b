#include "sim/trace/event_sanity.h"

#include <algorithm>
#include <array>

#include "lock/lock_config.h"

namespace locklab::sim {

namespace {

/// The permitted contents of an event's fields.
struct Fields {
  EventKind kind;
  bool client = false;      ///< names a client
  bool node = false;        ///< names a node
  unsigned details = 256;   ///< number of values that `detail` can take
  bool time_value = false;  ///< `value` is a time, which readers add to others
};

constexpr unsigned reply_kinds = static_cast<unsigned>(Reply::Kind::count_);
constexpr unsigned mode_kinds = static_cast<unsigned>(Mode::count_);
constexpr unsigned release_kinds = static_cast<unsigned>(Released::count_);
constexpr unsigned any_detail = 256;

/// In the order of EventKind.
constexpr std::array<Fields, static_cast<std::size_t>(EventKind::count_)> all_fields{{
    {EventKind::sent, true, true},
    {EventKind::ran, false, true, reply_kinds},
    {EventKind::received, true, true, reply_kinds},
    {EventKind::timed_out, true, true},
    {EventKind::message_lost, false, false, 2},
    {EventKind::pushed, true, true, reply_kinds},
    {EventKind::push_received, true, true, reply_kinds},
    {EventKind::key_set, false, true, 2, true},
    {EventKind::key_lease, false, true, any_detail, true},
    {EventKind::key_deleted, false, true},
    {EventKind::key_expired, false, true, any_detail, true},
    {EventKind::key_lost, false, true, 3},
    {EventKind::started, true},
    {EventKind::attempt, true, false, mode_kinds},
    {EventKind::refused, true},
    {EventKind::acquired, true, false, any_detail, true},
    {EventKind::entered, true},
    {EventKind::left, true},
    {EventKind::releasing, true},
    {EventKind::released, true, false, release_kinds},
    {EventKind::renewed, true, false, any_detail, true},
    {EventKind::lease_lost, true},
    {EventKind::gave_up, true},
    {EventKind::finished, true},
    {EventKind::resource_read, true},
    {EventKind::resource_wrote, true, false, 2},
    {EventKind::resource_rejected, true, false, 2},
    {EventKind::client_crashed, true},
    {EventKind::client_paused, true, false, any_detail, true},
    {EventKind::client_resumed, true},
    {EventKind::client_clock, true, false, any_detail, true},
    {EventKind::node_killed, false, true, 2},
    {EventKind::node_stopped, false, true, 2},
    {EventKind::node_continued, false, true},
    {EventKind::node_restarted, false, true},
    {EventKind::node_clock, false, true, any_detail, true},
    {EventKind::node_promoted, false, true, 2},
    {EventKind::node_demoted, false, true, 2},
    {EventKind::node_refuses, false, true, 3},
    {EventKind::node_accepts, false, true, 3},
    {EventKind::node_busy, false, true},
    {EventKind::link_cut, false, false, 4},
    {EventKind::link_healed, false, false, 2},
    {EventKind::link_slowed, false, false, any_detail, true},
    {EventKind::link_held, false, false, 4},
    {EventKind::link_released},
    {EventKind::link_reset},
    {EventKind::message_delayed, true, true, 2, true},
    {EventKind::resource_final, false, true},
    {EventKind::ended, false, false, 2, true},
    {EventKind::sentinels_agree, false, true},
    {EventKind::sentinels_pick, false, true},
    {EventKind::slot_moved, false, true},
    {EventKind::fault_missed},
}};

constexpr bool in_order() {
  for (std::size_t i = 0; i < all_fields.size(); ++i)
    if (all_fields[i].kind != static_cast<EventKind>(i)) return false;
  return true;
}
static_assert(in_order());

constexpr std::int64_t longest_us = std::int64_t{1}
                                    << 62;  // a lease may be absurdly long in Redis, too

bool known(std::uint16_t id, std::size_t count, std::uint16_t none) {
  return id == none || id < count;
}

bool fits(ReasonCode reason, EventKind kind) {
  if (reason == ReasonCode::unknown) return true;
  return (kind == EventKind::refused && refusal_of(reason) != Refusal::unknown) ||
         (kind == EventKind::timed_out && silence_of(reason) != Silence::unknown) ||
         (kind == EventKind::message_lost && loss_of(reason) != Loss::unknown) ||
         (kind == EventKind::fault_missed && no_effect_of(reason) != NoEffect::none);
}

}  // namespace

std::string_view wrong_field(const Event& e, const EventLimits& limits) {
  if (e.kind >= EventKind::count_) return "kind";
  if (e.purpose >= Purpose::count_) return "purpose";
  if (e.at < limits.not_before || e.at > latest_us) return "at";
  if (!known(index(e.client), limits.clients, index(no_client))) return "client";
  if (e.node != resource_node && !known(index(e.node), limits.nodes, index(no_node))) return "node";
  const Fields& fields = all_fields[static_cast<std::size_t>(e.kind)];
  if (fields.client && e.client == no_client) return "client";
  if (fields.node && e.node == no_node) return "node";
  if (!known(e.key, limits.names, no_name)) return "key";
  if (!known(e.place, limits.places, no_name)) return "place";
  if (e.text != no_text && e.text >= limits.texts) return "text";
  if (e.detail >= fields.details) return "detail";
  if (fields.time_value && (e.value < -longest_us || e.value > longest_us)) return "value";
  // Both numbers count from 1, and readers may index a table with them.
  const std::size_t most = 1'000'000 + 4 * limits.events;
  if (e.message > most) return "message";
  if (e.acquisition > most) return "acquisition";
  if (e.standing > 1) return "standing";
  if (!fits(e.reason, e.kind)) return "reason";
  if (e.unused != 0) return "unused";
  return {};
}

}  // namespace locklab::sim
