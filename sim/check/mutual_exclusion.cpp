#include "sim/check/mutual_exclusion.h"

#include "sim/check/reasons.h"

namespace locklab::sim {

Verdict MutualExclusion::verdict(const Trace& trace) const {
  if (admits_ == 0)
    return not_applicable(say("this strategy does not limit how many are inside at once"));
  if (breach_) {
    Sentence why = say("{} entered while {} was inside (since {})", who(trace, breach_->event),
                       who(trace, *breach_->other), when(trace, *breach_->other));
    if (admits_ > 1) why = say("{}, as number {} where {} are admitted", why, admits_ + 1, admits_);
    const Sentence reason = why_let_in(trace, *breach_->other, breach_->event);
    return broken(*breach_, reason.empty() ? why : say("{}: {}", why, reason));
  }
  if (sections_ == 0) return kept(say("nobody entered"));
  const Sentence sections = counted(sections_, say("{} critical section", sections_),
                                    say("{} critical sections", sections_));
  if (sections_ == 1) return kept(sections);
  return kept(most_ == 1 ? say("{}, never two at once", sections)
                         : say("{}, never more than {} at once", sections, most_));
}

}  // namespace locklab::sim
