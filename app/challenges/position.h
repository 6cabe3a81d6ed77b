// The position in a challenge, with everything that the window shows of it. It is rebuilt from the
// level's start after every move, since that takes less than a frame.
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
  /// The lanes of the board that a move concerns; no_lane if none.
  struct Place {
    std::uint16_t client = no_lane;
    std::uint16_t node = no_lane;
    bool is_at(std::uint16_t lane) const { return client == lane || node == lane; }
  };
  struct Move {
    Sentence words;
    bool strikes = false;  ///< injects a fault; otherwise the event happens by itself
    bool choice = false;   ///< counts as a choice: there is an alternative move
    Place place;
    StrikeOption option = {};  ///< size of a clock jump or drift; see strike_option()
  };
  struct Blocked {
    Refusal words;
    Place place;
  };
  /// A message in flight.
  struct Flight {
    std::uint16_t client = no_lane;
    std::uint16_t node = no_lane;
    bool reply = false;
    Sentence cargo;                     ///< "SET lock 7f3a… NX PX 50", "OK"
    std::optional<std::uint32_t> move;  ///< the move that delivers it
    std::size_t blocked = 0;  ///< if there is no such move: index of the reason in `blocked`
  };
  static constexpr std::uint16_t no_lane = 0xffff;

  sim::Decisions decisions;     ///< leading to this position
  std::vector<Sentence> taken;  ///< each decision in words, with its time
  std::uint32_t choices = 0;    ///< decisions with an alternative, which determine the stars
  std::vector<Move> moves;      ///< decision i chooses moves[i]; empty if the game is over
  std::vector<Blocked> blocked;
  std::vector<Flight> flights;
  std::vector<Sentence> doing;  ///< by client: "alice waits for n1's reply to SET"
  std::vector<Left> budget;
  std::int64_t at_us = 0;  ///< time of the next event; of the end if the game is over
  bool won = false;
  Sentence verdict;  ///< if won: why the promise broke
  std::string run;   ///< name of the run that begins with these decisions
  ShownRunPtr board;

  bool over() const { return moves.empty(); }
};
using PositionPtr = std::shared_ptr<const Position>;

/// Plays the decisions from the start, up to the first that is impossible.
PositionPtr position_after(const Level& level, const sim::Decisions& decisions);

}  // namespace locklab::app
