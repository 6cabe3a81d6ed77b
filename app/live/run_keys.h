// The keys that a live run of a scenario may write: the locks of its clients and of the steps of
// their programs, and what the strategies keep beside them.
#pragma once

#include <string>
#include <vector>

#include "sim/scenario/scenario.h"

namespace locklab::app {

/// Every lock that a client of the scenario may ask for, each once.
std::vector<std::string> locks_of(const sim::Scenario& scenario);

/// What strategies keep beside the key of a lock.
std::vector<std::string> keys_beside(const std::string& lock);

/// Every key that the scenario may write.
std::vector<std::string> keys_of(const sim::Scenario& scenario);

}  // namespace locklab::app
