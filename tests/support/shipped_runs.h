// The names of all runs that are shipped.
#pragma once

#include <string>
#include <vector>

#include "sim/scenario/library.h"

namespace locklab::sim {

/// Every scenario of the library as "name", and every variation as "name/variation".
inline std::vector<std::string> shipped_runs(const Library& library = Library()) {
  std::vector<std::string> names;
  for (const ScenarioEntry& entry : library.list()) {
    names.push_back(entry.name);
    for (const VariationName& variation : entry.variations)
      names.push_back(entry.name + "/" + variation.name);
  }
  return names;
}

}  // namespace locklab::sim
