#include "sim/trace/event.h"

#include <array>

namespace locklab {

std::string_view name(EventKind kind) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(EventKind::count_)> names{
      "sent",
      "ran",
      "received",
      "timed_out",
      "message_lost",
      "key_set",
      "key_lease",
      "key_deleted",
      "key_expired",
      "key_lost",
      "started",
      "attempt",
      "refused",
      "acquired",
      "entered",
      "left",
      "releasing",
      "released",
      "renewed",
      "lease_lost",
      "gave_up",
      "finished",
      "resource_read",
      "resource_wrote",
      "resource_rejected",
      "client_crashed",
      "client_paused",
      "client_resumed",
      "client_clock",
      "node_killed",
      "node_stopped",
      "node_continued",
      "node_restarted",
      "node_clock",
      "node_promoted",
      "node_demoted",
      "node_busy",
      "link_cut",
      "link_healed",
      "link_slowed",
      "link_held",
      "link_released",
      "link_reset",
      "message_delayed",
      "ended"};
  return names[static_cast<std::size_t>(kind)];
}

bool strikes(EventKind kind) {
  switch (kind) {
    case EventKind::client_crashed:
    case EventKind::client_paused:
    case EventKind::client_clock:
    case EventKind::node_killed:
    case EventKind::node_stopped:
    case EventKind::node_clock:
    case EventKind::node_promoted:
    case EventKind::node_busy:
    case EventKind::link_cut:
    case EventKind::link_slowed:
    case EventKind::link_held:
    case EventKind::link_reset:
    case EventKind::message_delayed:
      return true;
    default:
      return false;
  }
}

EventKind event_kind(NoteKind kind) {
  switch (kind) {
    case NoteKind::attempt:
      return EventKind::attempt;
    case NoteKind::refused:
      return EventKind::refused;
    case NoteKind::acquired:
      return EventKind::acquired;
    case NoteKind::renewed:
      return EventKind::renewed;
    case NoteKind::lease_lost:
      return EventKind::lease_lost;
    case NoteKind::releasing:
      return EventKind::releasing;
    case NoteKind::released:
      break;
  }
  return EventKind::released;
}

}  // namespace locklab
