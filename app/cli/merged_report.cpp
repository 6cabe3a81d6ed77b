#include "app/cli/merged_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <tuple>

#include "app/cli/exit_status.h"
#include "app/cli/explore_report.h"
#include "app/words/generator.h"
#include "sim/trace/json_text.h"
#include "sim/trace/property.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

using Json = nlohmann::ordered_json;

struct ReportPart {
  std::string file;
  Json report;
  unsigned number = 0;
  unsigned of = 0;
};

/// The key of the reports that a merged report was made from, so that it can be merged again.
constexpr const char* part_reports = "part_reports";

/// The field `key`, or null if it is missing.
const Json& field(const Json& object, const char* key) {
  static const Json null;
  const auto found = object.find(key);
  return found == object.end() ? null : *found;
}

/// Whether a value is a count that can be added up.
bool counts(const Json& value) {
  return value.is_number_unsigned() && value.get<std::uint64_t>() <= (std::uint64_t{1} << 53);
}

bool measures(const Json& value) {
  if (!value.is_number()) return false;
  const double number = value.get<double>();
  return std::isfinite(number) && number >= 0 && number <= 1e15;
}

bool is_counterexample(const Json& value) {
  return value.is_object() && field(value, "property").is_string() &&
         sim::property_named(field(value, "property").get<std::string>()) &&
         field(value, "run").is_string() && counts(field(value, "steps"));
}

/// Whether a value is a list of strings, as of property names. Null is accepted: older reports have
/// no such list.
bool are_names(const Json& value) {
  return value.is_null() ||
         (value.is_array() &&
          std::all_of(value.begin(), value.end(), [](const Json& one) { return one.is_string(); }));
}

/// Whether a value is explore's list of strikes. Null is accepted, for the same reason.
bool are_strikes(const Json& value) {
  return value.is_null() ||
         (value.is_array() && std::all_of(value.begin(), value.end(), [](const Json& one) {
            return one.is_object() && field(one, "fault").is_string() &&
                   counts(field(one, "times")) && counts(field(one, "holding")) &&
                   counts(field(one, "acquiring")) && counts(field(one, "releasing"));
          }));
}

/// The reason why a report cannot be merged; empty if it can.
std::string misses(const Json& report) {
  if (!report.is_object()) return "it is not a report of a search";
  for (const char* key : {"strategy", "bounds", "result", "broken", "states", "transitions",
                          "executions", "seconds", "memory_mb"})
    if (!report.contains(key)) return fmt::format("'{}' is missing", key);
  if (!field(report, "strategy").is_string() || !field(report, "bounds").is_object() ||
      !field(report, "broken").is_array() || !are_names(field(report, "not_applicable")) ||
      !are_names(field(report, "unconfirmed")) || !are_strikes(field(report, "struck")))
    return "it is not a report of a search";
  if (!field(field(report, "bounds"), "shard").is_string()) return "'shard' is missing";
  for (const char* key : {"states", "transitions", "executions"})
    if (!counts(field(report, key))) return fmt::format("'{}' is not a valid count", key);
  for (const char* key : {"seconds", "memory_mb"})
    if (!measures(field(report, key))) return fmt::format("'{}' is not a valid number", key);
  const Json& result = field(report, "result");
  if (result != "broken" && result != "holds_within_bounds" && result != "not_applicable" &&
      result != "not_finished" && result != "vacuous")
    return "'result' is not a result of a search";
  const Json& broken = field(report, "broken");
  if (!std::all_of(broken.begin(), broken.end(), is_counterexample))
    return "'broken' holds no counterexamples";
  if ((result == "broken") == broken.empty()) return "'result' and 'broken' contradict each other";
  return {};
}

std::optional<unsigned> number_in(std::string_view text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

bool read_shard(ReportPart& part) {
  const std::string text = part.report["bounds"]["shard"].get<std::string>();
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return false;
  const auto number = number_in(std::string_view(text).substr(0, slash));
  const auto of = number_in(std::string_view(text).substr(slash + 1));
  if (!number || !of) return false;
  part.number = *number;
  part.of = *of;
  return part.number >= 1 && part.number <= part.of;
}

/// The reports in a text: one, or one per line, if several parts print into one file.
std::vector<std::optional<Json>> reports_in(const std::string& text) {
  if (auto whole = parsed(text)) return {std::move(whole)};
  std::vector<std::optional<Json>> all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) all.push_back(parsed(line));
  if (all.empty()) all.emplace_back();
  return all;
}

/// The reports, with each merged one replaced by those it was made from.
std::vector<std::optional<Json>> unmerged(std::vector<std::optional<Json>> reports) {
  std::vector<std::optional<Json>> all;
  for (std::optional<Json>& report : reports) {
    const Json parts = report && report->is_object() ? field(*report, part_reports) : Json();
    if (parts.is_array() && !parts.empty()) {
      all.insert(all.end(), parts.begin(), parts.end());
    } else {
      all.push_back(std::move(report));
    }
  }
  return all;
}

