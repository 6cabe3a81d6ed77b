#include "app/matrix/same_faults.h"

#include <algorithm>
#include <optional>

#include "sim/scenario/strike_kind.h"

namespace locklab::app {

namespace {

/// The position of `wanted` in `all`; nullopt if it is not there.
std::optional<std::size_t> place_in(const std::vector<std::string>& all, std::string_view wanted) {
  const auto found = std::find(all.begin(), all.end(), wanted);
  if (found == all.end()) return std::nullopt;
  return static_cast<std::size_t>(found - all.begin());
}

}  // namespace

std::vector<std::string> columns_of(const std::vector<sim::Fault>& faults) {
  std::vector<std::string> columns{""};
  for (const sim::Fault& fault : faults) {
    const auto kind = sim::strike_of(fault);
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
