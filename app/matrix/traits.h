// The traits that textbooks list for distributed locks. A property and a fault of the matrix decide
// each of them, and a scenario shows it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/matrix/matrix.h"
#include "lock/strategy.h"

namespace locklab::app {

struct TextbookTrait {
  std::string_view id;  ///< "trait.<id>" is the key of its texts in the window
  std::string_view chinese;
  std::string_view english;
  sim::Property property;
  std::string_view faults;    ///< the kind of fault that decides it; empty: none
  std::string_view scenario;  ///< usually shows it, see story_of(); empty: none does
  std::string_view variation = {};
};
std::span<const TextbookTrait> traits();

/// Whether a lock has a trait; none: the matrix does not say.
struct TraitStanding {
  Standing standing = Standing::not_finished;
  const PropertyCell* cell =
      nullptr;  ///< the cell that decided it; null: the lock's own declaration
};
std::optional<TraitStanding> standing(const Matrix& matrix, std::string_view strategy,
                                      const TextbookTrait& trait);

/// The property that decides whether a lock has the trait: with nothing to fail over to, a lock
/// must be available while some of its nodes are down.
sim::Property property_shown(const TextbookTrait& trait, std::string_view strategy);

/// Whether traits apply: the lock admits one holder at a time and uses a server.
bool has_traits(const Strategy& strategy);

}  // namespace locklab::app
