// A lock with one defect: its own code, but for a piece of one line. The tables beside this file
// name them; mutate.cmake writes them down when the tests are built.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lock/strategy.h"
#include "sim/trace/property.h"

namespace locklab::sim {

struct Mutant {
  std::string_view name;
  std::string_view lock;           ///< the strategy that it is one of
  std::string_view file;           ///< where the defect is
  std::string_view line, becomes;  ///< the piece as it is, and as it should not be
  Property breaks;                 ///< what it breaks, and its lock keeps, within these bounds
  std::string_view faults;         ///< the budget
  std::string_view set;            ///< further settings
  std::uint32_t clients, nodes, rounds;  ///< 0: the usual number

  const Strategy* faulty;  ///< the lock with its defect
};

// In two parts, which are compiled side by side.
std::vector<Mutant> mutants_0();
std::vector<Mutant> mutants_1();

}  // namespace locklab::sim
