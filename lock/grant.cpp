#include "lock/grant.h"

#include <array>

namespace locklab {

std::string_view name(Released outcome) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(Released::count_)> names{
      "released", "released_or_expired", "not_owner", "expired", "unknown", "nothing"};
  return names[static_cast<std::size_t>(outcome)];
}

std::uint64_t fingerprint(const Grant& grant) {
  Fingerprint print;
  print.add(grant.granted);
  print.add(grant.why_not);
  print.add(grant.held.token.acquisition);
  print.add(grant.held.fence);
  print.add(grant.held.valid_until.has_value());
  if (grant.held.valid_until) print.add(us(*grant.held.valid_until));
  // Its keeper's tasks are frames of their own.
  if (grant.held.keeper) print.add(us(grant.held.keeper->valid_until));
  return print.value();
}

}  // namespace locklab
