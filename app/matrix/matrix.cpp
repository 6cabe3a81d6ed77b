#include "app/matrix/matrix.h"

#include <algorithm>
#include <iterator>

namespace locklab::app {

std::string_view name(Standing standing) {
  static constexpr std::string_view names[] = {"kept", "broken", "not_finished", "vacuous"};
  static_assert(std::size(names) == static_cast<std::size_t>(Standing::count_));
  return names[static_cast<std::size_t>(standing)];
}

std::uint64_t MatrixCell::states() const {
  std::uint64_t sum = 0;
  for (const GroundSearch& one : grounds) sum += one.states;
  return sum;
}

double MatrixCell::seconds() const {
  double sum = 0;
  for (const GroundSearch& one : grounds) sum += one.seconds;
  return sum;
}

sim::StrikeCounts MatrixCell::struck() const {
  sim::StrikeCounts sum;
  for (const GroundSearch& one : grounds) sum.add(one.struck);
  return sum;
}

std::size_t Matrix::finished() const {
  return static_cast<std::size_t>(std::count_if(cells.begin(), cells.end(), [](const auto& cell) {
    const auto open = [](const PropertyCell& one) {
      return one.standing == Standing::not_finished;
    };
    return cell.done && std::none_of(cell.properties.begin(), cell.properties.end(), open);
  }));
}

}  // namespace locklab::app
