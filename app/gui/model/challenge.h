// The challenges in the window: the current level and position, the player's requests, and the
// explorer's reports. The game itself is in app/challenges.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "sim/game/solve.h"

namespace locklab::app {

struct Position;

/// A player's result in a level.
struct LevelScore {
  std::uint32_t stars = 0;  ///< 1 .. most_stars
  std::uint32_t moves = 0;  ///< choices in the best win; 0 if proved impossible
  bool operator==(const LevelScore&) const = default;
};
inline constexpr std::uint32_t most_stars = 3;

/// A player's request to the explorer.
enum class Thought : std::uint8_t { nothing, hint, solution, proof };

/// The content below the picture.
enum class BoardPart : std::uint8_t { code, timeline, taken, count_ };

/// A level being played.
struct Play {
  std::size_t level = 0;  ///< index into levels()
  std::shared_ptr<const Position> position;
  std::vector<sim::Decisions> before;  ///< for undo, the latest last
  std::vector<sim::Decisions> undone;  ///< for redo, the latest last
  bool helped = false;                 ///< the explorer has shown a move, or was asked to solve it
  bool watching = false;               ///< the board shows the explorer's solution
  std::uint32_t chosen = 0;            ///< the move selected with the keyboard
  BoardPart part = BoardPart::code;

  Thought thought = Thought::nothing;  ///< the request that the explorer is working on
  std::uint64_t job = 0;
  std::uint64_t states = 0;           ///< states searched so far
  std::optional<sim::Solution> hint;  ///< from the current position
  /// The explorer's answer to the claim that the level cannot be won. Also set if a requested
  /// solution does not exist.
  std::optional<sim::Solution> proof;
};

/// Requests of the player, and reports of the explorer.
namespace challenge {

struct OpenLevel {
  std::size_t level;
};
struct CloseLevel {};  ///< back to the list
/// Moves the selection in the list of levels.
struct MarkLevel {
  int by;
};
struct Decide {
  std::uint32_t move;
};
/// Moves the keyboard's selection up or down the list.
struct Choose {
  int by;
};
/// Takes the selected move or, once the level is won or proved impossible, opens the next level.
struct TakeChosen {};
struct ShowPart {
  BoardPart part;
};
struct RunOn {};  ///< plays to the end in the default order
struct TakeBack {};
struct DoAgain {};
struct Restart {};
struct Ask {
  Thought what;  ///< `nothing` stops the search
};
/// The explorer's answer; ignored once the search has been stopped.
struct Answered {
  std::uint64_t job;
  sim::Solution solution;
};
/// The number of states that the explorer has searched so far.
struct Progress {
  std::uint64_t job;
  std::uint64_t states;
};
struct OpenInLab {};

using Wish = std::variant<OpenLevel, CloseLevel, MarkLevel, Decide, Choose, TakeChosen, ShowPart,
                          RunOn, TakeBack, DoAgain, Restart, Ask, Answered, Progress, OpenInLab>;

}  // namespace challenge

}  // namespace locklab::app
