// The position in a challenge, with everything that the window shows of it. It is rebuilt from the
// level's start after every move, since a run takes less than a frame.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "app/challenges/level.h"
#include "app/challenges/move_words.h"
#include "app/timeline/shown_run.h"
#include "app/words/sentence.h"

namespace locklab::app {

struct Position {
  struct Left {
    sim::StrikeKind kind = sim::StrikeKind::crash;
    std::uint32_t left = 0;
    std::uint32_t of = 0;
  };
  struct Move {
    Sentence words;
    bool strikes = false;  ///< injects a fault; otherwise the event happens by itself
  };

  sim::Decisions decisions;     ///< that led to this position
  std::vector<Sentence> taken;  ///< each decision in words, with its time
  std::vector<Move> moves;      ///< decision i chooses moves[i]; empty: the game is over
  std::vector<Refusal> blocked;
  std::vector<Left> budget;
  std::int64_t at_us = 0;  ///< time of the next event
  bool won = false;
  Sentence verdict;  ///< if won: why the promise is broken
  std::string run;   ///< name of the run that begins with these decisions
  ShownRunPtr board;

  bool over() const { return moves.empty(); }
};
using PositionPtr = std::shared_ptr<const Position>;

/// Plays the decisions from the start, up to the first that is not possible.
PositionPtr position_after(const Level& level, const sim::Decisions& decisions);

}  // namespace locklab::app
