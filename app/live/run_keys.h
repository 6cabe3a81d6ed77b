// The keys that a live run of a scenario may write: the locks of its clients and of their programs'
// steps, the strategies' sibling keys, and the resource's counter if the strategy changes it on the
// server.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/scenario/scenario.h"

namespace locklab::app {

/// The sibling keys that strategies keep for a lock.
std::vector<std::string> keys_beside(const std::string& lock);

/// The key of one of many locks: "locklab:stress:5f0c:{7}". The hash tag lets its sibling keys
/// begin with the same text.
std::string numbered_lock(const std::string& prefix, std::uint64_t number);

/// Every key that the scenario may write.
std::vector<std::string> keys_of(const sim::Scenario& scenario);

}  // namespace locklab::app
