// State shared by the members of a search on several threads: the states seen, the pieces of work
// exchanged, and the simplest counterexamples.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "sim/explore/search_team.h"
#include "sim/explore/state_set.h"

namespace locklab::app {

class ThreadTeam final : public sim::SearchTeam {
 public:
  ThreadTeam() = default;
  /// Sets the number of members; those that have begun wait for it.
  void is_complete(std::uint32_t members);

  bool begin(const std::vector<sim::SearchPiece>& pieces) override;
  std::optional<sim::SearchPiece> take() override;
  bool hungry() override { return hungry_.load(std::memory_order_relaxed) > 0; }
  void give(sim::SearchPiece piece) override;
  bool enter(std::uint64_t state, std::uint32_t steps, std::uint32_t& asleep, bool& fresh) override;
  std::uint64_t memory() const override;
  void note(std::size_t property, const sim::Path& path, bool by_chance) override;
  std::optional<sim::Path> best(std::size_t property, bool by_chance) const override;
  std::uint32_t steps_of_best(std::size_t property, bool by_chance) const override {
    return bests_[property][by_chance ? 1 : 0].steps.load(std::memory_order_relaxed);
  }
  void stop() override;
  bool stopped() const override { return stopped_.load(std::memory_order_relaxed); }

 private:
  /// The states whose fingerprints begin with the same six bits. Each part has its own mutex, so
  /// that members rarely wait for each other.
  struct Part {
    mutable std::mutex mutex;
    sim::StateSet states{std::size_t{1} << 6};
  };
  struct Best {
    std::optional<sim::Path> path;
    std::atomic<std::uint32_t> steps = UINT32_MAX;
  };

  void count_hungry();

  mutable std::mutex mutex_;  ///< for everything that is neither atomic nor a Part
  std::condition_variable changed_;
  std::uint32_t members_ = 0;  ///< 0 while unknown
  std::uint32_t arrived_ = 0;  ///< members that wait in begin() for the next level
  std::uint32_t waiting_ = 0;  ///< members in take() without a piece
  std::uint64_t level_ = 0;
  bool over_ = false;  ///< the level is over: all members were idle at once
  std::deque<sim::SearchPiece> pieces_;
  std::atomic<std::int64_t> hungry_ = 0;
  std::atomic<bool> stopped_ = false;
  std::array<std::array<Best, 2>, sim::property_count> bests_;
  static constexpr std::size_t parts = 64;
  std::array<Part, parts> parts_;
};

}  // namespace locklab::app
