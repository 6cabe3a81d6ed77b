#include "lock/grant.h"

#include <array>

namespace locklab {

std::string_view name(Released outcome) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(Released::count_)> names{
      "released", "released_or_expired", "not_owner", "expired", "unknown", "nothing"};
  return names[static_cast<std::size_t>(outcome)];
}

}  // namespace locklab
