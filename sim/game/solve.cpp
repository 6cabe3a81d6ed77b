#include "sim/game/solve.h"

#include <algorithm>

#include "sim/explore/arena.h"
#include "sim/explore/state_set.h"
#include "sim/game/table.h"

namespace locklab::sim {

namespace {

constexpr std::uint64_t moves_between_looks = 256;

class Solver {
 public:
  Solver(const Scenario& scenario, const Budget& budget, Property goal, const Decisions& from,
         const std::function<bool(std::uint64_t)>& watch)
      : watch_(watch) {
    const Arena::Use use(arena_);
    table_ = new Table(scenario, budget, goal);
    for (const std::uint32_t way : from)
      if (way < table_->ways()) table_->take(way);
  }
  ~Solver() {
    const Arena::Use use(arena_);
    delete table_;
  }
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  Solution run() {
    // Every state once shows whether there is a way at all; only then the shortest is looked for.
    descend();
    solution_.states = seen_.size();
    if (solution_.moves && !solution_.moves->empty() && !stopped_) {
      shortest_ = true;
      seen_ = {};
      descend();
      solution_.states = std::max<std::uint64_t>(solution_.states, seen_.size());
    }
    solution_.exhausted = !stopped_ && !cut_short_;
    return std::move(solution_);
  }

 private:
  /// Tries everything from here that could be shorter than what was found.
  void descend() {
    if (table_->won()) {
      solution_.moves = moves_;
      return;
    }
    cut_short_ = cut_short_ || table_->cut_short();
    const std::uint32_t ways = table_->ways();
    const bool hopeless = solution_.moves && moves_.size() + 1 >= solution_.moves->size();
    if (ways == 0 || hopeless || stopped_) return;
    const auto steps = static_cast<std::uint32_t>(shortest_ ? moves_.size() : 0);
    if (!seen_.enter(table_->fingerprint(), steps)) return;
    if (++entered_ % moves_between_looks == 0 && watch_ && !watch_(seen_.size())) stopped_ = true;
    Arena::Snapshot before;
    arena_.save(before);
    for (std::uint32_t way = 0; way < ways && !enough(); ++way) {
      moves_.push_back(way);
      {
        const Arena::Use use(arena_);
        table_->take(way);
      }
      descend();
      arena_.restore(before);
      moves_.pop_back();
    }
  }

  bool enough() const { return stopped_ || (!shortest_ && solution_.moves); }

  const std::function<bool(std::uint64_t)>& watch_;
  Arena arena_;
  Table* table_ = nullptr;  ///< lives in the arena, and is put back with it
  StateSet seen_;
  Decisions moves_;
  Solution solution_;
  std::uint64_t entered_ = 0;
  bool shortest_ = false;  ///< else: whether there is a way at all
  bool stopped_ = false;
  bool cut_short_ = false;
};

}  // namespace

Solution solve(const Scenario& scenario, const Budget& budget, Property goal, const Decisions& from,
               const std::function<bool(std::uint64_t)>& watch) {
  return Solver(scenario, budget, goal, from, watch).run();
}

}  // namespace locklab::sim
