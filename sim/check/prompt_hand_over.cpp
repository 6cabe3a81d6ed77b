#include "sim/check/prompt_hand_over.h"

#include "sim/check/stuck.h"

namespace locklab::sim {

void PromptHandOver::change(const Event& event, const LockStates::Lock& lock) {
  bool released = false;
  switch (event.kind) {
    case EventKind::releasing:
      // If the clients still inside fill the lock (readers), a client that enters joins them, which
      // is no hand-off.
      set_releasing(event.key, lock.waiting > 0 && lock.inside < admits_);
      return;
    case EventKind::released:
      released = event.detail == static_cast<std::uint8_t>(Released::released);
      set_releasing(event.key, false);
      break;
    case EventKind::entered:
      before_reply_ += releasing_[event.key];
      set_releasing(event.key, false);
      break;
    default:
      break;
  }
  const bool goes_on = released || window_.running(event.key);
  window_.look(event.key, event.at, goes_on && awaited(lock), event.kind);
}

void PromptHandOver::set_releasing(std::uint16_t lock, bool releasing) {
  on_their_way_ += releasing;
  on_their_way_ -= releasing_[lock];
  releasing_[lock] = releasing;
}

void PromptHandOver::look_at_all(const Event& event, const Situation& now) {
  now.locks().each_lock([&](std::uint16_t name, const LockStates::Lock& lock) {
    window_.look(name, event.at, window_.running(name) && awaited(lock), event.kind);
  });
}

Verdict PromptHandOver::verdict(const Trace& trace) const {
  const std::int64_t end = trace.back().at;
  if (const auto late = window_.complete(end)) {
    const std::size_t event = first_at(trace, late->to);
    std::optional<std::size_t> release;
    for (std::size_t i = 0; i < event && trace[i].at <= late->from; ++i)
      if (trace[i].kind == EventKind::released && trace[i].key == late->lock) release = i;
    const Sentence why =
        say("the lock was released at {}, {} waited, and nobody got in by {}", about_ms(late->from),
            who_waits(trace, late->lock, event), about_ms(late->to));
    const Sentence blocker = who_blocks(trace, {late->lock, late->from, event, event});
    return broken({event, release}, blocker.empty() ? why : say("{}: {}", why, blocker));
  }
  if (const auto wait = window_.undecided(end))
    return not_applicable(
        say("{} after a release the wait or the run ended; a judgement needs {} (bound)",
            about_ms(wait->length()), about_ms(window_.length())));
  const std::uint64_t handed = window_.ended_well() + before_reply_;
  if (handed == 0)
    return not_applicable(say("no lock was released, undisturbed, while somebody waited"));
  return kept(say("{} followed by an entry, {}",
                  counted(handed, say("{} release was", handed), say("{} releases were", handed)),
                  window_.longest() < 0 ? say("even before the releaser knew")
                                        : say("{} later at most", about_ms(window_.longest()))));
}

}  // namespace locklab::sim
