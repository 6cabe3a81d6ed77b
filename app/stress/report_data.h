// What a load has shown, for other programs: JSON with everything, and CSV with a line a second.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/load/stress_result.h"

namespace locklab::app {

/// One JSON object; of several loads, in "loads".
std::string stress_json(const std::vector<StressResult>& results);
/// What was asked for. Parts of one load have the same.
nlohmann::ordered_json work_json(const StressWork& work);
/// A line for each second of each load, and one for its total.
std::string stress_csv(const std::vector<StressResult>& results);

}  // namespace locklab::app
