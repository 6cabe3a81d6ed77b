#include "app/matrix/same_faults.h"

#include <algorithm>
#include <optional>

#include "sim/explore/budget.h"

namespace locklab::app {

namespace {

/// The kind of the search's fault that does the same; nullopt if it only ends another one, or if no
/// search has it.
std::optional<sim::StrikeKind> strike_of(const sim::Fault& fault) {
  using sim::FaultKind;
  using sim::StrikeKind;
  switch (fault.kind) {
    case FaultKind::crash:
      return StrikeKind::crash;
    case FaultKind::pause:
      return StrikeKind::pause;
    case FaultKind::jump:
      return StrikeKind::clock_jump;
    case FaultKind::drift:
      return StrikeKind::drift;
    case FaultKind::kill:
      return fault.power ? StrikeKind::power : StrikeKind::kill;
    case FaultKind::stop:
      return StrikeKind::stop;
    case FaultKind::cut:
      return StrikeKind::cut;
    case FaultKind::slow:
    case FaultKind::hold:
    case FaultKind::delay:
      return StrikeKind::hold;
    case FaultKind::drop:
    case FaultKind::reset:
      return StrikeKind::lose;
    case FaultKind::promote:
      return sim::splits(fault) ? StrikeKind::split_brain : StrikeKind::failover;
    case FaultKind::foreign_release:
      return StrikeKind::foreign_release;
    default:
      return std::nullopt;
  }
}

/// The place of `wanted` in `all`; none: it is not there.
std::optional<std::size_t> place_in(const std::vector<std::string>& all, std::string_view wanted) {
  const auto found = std::find(all.begin(), all.end(), wanted);
  if (found == all.end()) return std::nullopt;
  return static_cast<std::size_t>(found - all.begin());
}

}  // namespace

std::vector<std::string> columns_of(const std::vector<sim::Fault>& faults) {
  std::vector<std::string> columns{""};
  for (const sim::Fault& fault : faults) {
    const auto kind = strike_of(fault);
    if (!kind) continue;
    std::string column(sim::name(*kind));
    if (!place_in(columns, column)) columns.push_back(std::move(column));
  }
  return columns;
}

bool breaks_under(const Matrix& matrix, std::string_view strategy, sim::Property property,
                  const std::vector<sim::Fault>& faults) {
  const auto row = place_in(matrix.strategies, strategy);
  if (!row) return false;
  const std::vector<std::string> columns = columns_of(faults);
  return std::any_of(columns.begin(), columns.end(), [&](const std::string& name) {
    const auto column = place_in(matrix.faults, name);
    if (!column) return false;
    const auto& cells = matrix.cell(*row, *column).properties;
    return std::any_of(cells.begin(), cells.end(), [&](const PropertyCell& cell) {
      return cell.property == property && cell.standing == Standing::broken;
    });
  });
}

}  // namespace locklab::app
