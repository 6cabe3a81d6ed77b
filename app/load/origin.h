// Where and when a load was made: without that its figures cannot be told from those of another
// day or machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace locklab::app {

struct Origin {
  std::int64_t at_us = 0;            ///< since 1970; 0: unknown
  std::string version;               ///< of the lab
  std::string machine;               ///< "Linux 6.1.0 x86_64, 2 processors (AMD EPYC)"
  std::string command;               ///< empty: none was typed
  std::vector<std::string> servers;  ///< the version of each: "7.0.15"
  bool operator==(const Origin&) const = default;
};

}  // namespace locklab::app