sim::Problem wrong(const std::string& file, const std::string& what, const char* instead) {
  return {file, 0, 0, Sentence::text(what), Sentence::text(instead)};
}

/// The bounds with the shard of a whole search, which are the same for all parts.
Json whole_bounds(const ReportPart& part) {
  Json bounds = part.report["bounds"];
  bounds["shard"] = "1/1";
  return bounds;
}

bool finished(const ReportPart& part) {
  return part.report["result"] != "not_finished" && field(part.report, "exhausted") != false;
}

/// For each part, the report that got furthest: an interrupted part may have been run again.
std::vector<const ReportPart*> furthest(const std::vector<ReportPart>& parts) {
  std::map<unsigned, const ReportPart*> best;
  const auto rank = [](const ReportPart& part) {
    return std::pair(finished(part), part.report["states"].get<std::uint64_t>());
  };
  for (const ReportPart& part : parts) {
    const auto [now, fresh] = best.try_emplace(part.number, &part);
    if (!fresh && rank(*now->second) < rank(part)) now->second = &part;
  }
  std::vector<const ReportPart*> all;
  for (const auto& [number, part] : best) all.push_back(part);
  return all;
}

/// The simplest counterexample of each property, in the order of the properties. Every
/// counterexample counts, even from a part that was run again.
Json simplest_broken(const std::vector<ReportPart>& parts) {
  std::map<std::string, Json> simplest;
  const auto rank = [](const Json& example) {
    const Json& faults = field(example, "faults");
    return std::tuple(counts(faults) ? faults.get<std::uint64_t>() : 0,
                      example["steps"].get<std::uint64_t>(), example["run"].get<std::string>());
  };
  for (const ReportPart& part : parts)
    for (const Json& one : part.report["broken"]) {
      const auto [best, fresh] = simplest.try_emplace(one["property"].get<std::string>(), one);
      if (!fresh && rank(one) < rank(best->second)) best->second = one;
    }
  Json broken = Json::array();
  for (std::size_t i = 0; i < sim::property_count; ++i)
    if (const auto one = simplest.find(std::string(name(static_cast<sim::Property>(i))));
        one != simplest.end())
      broken.push_back(one->second);
  return broken;
}

/// The properties that were applicable in no part.
Json never_applicable(const std::vector<const ReportPart*>& parts) {
  std::optional<std::vector<std::string>> all;
  for (const ReportPart* part : parts) {
    std::vector<std::string> names;
    for (const Json& one : field(part->report, "not_applicable"))
      names.push_back(one.get<std::string>());
    if (!all) {
      all = names;
      continue;
    }
    std::erase_if(*all, [&](const std::string& one) {
      return std::find(names.begin(), names.end(), one) == names.end();
    });
  }
  return Json(all.value_or(std::vector<std::string>{}));
}

/// The `not_searched` entries of all parts, each once.
Json all_not_searched(const std::vector<const ReportPart*>& parts) {
  std::set<std::string> all;
  for (const ReportPart* part : parts)
    for (const Json& one : field(part->report, "not_searched"))
      if (one.is_string()) all.insert(one.get<std::string>());
  return Json(all);
}

/// The properties whose counterexample some part could not replay, unless another one is known.
Json all_unconfirmed(const std::vector<ReportPart>& parts, const Json& broken) {
  Json all = Json::array();
  const auto has = [](const Json& list, const auto& accepts) {
    return std::any_of(list.begin(), list.end(), accepts);
  };
  for (const ReportPart& part : parts)
    for (const Json& name : field(part.report, "unconfirmed"))
      if (!has(all, [&](const Json& known) { return known == name; }) &&
          !has(broken, [&](const Json& example) { return example["property"] == name; }))
        all.push_back(name);
  return all;
}

/// The strikes of all parts, added up for each kind of fault.
Json all_struck(const std::vector<const ReportPart*>& parts) {
  Json all = Json::array();
  for (const ReportPart* part : parts)
    for (const Json& one : field(part->report, "struck")) {
      const auto same = std::find_if(all.begin(), all.end(), [&](const Json& known) {
        return known["fault"] == one["fault"];
      });
      if (same == all.end()) {
        all.push_back(one);
        continue;
      }
      for (const char* key : {"times", "holding", "acquiring", "releasing"})
        (*same)[key] = (*same)[key].get<std::uint64_t>() + one[key].get<std::uint64_t>();
    }
  return all;
}

/// The wanted properties that are neither broken nor inapplicable.
Json the_rest(const ReportPart& part, const Json& broken, const Json& not_applicable) {
  Json rest = Json::array();
  for (const Json& one : field(part.report["bounds"], "properties")) {
    const bool is_broken = std::any_of(broken.begin(), broken.end(), [&](const Json& example) {
      return example["property"] == one;
    });
    if (!is_broken &&
        std::find(not_applicable.begin(), not_applicable.end(), one) == not_applicable.end())
      rest.push_back(one);
  }
  return rest;
}

