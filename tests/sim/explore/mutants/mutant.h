// A lock with one defect: its own code with a piece of one line replaced. The tables in this folder
// list the mutants; mutate.cmake writes their sources when the tests are built.
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
  std::string_view lock;           ///< id of the correct strategy
  std::string_view file;           ///< source file with the defect
  std::string_view line, becomes;  ///< the piece as it is, and its replacement
  Property breaks;                 ///< broken by the mutant, kept by its lock, within these bounds
  std::string_view faults;         ///< budget of the search
  std::string_view set;            ///< further settings
  std::uint32_t clients, nodes, rounds;  ///< 0: the default

  const Strategy* faulty;  ///< the lock with its defect
};

// Two halves, compiled in parallel.
std::vector<Mutant> mutants_0();
std::vector<Mutant> mutants_1();

}  // namespace locklab::sim
