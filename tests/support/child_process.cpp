#include "tests/support/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>

namespace locklab::test {
namespace {

/// A shell that starts the tests in the background has them ignore SIGINT, which their children
/// would inherit.
[[maybe_unused]] const auto interrupted_before = std::signal(SIGINT, SIG_DFL);

}  // namespace

PrivateTmpdir::PrivateTmpdir() {
  const char* before = std::getenv("TMPDIR");
  before_ = before ? before : "";
  setenv("TMPDIR", path().c_str(), 1);
}

PrivateTmpdir::~PrivateTmpdir() {
  if (before_.empty()) {
    unsetenv("TMPDIR");
  } else {
    setenv("TMPDIR", before_.c_str(), 1);
  }
}

ChildProcess::ChildProcess(std::function<int()> body) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  pid_ = fork();
  if (pid_ != 0) return;
  const int nothing = open("/dev/null", O_RDWR);
  for (int standard : {0, 1, 2}) dup2(nothing, standard);
  _exit(body());
}

ChildProcess::~ChildProcess() {
  if (over_) return;
  signal(SIGKILL);
  wait();
}

void ChildProcess::signal(int number) const { kill(pid_, number); }

int ChildProcess::wait() {
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) continue;
  over_ = true;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool all_children_end() {
  for (int waited_ms = 0; waited_ms < 10'000; waited_ms += 10) {
    pid_t ended = 0;
    do ended = waitpid(-1, nullptr, WNOHANG);
    while (ended > 0);
    if (ended < 0 && errno == ECHILD) return true;
    poll(nullptr, 0, 10);  // the children need the processor too
  }
  return false;
}

}  // namespace locklab::test
