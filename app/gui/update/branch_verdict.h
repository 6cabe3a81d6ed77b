// The outcome of a branch in one sign, for its button: a summary of the run's verdicts as far as
// they may be revealed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "app/gui/model/model.h"

namespace locklab::app {

enum class BranchVerdict : std::uint8_t {
  open,               ///< a promise may still turn out to be broken
  broken,             ///< a promise is broken
  unpromised_broken,  ///< only properties that the lock does not promise are broken
  unjudged,           ///< no property applies, as in a live run that was stopped early
  kept,
  count_,
};

/// Summarizes the verdicts of a run, of which only those with `is_known` may be revealed. `open`:
/// the run has not ended.
BranchVerdict summary_of(const std::vector<sim::Verdict>& verdicts,
                         const std::function<bool(const sim::Verdict&)>& is_known, bool open);

/// The outcome of a branch, which must exist.
BranchVerdict branch_verdict(const Model& model, std::size_t branch);

/// The sign of the outcome: "×".
std::string_view sign(BranchVerdict verdict);

}  // namespace locklab::app
