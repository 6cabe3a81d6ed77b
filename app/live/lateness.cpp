#include "app/live/lateness.h"

#include <ctime>

#include <algorithm>
#include <utility>

namespace locklab::app {

namespace {

/// Period of the measuring timer: too short to matter to any schedule, yet a negligible load for a
/// benchmark.
constexpr Duration between_beats = 5ms;

std::int64_t read_us(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return time.tv_sec * std::int64_t{1'000'000} + time.tv_nsec / 1'000;
}

/// Returns how long the machine has slept since boot, which Loop::now_us() does not count.
std::int64_t machine_slept_us() {
  const std::int64_t awake = read_us(CLOCK_MONOTONIC);
  return read_us(CLOCK_BOOTTIME) - awake;
}

}  // namespace

Lateness::Lateness(redis::Loop& loop) : loop_(loop) { restart(); }

void Lateness::restart() {
  longest_ = {};
  time_changed();
  next_.start(between_beats);
}

void Lateness::time_changed() {
  looked_us_ = redis::Loop::now_us();
  asleep_us_ = machine_slept_us();
}

void Lateness::note(std::int64_t late_us) {
  if (late_us > longest_.us) longest_ = {late_us, redis::Loop::now_us()};
}

Lateness::Longest Lateness::longest() {
  look();
  return longest_;
}

Lateness::Longest Lateness::take() {
  look();
  return std::exchange(longest_, {});
}

void Lateness::look() {
  const std::int64_t since_us = looked_us_ + us(between_beats);
  const std::int64_t asleep_before_us = asleep_us_;
  time_changed();
  if (loop_.stands_still() || loop_.fires_by_hand()) return;
  note(looked_us_ - since_us + std::max<std::int64_t>(asleep_us_ - asleep_before_us, 0));
}

void Lateness::beat() {
  look();
  next_.start(between_beats);
}

}  // namespace locklab::app
