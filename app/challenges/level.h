// A challenge: a lock, what the player may do to it, and the promise that is to be broken. Read
// from assets/challenges/*.toml; its texts are assets/i18n's "challenge.ID.*".
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
  Property goal = Property::mutual_exclusion;
  bool winnable = true;
  std::uint32_t par = 0;  ///< decisions of the shortest solution
  sim::Quest quest;
};

/// `id` is what it will be called; `file` for messages.
std::variant<Level, sim::Problem> read_level(std::string_view text, std::string_view id,
                                             std::string_view file);

/// The program's own, in order; one that cannot be read is left out (tests see to it that there is
/// none).
const std::vector<Level>& levels();

}  // namespace locklab::app
