#include "app/cli/interruption.h"

#include <unistd.h>
#include <uv.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>

namespace locklab::app {

namespace {

constexpr std::uint64_t the_same_ns = 1'000'000'000;

std::atomic<bool> interrupted = false;
std::atomic<std::uint64_t> since_ns = 0;
// A signal handler writes these variables, so they must be lock-free.
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

/// Read by a signal handler, so it is written before the handler is set.
std::array<char, 400> last_words;
std::size_t last_words_length = 0;

void say_and_end(int signal) {
  // The reader may be gone, and then nothing can be done.
  [[maybe_unused]] const auto written = ::write(2, last_words.data(), last_words_length);
  ::_exit(128 + signal);
}

}  // namespace

SaysInterrupted::SaysInterrupted(std::string_view sentence) {
  last_words_length = std::min(sentence.size(), last_words.size());
  std::copy_n(sentence.data(), last_words_length, last_words.data());
  before_interrupt_ = std::signal(SIGINT, say_and_end);
  before_terminate_ = std::signal(SIGTERM, say_and_end);
}

SaysInterrupted::~SaysInterrupted() {
  std::signal(SIGINT, before_interrupt_);
  std::signal(SIGTERM, before_terminate_);
}

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
