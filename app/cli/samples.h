// The figures of a report of a benchmark or of a load, each with its samples: one of every run, or
// of every second where there was one run.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <variant>
#include <vector>

#include "sim/trace/sentence.h"

namespace locklab::app {

struct Samples {
  std::map<std::string, std::vector<double>> figures;  ///< by name: "measures pool 64 locks_per_s"
  /// Of a load that ran once its seconds are the samples. They resemble their neighbours, so that
  /// they show less than as many runs would.
  bool seconds = false;
  std::map<std::string, std::string> work;  ///< of each load: what was asked for
  std::map<std::string, std::size_t> runs;  ///< of each load: how often it was made
  std::string made;                         ///< with which machine and which Redis; empty: unknown
  /// Of loads that ended early: how. Their figures are of less than what was asked for.
  std::vector<std::string> interrupted;
  std::vector<std::string> troubled;

  /// Gives the only load of this report another label.
  void call_it(const std::string& label);
};

/// Reads the samples of a report, or says why it has none.
std::variant<Samples, Sentence> samples_in(const nlohmann::ordered_json& report);

/// The same with the seconds of each load's only run.
std::variant<Samples, Sentence> seconds_in(const nlohmann::ordered_json& report);

}  // namespace locklab::app
