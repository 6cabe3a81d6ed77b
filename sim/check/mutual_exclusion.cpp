#include "sim/check/mutual_exclusion.h"

#include "sim/check/key_history.h"
#include "sim/check/reasons.h"
#include "sim/check/troubles.h"

namespace locklab::sim {

namespace {

/// Whether the hold that entered there knows when its lease ends.
bool watches_lease(const Trace& trace, std::size_t entered) {
  for (std::size_t i = entered; i-- > 0;)
    if (trace[i].kind == EventKind::acquired && same_hold(trace[i], trace[entered]))
      return trace[i].value >= 0;
  return false;
}

/// The troubles of the one who was inside that why_let_in() does not look at.
Sentence further_troubles(const Trace& trace, std::size_t inside, std::size_t until) {
  const Trouble messages = Trouble::frozen_node | Trouble::delay | Trouble::cut;
  return troubles_of(trace, inside, until,
                     watches_lease(trace, inside) ? messages : messages | Trouble::client_clock);
}

}  // namespace

Verdict MutualExclusion::verdict(const Trace& trace) const {
  if (admits_ == 0)
    return not_applicable(say("this strategy does not limit how many are inside at once"));
  if (breach_) {
    Sentence why = say("{} entered while {} was inside (since {})", who(trace, breach_->event),
                       who(trace, *breach_->other), when(trace, *breach_->other));
    if (admits_ > 1) why = say("{}, as number {} where {} are admitted", why, admits_ + 1, admits_);
    const Sentence reason = why_let_in(trace, *breach_->other, breach_->event);
    if (!reason.empty()) why = say("{}: {}", why, reason);
    const Sentence troubles = further_troubles(trace, *breach_->other, breach_->event);
    return broken(*breach_, troubles.empty() ? why : say("{}; {}", why, troubles));
  }
  if (sections_ == 0) return kept(say("nobody entered"));
  const Sentence sections = counted(sections_, say("{} critical section", sections_),
                                    say("{} critical sections", sections_));
  if (sections_ == 1) return kept(sections);
  return kept(most_ == 1 ? say("{}, never two at once", sections)
                         : say("{}, never more than {} at once", sections, most_));
}

}  // namespace locklab::sim
