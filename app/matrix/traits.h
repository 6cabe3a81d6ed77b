// The traits that textbooks list for distributed locks, each decided by a property and a fault of
// the matrix, with a scenario that tells it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/matrix/matrix.h"
#include "lock/strategy.h"

namespace locklab::app {

struct Trait {
  std::string_view id;  ///< its texts in the window are "trait.<id>"
  std::string_view chinese;
  std::string_view english;
  Property property;
  std::string_view faults;    ///< the kind that decides it; empty: none
  std::string_view scenario;  ///< empty: none tells it
};
std::span<const Trait> traits();

/// Where a lock stands with a trait; none: the matrix does not say.
struct TraitStanding {
  Standing standing = Standing::not_finished;
  const PropertyCell* cell = nullptr;  ///< what decided it; null: the lock's own word
};
std::optional<TraitStanding> standing(const Matrix& matrix, std::string_view strategy,
                                      const Trait& trait);

/// The traits are those of locks that let in one at a time, by a server.
bool has_traits(const Strategy& strategy);

}  // namespace locklab::app
