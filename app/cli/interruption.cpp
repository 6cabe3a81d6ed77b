#include "app/cli/interruption.h"

#include <uv.h>

#include <csignal>
#include <cstdint>

namespace locklab::app {

namespace {

constexpr std::uint64_t the_same_ns = 1'000'000'000;

std::atomic<bool> interrupted = false;
std::atomic<std::uint64_t> since_ns = 0;
// A signal handler writes them.
static_assert(std::atomic<bool>::is_always_lock_free);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

void interrupt(int signal) {
  const std::uint64_t now = uv_hrtime();  // clock_gettime is async-signal-safe
  if (!interrupted.exchange(true)) {
    since_ns = now;
  } else if (now - since_ns > the_same_ns) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

}  // namespace

UntilInterrupted::UntilInterrupted() {
  interrupted = false;
  before_interrupt_ = std::signal(SIGINT, interrupt);
  before_terminate_ = std::signal(SIGTERM, interrupt);
}

UntilInterrupted::~UntilInterrupted() {
  std::signal(SIGINT, before_interrupt_);
  std::signal(SIGTERM, before_terminate_);
}

const std::atomic<bool>& UntilInterrupted::flag() const { return interrupted; }

}  // namespace locklab::app