/// Whether none of the wanted properties was applicable.
bool all_inapplicable(const ReportPart& part, const Json& not_applicable) {
  const Json& wanted = field(part.report["bounds"], "properties");
  return wanted.is_array() && !wanted.empty() && wanted.size() == not_applicable.size();
}

/// All reports of the parts, without duplicates.
Json reports_of(const std::vector<ReportPart>& parts) {
  Json all = Json::array();
  for (const ReportPart& part : parts)
    if (std::find(all.begin(), all.end(), part.report) == all.end()) all.push_back(part.report);
  return all;
}

MergedReport merged(const std::vector<ReportPart>& parts) {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t executions = 0;
  double memory = 0;
  double seconds = 0;
  bool all_finished = true;
  const std::vector<const ReportPart*> counted = furthest(parts);
  for (const ReportPart* part : counted) {
    all_finished = all_finished && finished(*part);
    states += part->report["states"].get<std::uint64_t>();
    transitions += part->report["transitions"].get<std::uint64_t>();
    executions += part->report["executions"].get<std::uint64_t>();
    memory += part->report["memory_mb"].get<double>();
    seconds = std::max(seconds, part->report["seconds"].get<double>());
  }
  const ReportPart& any = parts.front();
  const Json broken = simplest_broken(parts);
  const Json not_applicable = never_applicable(counted);
  const bool complete = counted.size() == any.of && all_finished;
  const Json struck = all_struck(counted);
  const bool nothing_shown =
      broken.empty() && !struck.empty() && vacuous_json(struck).size() == struck.size();
  const Json rest = the_rest(any, broken, not_applicable);
  const Json first = broken.empty() ? Json() : broken.front();
  const auto of_first = [&](const char* key) { return first.is_null() ? Json() : first[key]; };
  const char* const result = !broken.empty()                         ? "broken"
                             : !complete                             ? "not_finished"
                             : all_inapplicable(any, not_applicable) ? "not_applicable"
                             : nothing_shown                         ? "vacuous"
                                                                     : "holds_within_bounds";
  const bool settled = complete && !nothing_shown;
  const Json whole{{"generator", generator},
                   {"strategy", any.report["strategy"]},
                   {"bounds", whole_bounds(any)},
                   {"result", result},
                   {"exhausted", complete},
                   {"not_searched", all_not_searched(counted)},
                   {"property", of_first("property")},
                   {"run", of_first("run")},
                   {"steps", of_first("steps")},
                   {"broken", broken},
                   {"holds", settled ? rest : Json::array()},
                   {"unsettled", settled ? Json::array() : rest},
                   {"not_applicable", not_applicable},
                   {"unconfirmed", all_unconfirmed(parts, broken)},
                   {"struck", struck},
                   {"vacuous", vacuous_json(struck)},
                   {"parts", fmt::format("{} of {}", counted.size(), any.of)},
                   {"states", states},
                   {"transitions", transitions},
                   {"executions", executions},
                   {"seconds", seconds},
                   {"states_per_s", seconds > 0 ? static_cast<double>(states) / seconds : 0},
                   {"memory_mb", memory},
                   {part_reports, reports_of(parts)}};
  const int status = !broken.empty() ? exit_not_as_expected
                     : settled       ? exit_as_expected
                                     : exit_not_finished;
  return {json_text(whole), status};
}

}  // namespace

std::optional<Json> parsed(const std::string& text) {
  constexpr int deepest = 16;
  auto json = read_json(text, deepest);
  if (json.is_discarded()) return std::nullopt;
  return json;
}

std::variant<MergedReport, sim::Problem> merge_reports(const std::vector<ReportFile>& files) {
  constexpr const char* write_it = "write it with locklab explore --format json";
  std::vector<ReportPart> parts;
  for (const ReportFile& file : files)
    for (std::optional<Json>& report : unmerged(reports_in(file.text))) {
      if (!report) return wrong(file.name, "it is not JSON", write_it);
      if (report->is_object() && report->contains("parts"))
        return wrong(file.name, "it is a merged report without the reports of its parts",
                     "merge those reports themselves");
      if (const std::string missing = misses(*report); !missing.empty())
        return wrong(file.name, missing, write_it);
      ReportPart part{file.name, std::move(*report), 0, 0};
      if (!read_shard(part))
        return wrong(file.name, "its shard is not valid",
                     "write it with locklab explore --shard 2/8");
      const bool other = !parts.empty() && (part.of != parts.front().of ||
                                            whole_bounds(part) != whole_bounds(parts.front()));
      if (other)
        return wrong(file.name,
                     fmt::format("it belongs to another search than {}", parts.front().file),
                     "merge the parts of one search");
      parts.push_back(std::move(part));
    }
  if (parts.empty()) return wrong("merge", "the files contain no reports", write_it);
  return merged(parts);
}

}  // namespace locklab::app
