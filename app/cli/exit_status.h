// What the program's exit status says, for scripts (README, "Exit status").
#pragma once

namespace locklab::app {

enum ExitStatus : int {
  exit_as_expected = 0,
  /// Done, but an expectation was not met or a promise was broken; or not finished, so that nothing
  /// can be said of what was left.
  exit_not_as_expected = 1,
  exit_bad_input = 2,  ///< bad usage or bad input
  exit_missing = 3,    ///< something outside is missing, without which the command cannot work
};

}  // namespace locklab::app
