// Compares two branches of a story: the current one, and another below it with the same scale and
// at the corresponding moment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/gui/model/intent.h"
#include "app/gui/model/model.h"
#include "app/words/words.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// Compares the current branch with another. The current branch or nullopt ends the comparison.
void compare(Model& model, std::optional<std::size_t> branch);
/// Continues the comparison after a change of the current branch.
void compare_shown_branch(Model& model);

/// The default branch for a comparison: the parent of the current one, or for the story its newest
/// branch. nullopt if the story has no branches.
std::optional<std::size_t> usual_partner(const Model& model);

/// The model as if the other branch were current. A comparison must be open.
Model other_side(const Model& model);
/// Translates an intent on the other side to the current side.
Intent wanted_on_other_side(const Intent& wanted, const Model& other);

/// Describes event `difference` of `run`, the first one that differs from event `there` of `other`;
/// or the end of `run` if it has no such event.
std::string difference_words(const Words& say, const ShownRun& run, std::size_t difference,
                             const ShownRun& other, std::size_t there);
/// The time of event `difference` in us; the end of the run if it has no such event.
std::int64_t difference_at(const ShownRun& run, std::size_t difference);

/// A property with its outcome in both runs; nullopt while a run is in progress and the outcome is
/// unknown.
struct DifferingVerdict {
  sim::Property property = sim::Property::mutual_exclusion;
  std::optional<sim::Kept> above;
  std::optional<sim::Kept> below;
};
/// The verdicts that differ between the compared runs, as far as known.
std::vector<DifferingVerdict> differing_verdicts(const Model& model);
/// The shown lanes, in the order that both compared runs use if not all lanes fit: pinned lanes,
/// clients involved in a violation of either run, nodes and the resource in the order in which they
/// begin to differ, then the others.
std::vector<std::uint16_t> lanes_that_differ_first(const Model& model);
/// Whether both compared runs have ended; false without a comparison.
bool all_is_judged(const Model& model);

/// A branch's name: "the story", "branch 2", "live Redis 3".
std::string branch_name(const Words& say, const Model& model, std::size_t branch);

}  // namespace locklab::app
