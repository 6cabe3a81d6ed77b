// Machine-readable data in the report of a load or a part of one, and its readers: whole
// histograms, each client's share, the clock, and holds of shared locks.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <variant>
#include <vector>

#include "app/load/stress_result.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// Format versions of a load's report and of the data of a part. Format 1 had durations in
/// microseconds under names that ended in "_ms".
inline constexpr int load_format = 2;
inline constexpr int part_format = 2;

/// Member "shard" of the report of a part.
nlohmann::ordered_json part_json(const StressResult& result);

/// Member "raw" of the report of a whole load: the data behind its figures.
nlohmann::ordered_json raw_json(const StressResult& result);

/// True if the JSON looks like the report of one or several loads.
bool is_load_report(const nlohmann::ordered_json& report);

/// Reads the report of one whole load, as written by stress_json(). The input is untrusted: the
/// first invalid field is the error. Trace windows are not included.
std::variant<StressResult, Sentence> read_load(const nlohmann::ordered_json& report);
/// Reads all loads of a report.
std::variant<std::vector<StressResult>, Sentence> read_loads(const nlohmann::ordered_json& report);

/// Reads the report of a part. The input is untrusted, as in read_load().
std::variant<StressResult, Sentence> read_part(const nlohmann::ordered_json& report);

}  // namespace locklab::app
