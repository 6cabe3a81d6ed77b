// A problem outside the program that prevents or ends a live run, in words that tell a user how to
// fix it.
#pragma once

#include <memory>

#include "sim/trace/sentence.h"

namespace locklab::sim {
class Trace;
}

namespace locklab::app {

/// Exit statuses of a run that a signal ended, by the shell's convention.
inline constexpr int interrupted_status = 130;
inline constexpr int terminated_status = 143;

struct LiveProblem {
  Sentence what;    ///< the problem and its location
  Sentence remedy;  ///< advice to the user; may be empty
  int exit_status = 3;
  std::shared_ptr<sim::Trace> so_far;  ///< recorded until then; null if nothing

  /// Whether SIGINT or SIGTERM ended the run.
  bool by_signal() const {
    return exit_status == interrupted_status || exit_status == terminated_status;
  }
};

inline Sentence sentence(const LiveProblem& problem) {
  return problem.remedy.empty() ? problem.what : say("{}; {}", problem.what, problem.remedy);
}

}  // namespace locklab::app
