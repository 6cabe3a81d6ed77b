#include "sim/scenario/strike_kind.h"

#include <array>

#include "lock/assert.h"

namespace locklab::sim {

namespace {

struct StrikeRow {
  std::string_view id;
  FaultKind fault;
  bool power = false;
  bool splits = false;
};

/// Whether a search tries the fault, or one with the same effect on a lock. A flush also takes what
/// is stored beside a lock.
bool is_searched(const Fault& fault) {
  return fault.kind != FaultKind::remove || fault.removal != KeyRemoval::flush;
}

constexpr std::array<StrikeRow, static_cast<std::size_t>(StrikeKind::count_)> strike_rows{{
    {"crash", FaultKind::crash},
    {"pause", FaultKind::pause},
    {"kill", FaultKind::kill},
    {"power", FaultKind::kill, true},
    {"stop", FaultKind::stop},
    {"cut", FaultKind::cut},
    {"hold", FaultKind::hold},
    {"lose", FaultKind::drop},
    {"clock_jump", FaultKind::jump},
    {"drift", FaultKind::drift},
    {"failover", FaultKind::promote},
    {"split_brain", FaultKind::promote, false, true},
    {"foreign_release", FaultKind::foreign_release},
    {"delete", FaultKind::remove},
}};

const StrikeRow& row_of(StrikeKind kind) {
  LOCKLAB_ASSERT(kind < StrikeKind::count_);
  return strike_rows[static_cast<std::size_t>(kind)];
}

/// The equivalent kind for a search: a delay or a slow link counts as a hold, a reset as a lost
/// message.
FaultKind searched_as(FaultKind kind) {
  if (kind == FaultKind::slow || kind == FaultKind::delay) return FaultKind::hold;
  return kind == FaultKind::reset ? FaultKind::drop : kind;
}

}  // namespace

std::string_view name(StrikeKind kind) { return row_of(kind).id; }

FaultKind fault_kind(StrikeKind kind) { return row_of(kind).fault; }

std::optional<StrikeKind> strike_of(const Fault& fault) {
  if (!is_searched(fault)) return std::nullopt;
  const FaultKind kind = searched_as(fault.kind);
  const bool two_masters = kind == FaultKind::promote && splits(fault);
  for (std::size_t i = 0; i < strike_rows.size(); ++i)
    if (strike_rows[i].fault == kind && strike_rows[i].power == fault.power &&
        strike_rows[i].splits == two_masters)
      return static_cast<StrikeKind>(i);
  return std::nullopt;
}

}  // namespace locklab::sim
