// The challenges in the window: which level is played and how far, and what its player may want.
// The game itself is in app/challenges.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "sim/game/solve.h"

namespace locklab::app {

struct Position;

/// What a player has reached in a level.
struct LevelScore {
  std::uint32_t stars = 0;  ///< 1 .. most_stars
  std::uint32_t moves = 0;  ///< decisions of the shortest win; 0: seen that it cannot be won
  bool operator==(const LevelScore&) const = default;
};
inline constexpr std::uint32_t most_stars = 3;

/// What the explorer is asked while one plays.
enum class Thought : std::uint8_t { nothing, hint, solution, proof };

/// A level that is being played.
struct Play {
  std::size_t level = 0;  ///< of levels()
  std::shared_ptr<const Position> position;
  std::vector<sim::Decisions> before;  ///< what can be undone, the last one last
  std::vector<sim::Decisions> undone;  ///< what can be done again, the last one last
  bool helped = false;                 ///< by a hint, or by having seen the solution
  bool watching = false;               ///< the explorer's way is on the board

  Thought thought = Thought::nothing;  ///< the explorer is looking
  std::uint64_t job = 0;
  std::uint64_t states = 0;            ///< that it has seen so far
  std::optional<sim::Solution> hint;   ///< from where the game stands
  std::optional<sim::Solution> proof;  ///< the answer to "this cannot be won"
};

/// What a player wants.
namespace challenge {

struct OpenLevel {
  std::size_t level;
};
struct CloseLevel {};  ///< back to the list
struct Decide {
  std::uint32_t move;
};
struct RunOn {};  ///< everything its usual way, to the end
struct TakeBack {};
struct DoAgain {};
struct Restart {};
struct Ask {
  Thought what;  ///< nothing: no more
};
/// What the explorer has found; none: it was stopped.
struct Answered {
  std::uint64_t job;
  sim::Solution solution;
};
/// How far it is.
struct Progress {
  std::uint64_t job;
  std::uint64_t states;
};
struct OpenInLab {};

using Wish = std::variant<OpenLevel, CloseLevel, Decide, RunOn, TakeBack, DoAgain, Restart, Ask,
                          Answered, Progress, OpenInLab>;

}  // namespace challenge

}  // namespace locklab::app
