#include "lock/grant.h"

#include <array>

namespace locklab {

std::string_view name(Released outcome) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(Released::count_)> names{
      "released", "released_or_expired", "not_owner", "expired", "unknown", "nothing"};
  return names[static_cast<std::size_t>(outcome)];
}

std::string_view name(Refusal refusal) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(Refusal::count_)> names{
      "",
      "somebody holds it",
      "its deadline is still to come",
      "somebody else took it over first",
      "no majority",
      "it was freed just now",
      "no answer",
      "no majority",
      "too few replicas have it",
      "too little of the lease is left",
      "over the limit",
      "the server refused",
      "an answer that it cannot read",
      "its configuration is wrong"};
  return names[static_cast<std::size_t>(refusal)];
}

}  // namespace locklab
