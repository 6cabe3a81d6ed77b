// A clock that may be wrong: it drifts from world time, and its wall reading has an offset and can
// jump. All times are in microseconds.
#pragma once

#include <cstdint>

#include "sim/trace/fingerprint.h"

namespace locklab::sim {

class Clock {
 public:
  /// `offset_us`: how far the wall clock is ahead of world time; `ppm`: how much faster it runs, in
  /// parts per million.
  explicit Clock(std::int64_t offset_us = 0, std::int64_t ppm = 0)
      : offset_(offset_us), ppm_(ppm) {}

  /// Microseconds since the world's start by this clock, with drift and without jumps.
  std::int64_t monotonic(std::int64_t world) const {
    const std::int64_t passed = world - since_world_;
    if (ppm_ == 0) return since_local_ + passed;
    return since_local_ + passed + floor_div(passed * ppm_, million);
  }
  /// Microseconds since the world's start by this clock, with drift, offset and jumps.
  std::int64_t wall(std::int64_t world) const { return monotonic(world) + offset_; }

  /// The first world time at which monotonic() reads at least `local`.
  std::int64_t when_monotonic(std::int64_t local) const {
    if (ppm_ == 0) return since_world_ + (local - since_local_);
    std::int64_t world = since_world_ + floor_div((local - since_local_) * million, million + ppm_);
    while (monotonic(world) < local) ++world;
    return world;
  }
  /// The first world time at which wall() reads at least `local`.
  std::int64_t when_wall(std::int64_t local) const { return when_monotonic(local - offset_); }
  /// The world time of the last change of its rate or offset.
  std::int64_t changed() const { return changed_; }

  void jump(std::int64_t world, std::int64_t by_us) {
    offset_ += by_us;
    changed_ = world;
  }
  void drift(std::int64_t world, std::int64_t ppm) {
    since_local_ = monotonic(world);
    since_world_ = world;
    ppm_ = ppm;
    changed_ = world;
  }

  void fingerprint(Fingerprint& print) const {
    for (const std::int64_t part : {since_world_, since_local_, offset_, ppm_}) print.add(part);
  }

  std::int64_t offset_us() const { return offset_; }
  std::int64_t ppm() const { return ppm_; }

 private:
  static constexpr std::int64_t million = 1'000'000;
  static constexpr std::int64_t floor_div(std::int64_t a, std::int64_t b) {
    return a / b - (a % b != 0 && (a % b < 0) != (b < 0));
  }

  std::int64_t since_world_ = 0;
  std::int64_t since_local_ = 0;
  std::int64_t offset_ = 0;
  std::int64_t ppm_ = 0;
  std::int64_t changed_ = 0;  ///< not in the fingerprint: it does not affect the future
};

}  // namespace locklab::sim
