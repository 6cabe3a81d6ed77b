// The keys that a live run of a scenario may write: the locks of its clients and of the steps of
// their programs, and what the strategies keep beside them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/scenario/scenario.h"

namespace locklab::app {

/// Every lock that a client of the scenario may ask for, each once.
std::vector<std::string> locks_of(const sim::Scenario& scenario);

/// What strategies keep beside the key of a lock.
std::vector<std::string> keys_beside(const std::string& lock);

/// One of many locks: "locklab:stress:5f0c:{7}". Its hash tag lets what stands beside it begin as
/// it does.
std::string numbered_lock(const std::string& prefix, std::uint64_t number);

/// Every key that the scenario may write.
std::vector<std::string> keys_of(const sim::Scenario& scenario);

}  // namespace locklab::app
