// Ends a long search on Ctrl-C, or on SIGTERM as a batch system sends it, and still lets it report
// what it found.
#pragma once

#include <atomic>

namespace locklab::app {

/// While it lives, Ctrl-C or SIGTERM raises the flag. A second signal ends the program, unless it
/// follows at once: one signal may be delivered twice, to the process and to its group.
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

}  // namespace locklab::app
