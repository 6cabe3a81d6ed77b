// What a part of a load writes into its report beyond what people read, and how a merge reads it
// back: whole histograms, each client's share, the clock, and holds of shared locks.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <variant>
#include <vector>

#include "app/load/stress_result.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The formats that this version writes and reads: of the report of a load, and of what only a part
/// has. The first ones had durations in microseconds under names in ms.
inline constexpr int load_format = 2;
inline constexpr int part_format = 2;

/// The member "shard" of the report of a part.
nlohmann::ordered_json part_json(const StressResult& result);

/// The member "raw" of the report of a whole load: what its figures were made from.
nlohmann::ordered_json raw_json(const StressResult& result);

/// Whether a file's JSON is the report of a load, or of several.
bool is_load_report(const nlohmann::ordered_json& report);

/// Reads the report of one whole load, as stress_json() wrote it. It is not trusted: what does not
/// fit is told. Trace windows are not in it.
std::variant<StressResult, Sentence> read_load(const nlohmann::ordered_json& report);
/// The same of all loads of a report.
std::variant<std::vector<StressResult>, Sentence> read_loads(const nlohmann::ordered_json& report);

/// Reads the report of a part. It is not trusted: what does not fit is told.
std::variant<StressResult, Sentence> read_part(const nlohmann::ordered_json& report);

}  // namespace locklab::app
