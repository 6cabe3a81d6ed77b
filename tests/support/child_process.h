// A child process, which the test may end in any way to see what is left behind.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

#include "tests/support/scratch_folder.h"

namespace locklab::test {

/// A temporary folder of the test's own, removed at the end. TMPDIR points at it meanwhile.
class PrivateTmpdir {
 public:
  PrivateTmpdir();
  ~PrivateTmpdir();
  PrivateTmpdir(const PrivateTmpdir&) = delete;
  PrivateTmpdir& operator=(const PrivateTmpdir&) = delete;

  std::string path() const { return folder_.path(); }
  bool empty() const { return folder_.empty(); }

 private:
  ScratchFolder folder_;
  std::string before_;
};

class ChildProcess {
 public:
  /// Runs `body` in a forked child without output; its result is the exit status. Processes that
  /// the child leaves behind become the test's own, so that the test can see them.
  explicit ChildProcess(std::function<int()> body);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t pid() const { return pid_; }
  void signal(int number) const;
  /// Waits for the child's end. Returns its exit status, or 128 + the signal that killed it.
  int wait();

 private:
  pid_t pid_;
  bool over_ = false;
};

/// Waits until the test has no child process left, dead or alive. Returns false if one still lives
/// after ten seconds.
bool all_children_end();

}  // namespace locklab::test
