#include "sim/game/solve.h"

#include <algorithm>

#include "sim/explore/arena.h"
#include "sim/explore/state_set.h"
#include "sim/game/game_state.h"

namespace locklab::sim {

namespace {

constexpr std::uint64_t moves_between_looks = 256;
/// A choice weighs more than any game's number of moves, so the shortest solution is the one with
/// the fewest choices.
constexpr std::uint32_t moves_per_choice = 1u << 16;

class Solver {
 public:
  Solver(const Scenario& scenario, const Budget& budget, Property goal, const Decisions& from,
         const std::function<bool(std::uint64_t)>& watch)
      : watch_(watch) {
    const Arena::Use use(arena_);
    state_ = new GameState(scenario, budget, goal);
    for (const std::uint32_t move : from)
      if (move < state_->moves()) state_->take(move);
  }
  ~Solver() {
    const Arena::Use use(arena_);
    delete state_;
  }
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  Solution run() {
    // First visits each state once, to find out whether there is a solution; only then looks for
    // the shortest.
    descend();
    solution_.states = seen_.size();
    if (solution_.moves && !solution_.moves->empty() && !stopped_) {
      shortest_ = true;
      seen_ = StateSet();
      descend();
      solution_.states = std::max<std::uint64_t>(solution_.states, seen_.size());
    }
    solution_.exhausted = !stopped_ && !cut_short_;
    return std::move(solution_);
  }

 private:
  /// Tries everything from here that could beat the best solution so far.
  void descend() {
    if (state_->won()) {
      solution_.moves = moves_;
      solution_.choices = length_ / moves_per_choice;
      shortest_length_ = length_;
      return;
    }
    cut_short_ = cut_short_ || state_->cut_short();
    const std::uint32_t moves = state_->moves();
    const bool hopeless = solution_.moves && length_ + 1 >= shortest_length_;
    if (moves == 0 || hopeless || stopped_) return;
    if (!seen_.enter(state_->fingerprint(), shortest_ ? length_ : 0)) return;
    if (++entered_ % moves_between_looks == 0 && watch_ && !watch_(seen_.size())) stopped_ = true;
    Arena::Snapshot before;
    arena_.save(before);
    for (std::uint32_t move = 0; move < moves && !enough(); ++move) {
      const std::uint32_t before_move = length_;
      length_ += 1 + (state_->is_choice(move) ? moves_per_choice : 0);
      moves_.push_back(move);
      {
        const Arena::Use use(arena_);
        state_->take(move);
      }
      descend();
      arena_.restore(before);
      moves_.pop_back();
      length_ = before_move;
    }
  }

  bool enough() const { return stopped_ || (!shortest_ && solution_.moves); }

  const std::function<bool(std::uint64_t)>& watch_;
  Arena arena_;
  GameState* state_ = nullptr;  ///< allocated in the arena and restored with it
  StateSet seen_;
  Decisions moves_;
  std::uint32_t length_ = 0;           ///< of moves_, with choices weighted by moves_per_choice
  std::uint32_t shortest_length_ = 0;  ///< of the shortest solution so far
  Solution solution_;
  std::uint64_t entered_ = 0;
  bool shortest_ = false;  ///< false: looks for any solution
  bool stopped_ = false;
  bool cut_short_ = false;
};

}  // namespace

Solution solve(const Scenario& scenario, const Budget& budget, Property goal, const Decisions& from,
               const std::function<bool(std::uint64_t)>& watch) {
  return Solver(scenario, budget, goal, from, watch).run();
}

}  // namespace locklab::sim
