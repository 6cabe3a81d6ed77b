#include "sim/check/reasons.h"

#include <vector>

#include "sim/check/key_history.h"
#include "sim/check/lost_hold.h"
#include "sim/check/two_masters.h"

namespace locklab::sim {

namespace {

/// That the client went on without the lock, and why it got none; empty if it has the lock.
Sentence went_on(const Trace& trace, std::size_t entered) {
  if (!without_lock(trace[entered])) return {};
  for (std::size_t i = entered; i-- > 0;) {
    if (trace[i].kind != EventKind::refused || !same_hold(trace[i], trace[entered])) continue;
    const Sentence why = refusal_words(trace, i);
    if (why.empty()) break;
    return say("{} got no lock ({}) and went on without it", who(trace, entered), why);
  }
  return say("{} went on without the lock", who(trace, entered));
}

}  // namespace

Reason why_let_in(const Trace& trace, std::size_t earlier, std::size_t later) {
  if (trace.info.needs == 0) return {say("no server keeps them apart"), true};
  std::vector<Sentence> without{went_on(trace, earlier), went_on(trace, later)};
  std::erase_if(without, [](const Sentence& one) { return one.empty(); });
  if (!without.empty()) return {chained(without), false};
  Reason why = LostHold(trace, earlier, later, later).story();
  // If the first hold kept its lock, the second one entered with a lock that it had lost.
  if (why.words.empty()) why = LostHold(trace, later, earlier, later).story();
  const Sentence masters = two_masters(trace, earlier, later);
  if (masters.empty()) return why;
  return {why.words.empty() ? masters : say("{}, and {}", masters, why.words), true};
}

}  // namespace locklab::sim
