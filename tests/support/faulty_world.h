// A small world in which things go wrong by chance, as the text of a scenario file: what is found
// wrong with it can be taken apart line by line, and be run by hand.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/world/dice.h"

namespace locklab::sim {

struct FaultyWorld {
  std::vector<std::string> settings;  ///< top-level lines
  std::vector<std::string> nodes;     ///< of [[node]] tables
  std::vector<std::string> clients;   ///< of [[client]] tables
  std::vector<std::string> faults;    ///< of [[fault]] tables

  std::string to_toml() const;
};

/// Any strategy, one to three clients, up to three faults of any kind, at times or at events.
FaultyWorld random_faulty_world(std::uint64_t seed);

/// The smallest world that can be made of `world` by leaving lines out, and still fails.
FaultyWorld shrink(FaultyWorld world, const std::function<bool(const FaultyWorld&)>& fails);

}  // namespace locklab::sim
