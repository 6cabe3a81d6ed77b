// Two branches of a story side by side: the one that is shown, and another one below it with the
// same time scale and the cursor at the same time.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/gui/model/intent.h"
#include "app/gui/model/model.h"
#include "app/words/words.h"

namespace locklab::app {

/// Compares the branch that is shown with that one; with itself, or with none: nobody compares any
/// more.
void compare(Model& model, std::optional<std::size_t> branch);
/// Another branch has come to be shown: the comparison goes on with it.
void compare_shown_branch(Model& model);

/// With which branch to compare where nobody has said: the one that the shown one came of, of the
/// story itself the newest. None: there is but one.
std::optional<std::size_t> usual_partner(const Model& model);

/// The model as if the other branch were shown. There must be a comparison.
Model other_side(const Model& model);
/// What somebody wanted on the other side, said for the side that is shown.
Intent wanted_on_other_side(const Intent& wanted, const Model& other);

/// The event at which a run begins to differ, in words; its end where it has none.
std::string difference_words(const Words& say, const ShownRun& run, std::size_t difference);
/// When the run begins to differ, us.
std::int64_t difference_at(const ShownRun& run, std::size_t difference);

struct DifferingVerdict {
  Property property = Property::mutual_exclusion;
  Kept above = Kept::not_applicable;
  Kept below = Kept::not_applicable;
};
std::vector<DifferingVerdict> differing_verdicts(const ShownRun& above, const ShownRun& below);

/// "the story", "branch 2", "live 3".
std::string branch_name(const Words& say, const Model& model, std::size_t branch);

}  // namespace locklab::app
