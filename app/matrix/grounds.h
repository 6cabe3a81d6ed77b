// The grounds that a cell of the matrix stands on. A lock that keeps a promise only while its
// clients are impatient, or while nobody else writes, does not keep it: each cell is searched in
// several worlds, and is good only if all of them are.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "lock/strategy.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

struct Ground {
  std::string_view id;                       ///< "patient"
  Sentence meaning;                          ///< how it differs from the plain one
  std::string_view settings;                 ///< as `--set` takes them
  std::optional<std::uint32_t> clients = 2;  ///< none: the settings list them
  bool lists_nodes = false;                  ///< in its settings
};

/// The first of all grounds: the scenario that is searched, with even pauses.
inline constexpr std::string_view plain_ground = "plain";

/// Every ground, the plain one first.
std::vector<Ground> all_grounds();

/// Whether a kind of fault strikes a master and its replica.
bool strikes_masters(std::string_view kind);

/// The grounds on which faults of this kind ("" for none) can show something new about a strategy,
/// in the same order.
std::vector<Ground> grounds_for(const Strategy& strategy, std::string_view kind);

}  // namespace locklab::app
