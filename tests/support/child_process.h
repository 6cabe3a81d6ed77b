// A child of the test that does something in a process of its own, so that the test may end it in
// any way and see what is left.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

#include "tests/support/scratch_folder.h"

namespace locklab::test {

/// Folder of its own below the system's, removed at the end; TMPDIR points at it meanwhile.
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
  /// Runs `body` in a forked child, which ends with its result as exit status. Output goes nowhere.
  /// What the child leaves behind becomes the test's own, so that it can be seen.
  explicit ChildProcess(std::function<int()> body);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t pid() const { return pid_; }
  void signal(int number) const;
  /// Waits for its end: its exit status, or 128 + the signal that killed it.
  int wait();

 private:
  pid_t pid_;
  bool over_ = false;
};

/// Waits until the test has no child process left, dead or alive. False: some still lives after ten
/// seconds.
bool all_children_end();

}  // namespace locklab::test
