#include "app/load/violation.h"

#include <array>

namespace locklab::app {

std::string_view name(Harm harm) {
  static constexpr std::array<std::string_view, 4> names{"overlap", "lost_update", "stale_write",
                                                         "token_fell"};
  return names[static_cast<std::size_t>(harm)];
}

std::optional<sim::Property> broken_by(Harm harm) {
  switch (harm) {
    case Harm::overlap:
      return sim::Property::mutual_exclusion;
    case Harm::lost_update:
      return sim::Property::no_lost_update;
    case Harm::token_fell:
      return sim::Property::fencing;
    default:
      return std::nullopt;
  }
}

}  // namespace locklab::app
