#include "app/cli/interruption.h"

#include <csignal>

namespace locklab::app {

namespace {

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // it is written by a signal handler

}  // namespace

UntilInterrupted::UntilInterrupted() {
  interrupted = false;
  // A second one ends the program.
  before_ = std::signal(SIGINT, [](int) {
    interrupted = true;
    std::signal(SIGINT, SIG_DFL);
  });
}

UntilInterrupted::~UntilInterrupted() { std::signal(SIGINT, before_); }

const std::atomic<bool>& UntilInterrupted::flag() const { return interrupted; }

}  // namespace locklab::app
