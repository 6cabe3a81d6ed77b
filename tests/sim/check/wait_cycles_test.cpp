// Clients that wait for each other, in random histories of exclusive locks, compared with a model:
// it lets every client continue that can, and the others are stuck.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "sim/check/situation.h"
#include "sim/check/wait_cycles.h"
#include "sim/trace/fingerprint.h"
#include "sim/world/dice.h"
#include "tests/support/environment.h"
#include "tests/support/forged_trace.h"

namespace locklab::sim {
namespace {

constexpr std::array clients{"alice", "bob", "carol", "dave"};
constexpr std::array locks{"locklab:a", "locklab:b", "locklab:c"};
constexpr Duration long_enough = 150ms;

class RandomWaits {
 public:
  explicit RandomWaits(std::uint64_t seed) : dice_(fingerprint_of(seed)) {}

  /// Forges a random history. Returns true if a client was stuck for `long_enough`.
  bool forge(Forged& f) {
    const std::uint64_t steps = 10 + dice_.below(40);
    for (std::uint64_t i = 0; i < steps; ++i) {
      now_ += 10ms * static_cast<int>(dice_.below(5));
      look();
      act(f.at(now_), dice_.below(clients.size()));
      look();
    }
    now_ += 10ms * static_cast<int>(dice_.below(20));
    look();
    f.at(now_).ended();
    return stuck_for_long_;
  }

 private:
  void act(Forged& f, std::size_t c) {
    f.by(clients[c]);
    std::optional<std::size_t>& wait = waits_[c];
    if (wait) {
      f.lock(locks[*wait]);
      if (!holder_[*wait]) {
        f.acquired().entered();
        holder_[*std::exchange(wait, std::nullopt)] = c;
      } else if (dice_.below(4) == 0) {
        f.gave_up();
        wait.reset();
      }
      return;
    }
    const std::size_t lock = dice_.below(locks.size());
    f.lock(locks[lock]);
    if (holder_[lock] == c && dice_.below(4) != 0) {
      f.gets_out();
      holder_[lock].reset();
    } else {
      f.attempt();
      wait = lock;
    }
  }

  /// The clients that can never continue: lets every client finish and release that can, until none
  /// can.
  std::array<bool, clients.size()> stuck() const {
    auto holder = holder_;
    std::array<bool, clients.size()> done{};
    for (bool any = true; any;) {
      any = false;
      for (std::size_t c = 0; c < clients.size(); ++c) {
        if (done[c] || (waits_[c] && holder[*waits_[c]])) continue;
        done[c] = any = true;
        for (auto& one : holder)
          if (one == c) one.reset();
      }
    }
    for (bool& one : done) one = !one;
    return done;
  }

  void look() {
    const auto now_stuck = stuck();
    for (std::size_t c = 0; c < clients.size(); ++c) {
      if (since_[c] && now_ - *since_[c] >= long_enough) stuck_for_long_ = true;
      if (!now_stuck[c]) since_[c].reset();
      if (now_stuck[c] && !since_[c]) since_[c] = now_;
    }
  }

  RandomBits dice_;
  Duration now_{0};
  std::array<std::optional<std::size_t>, clients.size()> waits_;
  std::array<std::optional<std::size_t>, locks.size()> holder_;
  std::array<std::optional<Duration>, clients.size()> since_;
  bool stuck_for_long_ = false;
};

TEST(WaitCycles, AreThoseOfAModelThatLetsEverybodyGoOnWhoCan) {
  const RandomCases cases = random_cases(2'000);
  int broken = 0;
  int kept = 0;
  for (std::uint64_t seed = cases.first; seed < cases.first + cases.count; ++seed) {
    SCOPED_TRACE("LOCKLAB_SEED=" + std::to_string(seed));
    Forged f;
    f.clients({clients.begin(), clients.end()});
    const bool stuck = RandomWaits(seed).forge(f);
    Situation situation(f.trace().info);
    WaitCycles cycles(us(long_enough));
    for (std::size_t i = 0; i < f.trace().size(); ++i) {
      situation.on(f.trace()[i], i);
      cycles.look(situation.locks(), f.trace()[i]);
    }
    EXPECT_EQ(cycles.complete(f.trace().back().at).has_value(), stuck);
    ++(stuck ? broken : kept);
  }
  if (cases.repeats) return;
  EXPECT_GT(broken, 100);
  EXPECT_GT(kept, 100);
}

}  // namespace
}  // namespace locklab::sim
