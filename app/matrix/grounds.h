// The grounds of a matrix cell: variants of the searched scenario. A lock that keeps a promise only
// while its clients are impatient, or while no other client writes, does not keep it. So each cell
// is searched on several grounds, and a promise must hold on all of them.
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
  Sentence meaning;                          ///< how it differs from the plain ground
  std::string_view settings;                 ///< in the syntax of `--set`
  std::optional<std::uint32_t> clients = 2;  ///< nullopt if the settings list the clients
  bool lists_nodes = false;                  ///< whether the settings list the nodes
};

/// The first ground: the searched scenario itself. Its retry delays are fixed, except for locks on
/// several masters.
inline constexpr std::string_view plain_ground = "plain";

/// All grounds, the two plain ones first.
std::vector<Ground> all_grounds();

/// Whether a kind of fault affects a master together with its replica.
bool strikes_masters(std::string_view kind);

/// The grounds on which faults of this kind ("" for none) can show something new about a strategy,
/// in the order of all_grounds().
std::vector<Ground> grounds_for(const Strategy& strategy, std::string_view kind);

}  // namespace locklab::app
