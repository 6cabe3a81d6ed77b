// The only list of what a fault is: whom it strikes, which settings it takes, what ends it. Files,
// run names, --fault lines and forms are read and written from it.
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
  link,             ///< between clients and nodes: who is left out stands for all of them
  node_for_client,  ///< a node, and perhaps for one client alone
};

/// What a fault may take beside its moment and its target.
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
  power,
  restart_after,
  count_,
};

/// Where a Fault keeps a field. None: in more than one place.
using FaultMember =
    std::variant<std::monostate, Duration Fault::*, std::optional<Duration> Fault::*, bool Fault::*,
                 std::int64_t Fault::*, std::uint32_t Fault::*, std::string Fault::*,
                 NodeId Fault::*, WriteRefusal Fault::*>;

struct FieldRow {
  std::string_view key;      ///< in files: "restart_after_ms"
  std::string_view example;  ///< of its value, where a fault may need it
  FaultMember member;
};

const FieldRow& row_of(FaultField field);

struct FieldUse {
  FaultField field = FaultField::count_;
  bool needed = false;  ///< without it the fault means nothing
};

struct FaultRow {
  std::string_view id;       ///< "foreign_release"
  std::string_view meaning;  ///< one sentence about its effect, with the fields that it takes
  /// The effect in a list of faults, as a pattern of sentences: "{} refuses writes, {}". The gaps
  /// are its target, of a link the messages if it takes a command, and its needed field. Empty: it
  /// has more than one pattern.
  std::string_view effect = {};
  std::string_view label = {};  ///< of the tool that injects it; empty: no tool of that kind alone
  std::string_view tip = {};    ///< what that tool does
  std::string_view icon = {};   ///< of that tool; empty: it has one of its own, under its id
  std::string_view beyond_loads = {};  ///< why no load can have it; empty: one can
  bool tool_has_size = true;  ///< the tool asks how long or how much, if the fault takes that
  FaultTarget target = FaultTarget::client;
  std::array<FieldUse, 4> fields{};        ///< in the order of files; count_: no more
  FaultField lasts = FaultField::count_;   ///< after which it ends by itself; count_: never
  FaultKind ended_by = FaultKind::count_;  ///< count_: nothing ends it
  /// The events that record its strike without a token; count_: none.
  std::array<EventKind, 2> without_token{EventKind::count_, EventKind::count_};

  /// How it takes that field; none: it does not.
  constexpr const FieldUse* use_of(FaultField field) const {
    for (const FieldUse& use : fields)
      if (use.field == field && field != FaultField::count_) return &use;
    return nullptr;
  }
};

const FaultRow& row_of(FaultKind kind);

/// The fewest messages that it catches; of hold 0: every one.
constexpr std::uint32_t fewest_messages(FaultKind kind) { return kind == FaultKind::hold ? 0 : 1; }

}  // namespace locklab::sim
