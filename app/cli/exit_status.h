// The program's exit statuses, for scripts (README, "Exit status").
#pragma once

namespace locklab::app {

enum ExitStatus : int {
  exit_as_expected = 0,
  /// Done, but an expectation was not met (explore and merge: a property was broken, promised or
  /// not); or a run was cut short.
  exit_not_as_expected = 1,
  exit_bad_input = 2,  ///< bad usage or bad input
  exit_missing = 3,    ///< something external is missing, or an output cannot be written
  /// A search was not finished, or was inconclusive: explore and merge have found nothing broken so
  /// far; for matrix, some cells were not searched to the end, whatever the others show.
  exit_not_finished = 4,
  exit_broken = 70,  ///< a bug in the program itself, detected by an assertion (lock/assert.h)
};

}  // namespace locklab::app
