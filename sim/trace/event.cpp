#include "sim/trace/event.h"

#include <array>

namespace locklab::sim {

namespace {

enum class Role : std::uint8_t { none, strikes, ends };

struct KindFacts {
  std::string_view name;
  Subject subject = Subject::none;
  Role role = Role::none;
  bool touches_messages = false;
};

/// In the order of EventKind.
constexpr std::array<KindFacts, static_cast<std::size_t>(EventKind::count_)> kind_facts{{
    {"sent"},
    {"ran"},
    {"received"},
    {"timed_out"},
    {"message_lost"},
    {"pushed"},
    {"push_received"},
    {"key_set"},
    {"key_lease"},
    {"key_deleted"},
    {"key_expired"},
    {"key_lost"},
    {"started"},
    {"attempt"},
    {"refused"},
    {"acquired"},
    {"entered"},
    {"left"},
    {"releasing"},
    {"released"},
    {"renewed"},
    {"lease_lost"},
    {"gave_up"},
    {"finished"},
    {"resource_read"},
    {"resource_wrote"},
    {"resource_rejected"},
    {"client_crashed", Subject::client, Role::strikes, true},
    {"client_paused", Subject::client, Role::strikes, true},
    {"client_resumed", Subject::client, Role::ends, true},
    {"client_clock", Subject::client, Role::strikes},
    {"node_killed", Subject::node, Role::strikes, true},
    {"node_stopped", Subject::node, Role::strikes, true},
    {"node_continued", Subject::node, Role::ends, true},
    {"node_restarted", Subject::node, Role::ends, true},
    {"node_clock", Subject::node, Role::strikes},
    {"node_promoted", Subject::node, Role::strikes, true},
    {"node_demoted", Subject::node, Role::none},
    {"node_refuses", Subject::node, Role::strikes},
    {"node_accepts", Subject::node, Role::ends},
    {"node_busy", Subject::node, Role::strikes},
    {"link_cut", Subject::link, Role::strikes, true},
    {"link_healed", Subject::link, Role::ends, true},
    {"link_slowed", Subject::link, Role::strikes},
    {"link_held", Subject::link, Role::strikes},
    {"link_released", Subject::link, Role::ends, true},
    {"link_reset", Subject::link, Role::strikes, true},
    {"message_delayed", Subject::message, Role::strikes},
    {"resource_final"},
    {"ended"},
    {"sentinels_agree"},
    {"sentinels_pick"},
    {"slot_moved", Subject::node, Role::strikes},
    {"fault_missed"},
}};

const KindFacts& facts(EventKind kind) { return kind_facts[static_cast<std::size_t>(kind)]; }

}  // namespace

std::string_view name(EventKind kind) { return facts(kind).name; }

Subject subject_of(EventKind kind) { return facts(kind).subject; }

bool strikes(EventKind kind) { return facts(kind).role == Role::strikes; }

bool ends_fault(EventKind kind) { return facts(kind).role == Role::ends; }

bool touches_messages(EventKind kind) { return facts(kind).touches_messages; }

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
