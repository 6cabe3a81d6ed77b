#include "sim/check/mutual_exclusion.h"

#include <fmt/format.h>

#include "sim/check/reasons.h"

namespace locklab::sim {

Verdict MutualExclusion::verdict(const Trace& trace) const {
  if (admits_ == 0)
    return not_applicable("this strategy does not limit how many are inside at once");
  if (breach_) {
    std::string why =
        fmt::format("{} entered while {} was inside (since {})", who(trace, breach_->event),
                    who(trace, *breach_->other), when(trace, *breach_->other));
    if (admits_ > 1)
      why += fmt::format(", as number {} where {} are admitted", admits_ + 1, admits_);
    const std::string reason = why_let_in(trace, *breach_->other, breach_->event);
    return broken(*breach_, reason.empty() ? why : why + ": " + reason);
  }
  if (sections_ == 0) return kept("nobody entered");
  const std::string sections = counted(sections_, "critical section", "critical sections");
  if (sections_ == 1) return kept(sections);
  return kept(most_ == 1 ? sections + ", never two at once"
                         : fmt::format("{}, never more than {} at once", sections, most_));
}

}  // namespace locklab::sim
