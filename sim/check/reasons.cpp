#include "sim/check/reasons.h"

#include "sim/check/lost_hold.h"
#include "sim/check/two_masters.h"

namespace locklab::sim {

Reason why_let_in(const Trace& trace, std::size_t earlier, std::size_t later) {
  if (trace.info.needs == 0) return {say("no server keeps them apart"), true};
  Reason why = LostHold(trace, earlier, later, later).story();
  // If the first hold kept its lock, the second one entered with a lock that it had lost.
  if (why.words.empty()) why = LostHold(trace, later, earlier, later).story();
  const Sentence masters = two_masters(trace, earlier, later);
  if (masters.empty()) return why;
  return {why.words.empty() ? masters : say("{}, and {}", masters, why.words), true};
}

}  // namespace locklab::sim
