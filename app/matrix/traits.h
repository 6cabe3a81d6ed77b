// The traits that textbooks list for distributed locks. Each is decided by a property and a fault
// of the matrix, and shown by a scenario; only reentrancy is decided by the lock's own declaration,
// and has no scenario.
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
  std::string_view faults;    ///< the kind of fault that decides it; empty for none
  std::string_view scenario;  ///< default scenario, see story_of(); may be empty
  std::string_view variation = {};
};
std::span<const TextbookTrait> traits();

/// Whether a lock has a trait.
struct TraitStanding {
  Standing standing = Standing::not_finished;
  const PropertyCell* cell =
      nullptr;  ///< the cell that decided it; null if the lock's own declaration did
};
/// Looks the trait up in the matrix; nullopt if no finished cell decides it.
std::optional<TraitStanding> standing(const Matrix& matrix, std::string_view strategy,
                                      const TextbookTrait& trait);

/// The property that decides whether the lock has the trait. For failover, a lock on several
/// independent masters must instead tolerate the failure of some of them.
sim::Property property_shown(const TextbookTrait& trait, std::string_view strategy);

/// Whether traits apply: the lock admits one holder at a time and uses a server.
bool has_traits(const Strategy& strategy);

}  // namespace locklab::app
