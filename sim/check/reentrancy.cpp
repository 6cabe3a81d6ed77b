#include "sim/check/reentrancy.h"

namespace locklab::sim {

void Reentrancy::on_attempt(const Event& event, std::size_t index, const Situation& now) {
  if (breach_ || now.locks().depth(event.client, event.key) == 0) return;
  if (open_.find(event.client, event.key) != OpenTable<Nested>::none)
    return;  // a retry of the same nested attempt
  open_[open_.open(event.client, event.key)].value.attempt = index;
  ++pending_;
  ++nested_;
}

void Reentrancy::on_crash(const Event& event) {
  while (open_.first_of(event.client) != OpenTable<Nested>::none) {
    open_.close(open_.first_of(event.client));
    --pending_;
  }
}

void Reentrancy::decide(const Event& event, std::size_t index, const Situation& now) {
  const std::uint32_t at = open_.find(event.client, event.key);
  if (breach_ || at == OpenTable<Nested>::none) return;
  const std::size_t attempt = open_[at].value.attempt;
  open_.close(at);
  --pending_;
  if (event.kind == EventKind::acquired) {
    ++granted_;
  } else if (now.locks().lock(event.key).inside ==
             1) {  // if another client was inside too, that one may have blocked it
    breach_ = Breach{index, attempt};
  }
}

Verdict Reentrancy::verdict(const Trace& trace) const {
  if (breach_)
    return broken(*breach_,
                  say("{} tried at {} to acquire again the lock that it was inside, and {}: it "
                      "waited for itself",
                      who(trace, breach_->event), when(trace, *breach_->other),
                      trace[breach_->event].kind == EventKind::refused ? say("was refused")
                                                                       : say("gave up")));
  if (nested_ == 0) return not_applicable(say("no holder tried to acquire again"));
  if (granted_ == 0) return not_applicable(say("no holder's second acquisition was decided"));
  return kept(counted(granted_, say("{} holder's second acquisition was granted", granted_),
                      say("{} second acquisitions by holders were granted", granted_)));
}

}  // namespace locklab::sim
