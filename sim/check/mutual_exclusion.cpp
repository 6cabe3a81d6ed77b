#include "sim/check/mutual_exclusion.h"

#include <vector>

#include "sim/check/key_history.h"
#include "sim/check/reasons.h"
#include "sim/check/troubles.h"

namespace locklab::sim {

namespace {

/// Whether the hold that entered at `entered` knows when its lease ends.
bool watches_lease(const Trace& trace, std::size_t entered) {
  for (std::size_t i = entered; i-- > 0;)
    if (trace[i].kind == EventKind::acquired && same_hold(trace[i], trace[entered]))
      return trace[i].value >= 0;
  return false;
}

/// Troubles of the client inside that why_let_in() does not cover. They begin the chain of causes
/// if why_let_in() names no fault.
Sentence further_troubles(const Trace& trace, std::size_t inside, std::size_t until) {
  const Trouble messages =
      Trouble::frozen_node | Trouble::delay | Trouble::delay_at_resource | Trouble::cut;
  return troubles_of(trace, inside, until,
                     watches_lease(trace, inside) ? messages : messages | Trouble::client_clock);
}

}  // namespace

Verdict MutualExclusion::verdict(const Trace& trace) const {
  if (admits_ == 0)
    return not_applicable(say("this strategy does not limit how many are inside at once"));
  if (breach_) {
    Sentence why = say("{} entered while {} was inside", who(trace, breach_->event),
                       who(trace, *breach_->other));
    if (admits_ > 1) why = say("{}, as number {} where {} are admitted", why, admits_ + 1, admits_);
    const Reason reason = why_let_in(trace, *breach_->other, breach_->event);
    std::vector<Sentence> chain{reason.words};
    if (!reason.names_fault)
      chain.insert(chain.begin(), further_troubles(trace, *breach_->other, breach_->event));
    std::erase_if(chain, [](const Sentence& part) { return part.empty(); });
    if (chain.empty()) return broken(*breach_, std::move(why));
    return broken(*breach_, say("{}: {}", why, chained(chain)));
  }
  if (sections_ == 0) return kept(say("nobody entered"));
  const Sentence sections = counted(sections_, say("{} critical section", sections_),
                                    say("{} critical sections", sections_));
  if (sections_ == 1) return kept(sections);
  return kept(most_ == 1 ? say("{}, never two at once", sections)
                         : say("{}, never more than {} at once", sections, most_));
}

}  // namespace locklab::sim
