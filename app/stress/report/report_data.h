// Reports of loads for other programs: JSON with everything, and CSV with one row per second.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/load/stress_result.h"

namespace locklab::app {

/// Report as one JSON object; several loads are in its "loads".
std::string stress_json(const std::vector<StressResult>& results);
/// Options of a load; equal for all parts of one load.
nlohmann::ordered_json work_json(const StressWork& work);
/// Report as CSV: a row for each second of each load, and one for its total.
std::string stress_csv(const std::vector<StressResult>& results);

}  // namespace locklab::app
