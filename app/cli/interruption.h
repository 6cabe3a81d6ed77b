// Ctrl-C ends a long search, not the report of what it has found; so does SIGTERM, by which a batch
// system ends what has had its time.
#pragma once

#include <atomic>

namespace locklab::app {

/// From now on, and as long as it lives, a Ctrl-C or SIGTERM raises the flag. Who sends one more a
/// while later ends the program: at once it may be the same one, sent to the process and its group.
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
