// Handles Ctrl-C, and SIGTERM as a batch system sends it: a search or a load ends early and still
// reports what it found; a run whose servers are starting ends at once.
#pragma once

#include <atomic>
#include <string_view>

namespace locklab::app {

/// During its lifetime, Ctrl-C or SIGTERM sets the flag. A further signal ends the program, unless
/// it follows within a second of the first: one signal may be delivered twice, to the process and
/// to its group.
class UntilInterrupted {
 public:
  UntilInterrupted();
  ~UntilInterrupted();
  UntilInterrupted(const UntilInterrupted&) = delete;
  UntilInterrupted& operator=(const UntilInterrupted&) = delete;

  const std::atomic<bool>& flag() const;

 private:
  void (*before_interrupt_)(int);
  void (*before_terminate_)(int);
};

/// For a run that has caught the first signal by itself: from now on a further one ends the program
/// as UntilInterrupted has it, so that what the run has recorded is judged and saved undisturbed.
void first_signal_caught();

/// During its lifetime, Ctrl-C or SIGTERM ends the program at once with a sentence on standard
/// error. Meant for the time in which a run's servers start: nothing else handles the signals then,
/// and the janitor ends the servers.
class SaysInterrupted {
 public:
  explicit SaysInterrupted(std::string_view sentence);
  ~SaysInterrupted();
  SaysInterrupted(const SaysInterrupted&) = delete;
  SaysInterrupted& operator=(const SaysInterrupted&) = delete;

 private:
  void (*before_interrupt_)(int);
  void (*before_terminate_)(int);
};

}  // namespace locklab::app
