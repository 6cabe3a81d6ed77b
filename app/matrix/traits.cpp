#include "app/matrix/traits.h"
#include "sim/scenario/promises.h"

#include <array>

namespace locklab::app {

namespace {

constexpr std::array<TextbookTrait, 7> all{{
    {"exclusive", "互斥性", "mutual exclusion", sim::Property::mutual_exclusion, "",
     "F27_lost_update", "lock"},
    {"timeout", "锁超时释放", "released by timeout", sim::Property::no_deadlock, "crash",
     "F01_crash_no_expiry"},
    {"available", "高可用", "available", sim::Property::fault_tolerance, "kill",
     "F29_single_point_of_failure", "stays_dead"},
    {"owner", "安全性", "released by its owner only", sim::Property::owner_only_release, "pause",
     "F04_lease_outlived"},
    {"deadlock", "无死锁", "no deadlock", sim::Property::no_deadlock, "lose", "F02_crash_between",
     "connection_cut"},
    {"failover", "容错性", "survives a failover", sim::Property::mutual_exclusion, "failover",
     "F11_failover_lost_lock"},
    {"reentrant", "可重入性", "reentrant", sim::Property::reentrancy, "", ""},
}};

const MatrixCell* find(const Matrix& matrix, std::string_view strategy, std::string_view kind) {
  for (std::size_t row = 0; row < matrix.strategies.size(); ++row)
    for (std::size_t column = 0; column < matrix.faults.size(); ++column)
      if (matrix.strategies[row] == strategy && matrix.faults[column] == kind)
        return &matrix.cell(row, column);
  return nullptr;
}

}  // namespace

std::span<const TextbookTrait> traits() { return all; }

sim::Property property_shown(const TextbookTrait& trait, std::string_view strategy) {
  const Strategy* lock = find_strategy(strategy);
  const bool independent = lock && lock->topology == Topology::masters;
  return trait.faults == "failover" && independent ? sim::Property::fault_tolerance
                                                   : trait.property;
}

bool has_traits(const Strategy& strategy) {
  return strategy.admits == 1 && strategy.topology != Topology::none;
}

std::optional<TraitStanding> standing(const Matrix& matrix, std::string_view strategy,
                                      const TextbookTrait& trait) {
  if (trait.property == sim::Property::reentrancy) {  // no search makes a holder acquire again
    const Strategy* lock = find_strategy(strategy);
    const bool kept = lock && sim::promised_by(lock->id).has(sim::Property::reentrancy);
    return TraitStanding{kept ? Standing::kept : Standing::broken, nullptr};
  }
  const MatrixCell* cell = find(matrix, strategy, trait.faults);
  const sim::Property property = property_shown(trait, strategy);
  if (property != trait.property) cell = find(matrix, strategy, "kill");
  if (!cell || !cell->done || cell->properties.empty()) return std::nullopt;
  const PropertyCell& one = cell->properties[static_cast<std::size_t>(property)];
  return TraitStanding{one.standing, &one};
}

}  // namespace locklab::app
