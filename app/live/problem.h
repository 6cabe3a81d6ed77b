// Something outside the program without which a live run cannot work, said so that a user can mend
// it.
#pragma once

#include <string>

namespace locklab::app {

struct Problem {
  std::string what;    ///< one sentence: what is wrong, and where
  std::string remedy;  ///< what to do about it; may be empty
  int exit_status = 3;
};

/// Exit statuses of a run that a signal ended, by the shell's convention.
inline constexpr int interrupted_status = 130;
inline constexpr int terminated_status = 143;

}  // namespace locklab::app
