#include "app/cli/samples.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "app/stress/lock_setting.h"
#include "app/stress/part_file.h"
#include "app/words/display_text.h"
#include "lock/strategy.h"

namespace locklab::app {

namespace {

using Json = nlohmann::ordered_json;

const Json& field(const Json& object, const char* key) {
  static const Json null;
  if (!object.is_object()) return null;
  const auto found = object.find(key);
  return found == object.end() ? null : *found;
}

/// What tells an element of a list from the others: "pool 64".
std::string name_of(const Json& element, std::size_t number) {
  std::string name;
  for (const char* key : {"what", "path", "name", "strategy", "server"})
    if (const Json& text = field(element, key); text.is_string()) {
      name = printable(text.get<std::string>());
      break;
    }
  if (name.empty()) return std::to_string(number + 1);
  if (const Json& clients = field(element, "clients"); clients.is_number_unsigned())
    name += " " + std::to_string(clients.get<std::uint64_t>());
  return name;
}

/// Every number of a run under its path. What is an aim and not a figure is left out.
void collect(const Json& value, const std::string& path, Samples& to) {
  if (value.is_number()) {
    const double number = value.get<double>();
    if (std::isfinite(number)) to.figures[path].push_back(number);
    return;
  }
  const std::string begin = path.empty() ? "" : path + " ";
  if (value.is_object()) {
    for (const auto& [key, inner] : value.items())
      if (!key.starts_with("aim_")) collect(inner, begin + printable(key), to);
    return;
  }
  if (!value.is_array()) return;
  for (std::size_t i = 0; i < value.size(); ++i)
    if (value[i].is_object()) collect(value[i], begin + name_of(value[i], i), to);
}

std::vector<const Json*> loads_in(const Json& report) {
  std::vector<const Json*> loads;
  if (const Json& several = field(report, "loads"); several.is_array()) {
    for (const Json& load : several) loads.push_back(&load);
  } else {
    loads.push_back(&report);
  }
  return loads;
}

/// As StressWork::label() names it.
std::string label_of(const Json& load) {
  const Json& work = field(load, "work");
  const Json& strategy = field(work, "strategy");
  std::string label = strategy.is_string() ? printable(strategy.get<std::string>()) : "?";
  if (const Json& fsync = field(work, "appendfsync"); fsync.is_string() && fsync != "off")
    label.append(" (fsync ").append(printable(fsync.get<std::string>())).append(")");
  return label;
}

/// Settings as they are written now: the first format had durations in microseconds, and words and
/// flags as numbers.
Json work_of(const Json& load) {
  Json work = field(load, "work");
  const Json& strategy = field(work, "strategy");
  if (load.contains("format") || !strategy.is_string() || !field(work, "settings").is_object())
    return work;
  if (const Strategy* known = find_strategy(strategy.get<std::string>()))
    for (auto& [name, value] : work["settings"].items()) {
      const Switch* one = load_switch(*known, name);
      if (!one || !value.is_number_integer()) continue;
      const auto number = value.get<std::int64_t>();
      const auto words = static_cast<std::int64_t>(one->words.size());
      if (one->type != SwitchType::choice || (number >= 0 && number < words))
        value = setting_json(*one, number);
    }
  return work;
}

/// The machine, and each version of Redis once: that there are more servers is told by the options.
std::string made_with(const Json& made) {
  if (!made.is_object()) return {};
  const auto text = [](const Json& value) {
    return value.is_string() ? printable(value.get<std::string>()) : std::string("?");
  };
  std::set<std::string> versions;
  if (const Json& redis = field(made, "redis"); redis.is_array())
    for (const Json& version : redis) versions.insert(text(version));
  std::string all = text(field(made, "machine"));
  for (const std::string& version : versions) all += ", Redis " + version;
  return all;
}

void note_work(const Json& load, const std::string& label, Samples& to) {
  ++to.runs[label];
  to.work[label] = work_of(load).dump(-1, ' ', false, Json::error_handler_t::replace);
  if (const std::string made = made_with(field(load, "made")); !made.empty()) to.made = made;
  if (const Json& problem = field(load, "problem"); problem.is_string())
    to.troubled.push_back(fmt::format("{}: {}", label, printable(problem.get<std::string>())));
  if (field(load, "interrupted") == true) to.interrupted.push_back(label);
}

Samples samples_of_loads(const Json& report) {
  Samples samples;
  for (const Json* load : loads_in(report)) {
    const std::string label = label_of(*load);
    note_work(*load, label, samples);
    const auto take = [&](const Json& value, const std::string& name) {
      if (value.is_number())
        samples.figures[fmt::format("{} {}", label, name)].push_back(value.get<double>());
    };
    take(field(*load, "locks_per_s"), "locks_per_s");
    take(field(*load, "decisions_per_s"), "decisions_per_s");
    take(field(field(*load, "limit"), "share_percent"), "share_percent");
    for (const char* what : {"acquire", "hold", "release", "hand_over"})
      for (const char* part : {"p50_us", "p90_us", "p99_us", "p999_us"})
        take(field(field(field(*load, "latency"), what), part), std::string(what) + " " + part);
    take(field(*load, "fairness"), "fairness");
  }
  return samples;
}

}  // namespace

void Samples::call_it(const std::string& label) {
  const std::string before = work.begin()->first;
  std::map<std::string, std::vector<double>> renamed;
  for (auto& [name, values] : figures)
    renamed[label + name.substr(before.size())] = std::move(values);
  figures = std::move(renamed);
  work = {{label, work.begin()->second}};
  runs = {{label, runs.begin()->second}};
}

std::variant<Samples, Sentence> samples_in(const nlohmann::ordered_json& report) {
  if (!report.is_object()) return say("it is not a report of a benchmark or of a load");
  if (is_load_report(report)) return samples_of_loads(report);
  Samples samples;
  if (const Json& runs = field(report, "runs"); runs.is_array()) {
    for (const Json& run : runs) collect(run, "", samples);
  } else {
    collect(report, "", samples);
  }
  if (samples.figures.empty()) return say("it holds no figures");
  return samples;
}

std::variant<Samples, Sentence> seconds_in(const nlohmann::ordered_json& report) {
  if (!is_load_report(report)) return say("it is not the report of a load");
  Samples samples;
  samples.seconds = true;
  for (const Json* load : loads_in(report)) {
    const std::string label = label_of(*load);
    note_work(*load, label, samples);
    const Json& seconds = field(*load, "seconds");
    if (!seconds.is_array()) continue;
    for (const Json& second : seconds) {
      if (const Json& partial = field(second, "partial"); partial == true) continue;
      const char* const rate = second.contains("per_s") ? "per_s" : "acquired";
      for (const char* key : {rate, "p50_us", "p99_us"})
        if (const Json& value = field(second, key); value.is_number())
          samples.figures[label + " each second " + (key == rate ? "per_s" : key)].push_back(
              value.get<double>());
    }
  }
  if (samples.figures.empty()) return say("it holds no figures");
  return samples;
}

}  // namespace locklab::app
