#include "app/gui/update/branch_verdict.h"

#include <algorithm>
#include <iterator>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/navigation.h"

namespace locklab::app {

BranchVerdict summary_of(const std::vector<sim::Verdict>& verdicts,
                         const std::function<bool(const sim::Verdict&)>& is_known, bool open) {
  bool broken = false;
  bool kept = false;
  for (const sim::Verdict& verdict : verdicts) {
    if (!is_known(verdict)) {
      open = true;
      continue;
    }
    const bool breaks = verdict.kept == sim::Kept::broken;
    if (breaks && verdict.promised) return BranchVerdict::broken;
    broken = broken || breaks;
    kept = kept || verdict.kept == sim::Kept::kept;
  }
  if (open) return BranchVerdict::open;
  if (broken) return BranchVerdict::unpromised_broken;
  return kept ? BranchVerdict::kept : BranchVerdict::unjudged;
}

BranchVerdict branch_verdict(const Model& model, std::size_t branch) {
  if (holds_future(model)) return BranchVerdict::open;
  // A changed branch shows its verdicts at once; the unchanged story shows those already reached.
  const auto is_known = [&](const sim::Verdict& verdict) {
    return branch > 0 || is_reached(model, 0, verdict);
  };
  return summary_of(model.branches[branch].run->judged.verdicts, is_known,
                    is_being_recorded(model, branch));
}

std::string_view sign(BranchVerdict verdict) {
  static constexpr std::string_view signs[] = {"?", "×", "(×)", "–", "✓"};
  static_assert(std::size(signs) == static_cast<std::size_t>(BranchVerdict::count_));
  return signs[static_cast<std::size_t>(verdict)];
}

}  // namespace locklab::app
