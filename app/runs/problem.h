// Something outside the program without which a live run cannot work, said so that a user can mend
// it.
#pragma once

#include "sim/trace/sentence.h"

namespace locklab::app {

struct Problem {
  Sentence what;    ///< what is wrong, and where
  Sentence remedy;  ///< what to do about it; may be empty
  int exit_status = 3;
};

inline Sentence sentence(const Problem& problem) {
  return problem.remedy.empty() ? problem.what : say("{}; {}", problem.what, problem.remedy);
}

/// Exit statuses of a run that a signal ended, by the shell's convention.
inline constexpr int interrupted_status = 130;
inline constexpr int terminated_status = 143;

}  // namespace locklab::app
