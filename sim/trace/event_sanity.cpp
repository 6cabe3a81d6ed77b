#include "sim/trace/event_sanity.h"

#include <algorithm>
#include <array>

#include "lock/lock_config.h"

namespace locklab::sim {

namespace {

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
  const EventFacts& fields = facts_of(e.kind);
  if (fields.names_client && e.client == no_client) return "client";
  if (fields.names_node && e.node == no_node) return "node";
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
