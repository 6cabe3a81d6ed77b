// Origin of a load's result: its time, versions, machine and command. Reports show it, so that a
// reader who compares two results can see how their loads differed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace locklab::app {

struct Origin {
  std::int64_t at_us = 0;            ///< since 1970; 0 if unknown
  std::string version;               ///< of locklab
  std::string machine;               ///< "Linux 6.1.0 x86_64, 2 processors (AMD EPYC)"
  std::string command;               ///< as typed; empty if started otherwise
  std::vector<std::string> servers;  ///< Redis version of each: "7.0.15"; empty if unknown
  bool operator==(const Origin&) const = default;
};

}  // namespace locklab::app
