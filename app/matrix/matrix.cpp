#include "app/matrix/matrix.h"

#include <algorithm>

namespace locklab::app {

std::string_view name(Standing standing) {
  switch (standing) {
    case Standing::kept:
      return "kept";
    case Standing::broken:
      return "broken";
    default:
      return "not_finished";
  }
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

std::size_t Matrix::finished() const {
  return static_cast<std::size_t>(std::count_if(cells.begin(), cells.end(), [](const auto& cell) {
    const auto open = [](const PropertyCell& one) {
      return one.standing == Standing::not_finished;
    };
    return cell.done && std::none_of(cell.properties.begin(), cell.properties.end(), open);
  }));
}

}  // namespace locklab::app
