// The only list of the kinds of faults: their texts, their targets, their fields, and what ends
// them. Scenario files, run names, --fault lines and forms are read and written from it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "sim/scenario/fault.h"

namespace locklab::sim {

enum class FaultTarget : std::uint8_t {
  client,
  node,
  either,           ///< a client or a node
  link,             ///< between clients and nodes; an omitted end means all of them
  node_for_client,  ///< a node, optionally for a single client
};

/// A field that a fault may have in addition to its moment and its target.
enum class FaultField : std::uint8_t {
  to,
  direction,
  count,
  command,
  shift,
  pace,
  duration,
  jitter,
  slow_for,
  after,
  untold,
  refusal,
  removal,
  power,
  restart_after,
  count_,
};

/// The member of Fault that stores a field; monostate if several members do.
using FaultMember =
    std::variant<std::monostate, Duration Fault::*, std::optional<Duration> Fault::*, bool Fault::*,
                 std::int64_t Fault::*, std::uint32_t Fault::*, std::string Fault::*,
                 NodeId Fault::*, WriteRefusal Fault::*, KeyRemoval Fault::*>;

struct FieldRow {
  std::string_view key;      ///< in files: "restart_after_ms"
  std::string_view example;  ///< of its value, if a fault requires the field
  FaultMember member;
};

const FieldRow& row_of(FaultField field);

struct FieldUse {
  FaultField field = FaultField::count_;
  bool needed = false;  ///< the fault is invalid without it
};

struct FaultRow {
  std::string_view id;       ///< "foreign_release"
  std::string_view meaning;  ///< one sentence about its effect, with the fields that it takes
  /// The effect in a list of faults, as the pattern of a Sentence: "{} refuses writes, {}". The
  /// gaps are its client or node, the messages or commands if it takes a count, and its needed
  /// field. Empty if the fault has more than one pattern.
  std::string_view effect = {};
  std::string_view label = {};         ///< of the tool that injects it; empty for none or several
  std::string_view tip = {};           ///< what that tool does
  std::string_view icon = {};          ///< of that tool; empty for the icon named `id`
  std::string_view beyond_loads = {};  ///< why a load cannot have the fault; empty if it can
  bool tool_has_size = true;  ///< the tool asks for a duration or an amount, if the fault takes one
  FaultTarget target = FaultTarget::client;
  std::array<FieldUse, 4> fields{};        ///< in the order in files; unused entries are count_
  FaultField lasts = FaultField::count_;   ///< field with the time after which the fault ends by
                                           ///< itself; count_ if it never does
  FaultKind ended_by = FaultKind::count_;  ///< kind of fault that ends it; count_ if none does
  /// The events that record its injection without a token; unused entries are count_.
  std::array<EventKind, 2> without_token{EventKind::count_, EventKind::count_};

  /// How the fault takes this field; nullptr if it does not.
  constexpr const FieldUse* use_of(FaultField field) const {
    for (const FieldUse& use : fields)
      if (use.field == field && field != FaultField::count_) return &use;
    return nullptr;
  }
};

const FaultRow& row_of(FaultKind kind);

/// The smallest Fault::count of a kind: 1, or for a hold 0, which means all messages.
constexpr std::uint32_t fewest_messages(FaultKind kind) { return kind == FaultKind::hold ? 0 : 1; }

}  // namespace locklab::sim
