#include "sim/check/fairness.h"

namespace locklab::sim {

void Fairness::on_acquired(const Event& event, std::size_t index, const Situation& now) {
  const LockStates::Lock& lock = now.locks().lock(event.key);
  if (breach_ || lock.waiting < 2) return;
  const LockStates::Engagements& all = now.locks().engagements();
  const std::uint32_t own = all.find(event.client, event.key);
  if (own == LockStates::Engagements::none || !all[own].value.waiting) return;
  ++contended_;
  const LockStates::Engagement& first = all[lock.head].value;
  if (first.asked_at + same_moment_us <= all[own].value.asked_at)
    breach_ = Breach{index, first.first};
}

Verdict Fairness::verdict(const Trace& trace) const {
  if (breach_)
    return broken(*breach_, say("{} got in before {}, who had asked earlier, at {}",
                                who(trace, breach_->event), who(trace, *breach_->other),
                                when(trace, *breach_->other)));
  if (contended_ == 0)
    return not_applicable(say("never did two wait for the same lock when one got in"));
  return kept(say(
      "{} among several waiters, never before one who had asked earlier",
      counted(contended_, say("{} acquisition", contended_), say("{} acquisitions", contended_))));
}

}  // namespace locklab::sim
