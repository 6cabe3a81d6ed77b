// `locklab merge`: the parts of a search (`locklab explore --shard I/N --format json`), put
// together as if one machine had made it.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/cli/commands.h"
#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "sim/trace/whole_file.h"

namespace locklab::app {

namespace {

using Json = nlohmann::ordered_json;

struct Part {
  std::string file;
  Json report;
  unsigned number = 0;
  unsigned of = 0;
};

/// What a report must have to be merged. Empty: it has.
std::string misses(const Json& report) {
  if (!report.is_object()) return "it is no report of a search";
  for (const char* key : {"strategy", "bounds", "result", "broken", "states", "transitions",
                          "executions", "seconds", "memory_mb"})
    if (!report.contains(key)) return fmt::format("'{}' is missing", key);
  if (!report["bounds"].is_object() || !report["bounds"]["shard"].is_string() ||
      !report["broken"].is_array())
    return "it is no report of a search";
  for (const char* key : {"states", "transitions", "executions", "seconds", "memory_mb"})
    if (!report[key].is_number() || report[key].get<double>() < 0)
      return fmt::format("'{}' is no number", key);
  const Json& result = report["result"];
  if (result != "broken" && result != "holds_within_bounds" && result != "not_finished")
    return "'result' is none";
  for (const Json& one : report["broken"])
    if (!one.is_object() || !one.contains("property") || !one.contains("run") ||
        !one.contains("steps") || !one["property"].is_string() || !one["run"].is_string() ||
        !one["steps"].is_number_unsigned())
      return "'broken' holds no counterexamples";
  return {};
}

bool read_shard(Part& part) {
  const std::string text = part.report["bounds"]["shard"].get<std::string>();
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return false;
  part.number = static_cast<unsigned>(std::atoi(text.c_str()));
  part.of = static_cast<unsigned>(std::atoi(text.c_str() + slash + 1));
  return part.number >= 1 && part.number <= part.of;
}

/// A report, or a report a line, as several parts print them into one file.
std::vector<Json> reports_in(const std::string& text) {
  Json whole = Json::parse(text, nullptr, false);
  std::vector<Json> all;
  if (whole.is_discarded()) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
      if (!line.empty()) all.push_back(Json::parse(line, nullptr, false));
  }
  if (all.empty()) all.push_back(std::move(whole));
  return all;
}

int refuse(const std::string& file, const std::string& why, const char* instead) {
  complain(fmt::format("{}: {}; {}", file, why, instead));
  return exit_bad_input;
}

/// The bounds without the part.
Json whole_bounds(const Part& part) {
  Json bounds = part.report["bounds"];
  bounds["shard"] = "1/1";
  return bounds;
}

/// Of each part the report that got furthest: one that was interrupted may have been made again.
std::vector<const Part*> furthest(const std::vector<Part>& parts) {
  std::map<unsigned, const Part*> best;
  const auto rank = [](const Part& part) {
    return std::pair(part.report["result"] != "not_finished", part.report["states"].get<double>());
  };
  for (const Part& part : parts) {
    const auto [now, fresh] = best.try_emplace(part.number, &part);
    if (!fresh && rank(*now->second) < rank(part)) now->second = &part;
  }
  std::vector<const Part*> all;
  for (const auto& [number, part] : best) all.push_back(part);
  return all;
}

Json merged(const std::vector<Part>& parts) {
  std::map<std::string, Json> shortest;  // by property
  bool all_hold = true;
  double states = 0;
  double transitions = 0;
  double executions = 0;
  double memory = 0;
  double seconds = 0;
  const std::vector<const Part*> counted = furthest(parts);
  for (const Part* part : counted) {
    all_hold = all_hold && part->report["result"] == "holds_within_bounds";
    states += part->report["states"].get<double>();
    transitions += part->report["transitions"].get<double>();
    executions += part->report["executions"].get<double>();
    memory += part->report["memory_mb"].get<double>();
    seconds = std::max(seconds, part->report["seconds"].get<double>());
  }
  for (const Part& part : parts) {  // whatever was found is found
    for (const Json& one : part.report["broken"]) {
      const auto [best, fresh] = shortest.try_emplace(one["property"].get<std::string>(), one);
      const auto rank = [](const Json& example) {
        return std::pair(example["steps"].get<std::uint64_t>(), example["run"].get<std::string>());
      };
      if (!fresh && rank(one) < rank(best->second)) best->second = one;
    }
  }
  Json broken = Json::array();
  for (std::size_t i = 0; i < property_count; ++i)
    if (const auto one = shortest.find(std::string(name(static_cast<Property>(i))));
        one != shortest.end())
      broken.push_back(one->second);
  const bool complete = counted.size() == parts.front().of;
  const Json first = broken.empty() ? Json() : broken.front();
  const auto of_first = [&](const char* key) { return first.is_null() ? Json() : first[key]; };
  const auto whole = [](double number) { return static_cast<std::uint64_t>(number); };
  return {{"strategy", parts.front().report["strategy"]},
          {"bounds", whole_bounds(parts.front())},
          {"result", !broken.empty()        ? "broken"
                     : complete && all_hold ? "holds_within_bounds"
                                            : "not_finished"},
          {"property", of_first("property")},
          {"run", of_first("run")},
          {"steps", of_first("steps")},
          {"broken", broken},
          {"parts", fmt::format("{} of {}", counted.size(), parts.front().of)},
          {"states", whole(states)},
          {"transitions", whole(transitions)},
          {"executions", whole(executions)},
          {"seconds", seconds},
          {"states_per_s", seconds > 0 ? states / seconds : 0},
          {"memory_mb", memory}};
}

}  // namespace

int merge_command(const MergeOptions& options) {
  std::vector<Part> parts;
  for (const std::string& file : options.files) {
    const auto text = sim::read_whole(file);
    if (const auto* problem = std::get_if<sim::Problem>(&text)) {
      complain(sim::to_string(*problem));
      return exit_bad_input;
    }
    for (Json& report : reports_in(std::get<std::string>(text))) {
      Part part{file, std::move(report), 0, 0};
      if (part.report.is_discarded())
        return refuse(file, "it is no JSON", "write it with locklab explore --format json");
      if (const std::string missing = misses(part.report); !missing.empty())
        return refuse(file, missing, "write it with locklab explore --format json");
      if (!read_shard(part))
        return refuse(file, "its part is none", "write it with locklab explore --shard 2/8");
      if (!parts.empty() &&
          (part.of != parts.front().of || whole_bounds(part) != whole_bounds(parts.front())))
        return refuse(file,
                      fmt::format("it is a part of another search than {}", parts.front().file),
                      "merge the parts of one search");
      parts.push_back(std::move(part));
    }
  }
  const Json whole = merged(parts);
  print(whole.dump() + "\n");
  return whole["broken"].empty() ? exit_as_expected : exit_not_as_expected;
}

}  // namespace locklab::app
