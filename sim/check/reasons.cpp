#include "sim/check/reasons.h"

#include "sim/check/lost_hold.h"
#include "sim/check/two_masters.h"

namespace locklab::sim {

Sentence why_let_in(const Trace& trace, std::size_t earlier, std::size_t later) {
  if (trace.info.needs == 0) return say("no server keeps them apart");
  Sentence why = LostHold(trace, earlier, later, later).story();
  // If the first kept its lock, the second entered with a lost one.
  if (why.empty()) why = LostHold(trace, later, earlier, later).story();
  const Sentence masters = two_masters(trace, earlier, later);
  return why.empty() ? masters : masters.empty() ? why : say("{}, and {}", masters, why);
}

}  // namespace locklab::sim
