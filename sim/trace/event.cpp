#include "sim/trace/event.h"

#include <array>

#include "lock/lock_config.h"
#include "lock/reply.h"

namespace locklab::sim {

namespace {

constexpr unsigned reply_kinds = static_cast<unsigned>(Reply::Kind::count_);
constexpr unsigned mode_kinds = static_cast<unsigned>(Mode::count_);
constexpr unsigned key_losses = static_cast<unsigned>(KeyLoss::count_);
constexpr unsigned release_kinds = static_cast<unsigned>(Released::count_);

/// In the order of EventKind.
constexpr std::array<EventFacts, static_cast<std::size_t>(EventKind::count_)> all_facts{{
    {.name = "sent", .names_client = true, .names_node = true},
    {.name = "ran", .names_node = true, .details = reply_kinds},
    {.name = "received", .names_client = true, .names_node = true, .details = reply_kinds},
    {.name = "timed_out", .names_client = true, .names_node = true},
    {.name = "message_lost", .details = static_cast<unsigned>(LostPart::count_)},
    {.name = "pushed", .names_client = true, .names_node = true, .details = reply_kinds},
    {.name = "push_received", .names_client = true, .names_node = true, .details = reply_kinds},
    {.name = "key_set", .names_node = true, .details = 2, .time_value = true},
    {.name = "key_lease", .names_node = true, .time_value = true},
    {.name = "key_deleted", .names_node = true},
    {.name = "key_expired", .names_node = true, .time_value = true},
    {.name = "key_lost", .names_node = true, .details = key_losses},
    {.name = "started", .names_client = true},
    {.name = "attempt", .names_client = true, .details = mode_kinds},
    {.name = "refused", .names_client = true},
    {.name = "acquired", .names_client = true, .time_value = true},
    {.name = "entered", .names_client = true, .details = static_cast<unsigned>(Entry::count_)},
    {.name = "left", .names_client = true, .details = static_cast<unsigned>(Entry::count_)},
    {.name = "releasing", .names_client = true},
    {.name = "released", .names_client = true, .details = release_kinds},
    {.name = "renewed", .names_client = true, .time_value = true},
    {.name = "lease_lost", .names_client = true},
    {.name = "gave_up", .names_client = true},
    {.name = "finished", .names_client = true},
    {.name = "resource_read", .names_client = true},
    {.name = "resource_wrote", .names_client = true, .details = 2},
    {.name = "resource_rejected", .names_client = true, .details = 2},
    {.name = "client_crashed",
     .subject = Subject::client,
     .role = Role::strikes,
     .touches_messages = true,
     .names_client = true,
     .label = "crashed",
     .words = "{} crashes"},
    {.name = "client_paused",
     .subject = Subject::client,
     .role = Role::strikes,
     .touches_messages = true,
     .names_client = true,
     .time_value = true},
    {.name = "client_resumed",
     .subject = Subject::client,
     .role = Role::ends,
     .touches_messages = true,
     .names_client = true},
    {.name = "client_clock",
     .subject = Subject::client,
     .role = Role::strikes,
     .names_client = true,
     .time_value = true},
    {.name = "node_killed",
     .subject = Subject::node,
     .role = Role::strikes,
     .touches_messages = true,
     .names_node = true,
     .details = 2},
    {.name = "node_stopped",
     .subject = Subject::node,
     .role = Role::strikes,
     .touches_messages = true,
     .names_node = true,
     .details = 2,
     .label = "frozen"},
    {.name = "node_continued",
     .subject = Subject::node,
     .role = Role::ends,
     .touches_messages = true,
     .names_node = true},
    {.name = "node_restarted",
     .subject = Subject::node,
     .role = Role::ends,
     .touches_messages = true,
     .names_node = true,
     .label = "back up"},
    {.name = "node_clock",
     .subject = Subject::node,
     .role = Role::strikes,
     .names_node = true,
     .time_value = true},
    {.name = "node_promoted",
     .subject = Subject::node,
     .role = Role::strikes,
     .touches_messages = true,
     .names_node = true,
     .details = 2,
     .label = "now the master"},
    {.name = "node_demoted", .subject = Subject::node, .names_node = true, .details = 2},
    {.name = "node_refuses",
     .subject = Subject::node,
     .role = Role::strikes,
     .names_node = true,
     .details = 4,
     .label = "refuses writes"},
    {.name = "node_accepts",
     .subject = Subject::node,
     .role = Role::ends,
     .names_node = true,
     .details = 4,
     .label = "writes again"},
    {.name = "node_busy",
     .subject = Subject::node,
     .role = Role::strikes,
     .names_node = true,
     .label = "busy with a script"},
    {.name = "link_cut",
     .subject = Subject::link,
     .role = Role::strikes,
     .touches_messages = true,
     .details = 4},
    {.name = "link_healed",
     .subject = Subject::link,
     .role = Role::ends,
     .touches_messages = true,
     .details = 2},
    {.name = "link_slowed", .subject = Subject::link, .role = Role::strikes, .time_value = true},
    {.name = "link_held", .subject = Subject::link, .role = Role::strikes, .details = 4},
    {.name = "link_released",
     .subject = Subject::link,
     .role = Role::ends,
     .touches_messages = true},
    {.name = "link_reset",
     .subject = Subject::link,
     .role = Role::strikes,
     .touches_messages = true},
    {.name = "message_delayed",
     .subject = Subject::message,
     .role = Role::strikes,
     .names_client = true,
     .names_node = true,
     .details = 2,
     .time_value = true},
    {.name = "resource_final", .names_node = true},
    {.name = "ended", .details = 2, .time_value = true},
    {.name = "sentinels_agree", .names_node = true, .label = "down, say Sentinels"},
    {.name = "sentinels_pick", .names_node = true},
    {.name = "slot_moved",
     .subject = Subject::node,
     .role = Role::strikes,
     .names_node = true,
     .label = "slot given away"},
    {.name = "fault_missed"},
    {.name = "command_repeated",
     .subject = Subject::client,
     .role = Role::strikes,
     .names_client = true,
     .names_node = true,
     .label = "sent again",
     .words = "{}'s driver misses a reply of {} and sends the command again"},
    {.name = "keys_removed",
     .subject = Subject::node,
     .role = Role::strikes,
     .names_node = true,
     .details = 3},
}};

}  // namespace

const EventFacts& facts_of(EventKind kind) { return all_facts[static_cast<std::size_t>(kind)]; }

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

std::string_view name(Loss loss) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(Loss::count_)> names{
      "",
      "dropped on its way",
      "connection lost",
      "connection reset",
      "its connection was never opened",
      "its transaction's connection is lost",
      "the node is down",
      "the node lost its power",
      "the client is gone",
      "the client had given up on it"};
  return names[static_cast<std::size_t>(loss)];
}

void tell(Event& event, const Note& note) {
  event.kind = event_kind(note.kind);
  event.acquisition = note.acquisition;
  event.value = note.value;
  event.extra = note.extra;
  if (note.kind == NoteKind::refused) {
    event.reason = reason_of(static_cast<Refusal>(note.detail));
  } else {
    event.detail = note.detail;
  }
}

}  // namespace locklab::sim
