#include "app/runs/interruption.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <utility>

namespace locklab::app {

namespace {

constexpr std::uint64_t the_same_ns = 1'000'000'000;

std::atomic<bool> interrupted = false;
std::atomic<std::uint64_t> since_ns = 0;
// A signal handler writes these variables, so they must be lock-free.
static_assert(std::atomic<bool>::is_always_lock_free);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

/// Async-signal-safe, as clock_gettime is.
std::uint64_t monotonic_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec);
}

void interrupt(int signal) {
  const std::uint64_t now = monotonic_ns();
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

void first_signal_caught() {
  interrupted = true;
  since_ns = monotonic_ns();
  std::signal(SIGINT, interrupt);
  std::signal(SIGTERM, interrupt);
}

SaysInterrupted::SaysInterrupted(std::string_view sentence) {
  last_words_length = std::min(sentence.size(), last_words.size());
  std::copy_n(sentence.data(), last_words_length, last_words.data());
  before_interrupt_ = std::signal(SIGINT, say_and_end);
  before_terminate_ = std::signal(SIGTERM, say_and_end);
}

SaysInterrupted::~SaysInterrupted() {
  for (const auto& [number, before] :
       {std::pair{SIGINT, before_interrupt_}, {SIGTERM, before_terminate_}}) {
    struct sigaction now {};
    ::sigaction(number, nullptr, &now);
    // A handler installed since then, as by first_signal_caught(), stays.
    if (now.sa_handler == say_and_end) std::signal(number, before);
  }
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
