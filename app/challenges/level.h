// A challenge: a lock, the faults that a player may inject, and the promise to break. Read from
// assets/challenges/*.toml; its texts are "challenge.ID.*" in assets/i18n.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/explore/explore.h"
#include "sim/game/solve.h"

namespace locklab::app {

struct Level {
  std::string id;  ///< "long_pause": the file's name without its number
  sim::Property goal = sim::Property::mutual_exclusion;
  bool winnable = true;
  std::uint32_t par = 0;  ///< the fewest choices with which it can be won; 0 if it cannot be won
  sim::SearchSpec spec;
};

/// Reads a level; `file` names the source in messages.
std::variant<Level, sim::Problem> read_level(std::string_view text, std::string_view id,
                                             std::string_view file);

/// The levels shipped with the program, in order. Unreadable levels are omitted; tests make sure
/// that there are none.
const std::vector<Level>& levels();

}  // namespace locklab::app
