// The position in a challenge, with everything that the window shows of it. It is rebuilt from the
// level's start after every move, since a run takes less than a frame.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "app/challenges/level.h"
#include "app/challenges/move_words.h"
#include "app/challenges/reasons.h"
#include "app/timeline/shown_run.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

struct Position {
  struct Left {
    sim::StrikeKind kind = sim::StrikeKind::crash;
    std::uint32_t left = 0;
    std::uint32_t of = 0;
  };
  /// What a move is about, in lanes of the board; no_lane: nothing there.
  struct Place {
    std::uint16_t client = no_lane;
    std::uint16_t node = no_lane;
    bool is_at(std::uint16_t lane) const { return client == lane || node == lane; }
  };
  struct Move {
    Sentence words;
    bool strikes = false;  ///< injects a fault; otherwise the event happens by itself
    bool choice = false;   ///< counts: another move is possible in its place
    Place place;
    StrikeOption option = {};  ///< strikes of one group differ in nothing else
  };
  struct Blocked {
    Refusal words;
    Place place;
  };
  /// A message that is on its way.
  struct Flight {
    std::uint16_t client = no_lane;
    std::uint16_t node = no_lane;
    bool reply = false;
    Sentence cargo;                     ///< "SET lock 7f3a… NX PX 50", "OK"
    std::optional<std::uint32_t> move;  ///< that delivers it
    std::size_t blocked = 0;            ///< without one: why none does
  };
  static constexpr std::uint16_t no_lane = 0xffff;

  sim::Decisions decisions;     ///< that led to this position
  std::vector<Sentence> taken;  ///< each decision in words, with its time
  std::uint32_t choices = 0;    ///< decisions that had an alternative: what stars are given for
  std::vector<Move> moves;      ///< decision i chooses moves[i]; empty: the game is over
  std::vector<Blocked> blocked;
  std::vector<Flight> flights;
  std::vector<Sentence> doing;  ///< by client: "alice waits for n1's reply to SET"
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
