// A small world with random faults, as the text of a scenario file. A failing one can be reduced
// line by line, and run.
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

  /// The tables and lines, which together make a scenario file.
  test::Pieces pieces() const;
  std::string to_toml() const;
};

/// A world with any strategy, one to three clients or a crowd of 20, and up to four faults of any
/// kind, at times or at events. In about half of the worlds the faults meet in one place.
FaultyWorld random_faulty_world(std::uint64_t seed);

/// Tries 200 random worlds. Fails the test at the first for which `wrong_with` returns a text, and
/// reduces it as far as possible.
void try_faulty_worlds(const std::function<std::string(const Scenario&)>& wrong_with);

/// A world, and two more faults at the same time that touch different targets: a client, a node, or
/// the link between two others. The world has no random draws, because the order of the faults
/// would change who draws which number.
struct TwoFaults {
  FaultyWorld world;
  std::string one, other;  ///< of [[fault]] tables
};
TwoFaults random_two_faults(std::uint64_t seed);

}  // namespace locklab::sim
