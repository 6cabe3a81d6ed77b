// Ctrl-C ends a long search, not the report of what it has found.
#pragma once

#include <atomic>

namespace locklab::app {

/// From now on, and as long as it lives, the first Ctrl-C raises the flag.
class UntilInterrupted {
 public:
  UntilInterrupted();
  ~UntilInterrupted();
  UntilInterrupted(const UntilInterrupted&) = delete;
  UntilInterrupted& operator=(const UntilInterrupted&) = delete;

  const std::atomic<bool>& flag() const;

 private:
  void (*before_)(int);
};

}  // namespace locklab::app
