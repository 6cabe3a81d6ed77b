// A small world in which things go wrong by chance, as the text of a scenario file: what is found
// wrong with it can be taken apart line by line, and be run by hand.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/scenario/scenario.h"
#include "tests/support/fuzzing.h"

namespace locklab::sim {

struct FaultyWorld {
  std::vector<std::string> settings;  ///< top-level lines
  std::vector<std::string> nodes;     ///< of [[node]] tables
  std::vector<std::string> clients;   ///< of [[client]] tables
  std::vector<std::string> faults;    ///< of [[fault]] tables

  /// The tables and lines, which make a scenario file together.
  test::Pieces pieces() const;
  std::string to_toml() const;
};

/// Any strategy, one to three clients, up to four faults of any kind, at times or at events; every
/// other time they meet in one place.
FaultyWorld random_faulty_world(std::uint64_t seed);

/// Fails the test at the first random world with which something is wrong, by `wrong_with` (empty:
/// nothing), made as small as it can be. 400 of them, or LOCKLAB_FAULTY_WORLDS.
void try_faulty_worlds(const std::function<std::string(const Scenario&)>& wrong_with);

/// A world, and two more faults that strike it at the same moment and touch different things: a
/// client, a node, or the link between two others. No chance is left in it: what is drawn first
/// would be drawn by another.
struct TwoFaults {
  FaultyWorld world;
  std::string one, other;  ///< of [[fault]] tables
};
TwoFaults random_two_faults(std::uint64_t seed);

}  // namespace locklab::sim
