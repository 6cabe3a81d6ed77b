// The run that shows whether a lock has a textbook trait: a scenario, changed so that the lock fits
// it. A test runs and judges each of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/matrix/traits.h"
#include "sim/scenario/run_name.h"

namespace locklab::app {

struct TraitStory {
  sim::RunName run;
  sim::Property property;  ///< if its verdict is kept, the lock has the trait
  /// The number by which teachers know the scenario: "F12".
  std::string number() const { return run.scenario.substr(0, 3); }
};

/// The run that shows the trait for a known lock; nullopt if no scenario shows it.
std::optional<TraitStory> story_of(const TextbookTrait& trait, std::string_view strategy);

}  // namespace locklab::app
