#include "sim/check/check.h"

#include "sim/check/checker.h"

namespace locklab::sim {

std::vector<Verdict> check(const Trace& trace) {
  Checker checker(trace.info);
  checker.on_all(trace);
  return checker.verdicts(trace);
}

}  // namespace locklab::sim
