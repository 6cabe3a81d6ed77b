// Where a game stands: everything that the window shows of it. Made anew from the level's start
// after every move, since a run takes less than a frame.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "app/challenges/level.h"
#include "app/challenges/move_words.h"
#include "app/timeline/shown_run.h"

namespace locklab::app {

struct Position {
  struct Left {
    sim::StrikeKind kind = sim::StrikeKind::crash;
    std::uint32_t left = 0;
    std::uint32_t of = 0;
  };
  struct Move {
    Sentence words;
    bool strikes = false;  ///< else it is something that happens by itself
  };

  sim::Decisions decisions;     ///< that led here
  std::vector<Sentence> taken;  ///< each of them in words, with its time
  std::vector<Move> moves;      ///< decision i is the i-th of them; none: the game is over
  std::vector<Refusal> blocked;
  std::vector<Left> budget;
  std::int64_t at_us = 0;  ///< when the next thing happens
  bool won = false;
  Sentence verdict;  ///< won: why the promise is broken
  std::string run;   ///< the name of the run that begins so
  ShownRunPtr board;

  bool over() const { return moves.empty(); }
};
using PositionPtr = std::shared_ptr<const Position>;

/// A decision that cannot be made ends the list there.
PositionPtr position_after(const Level& level, const sim::Decisions& decisions);

}  // namespace locklab::app
