#include "app/stress/load/lock_setting.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <variant>
#include <vector>

#include "app/changes/switch_value.h"
#include "app/words/display_text.h"
#include "lock/strategy.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

using sim::Problem;

std::vector<std::string_view> switches_of(const Strategy& strategy) {
  std::vector<std::string_view> names;
  for (const auto switches : {common_switches(strategy), strategy.switches})
    for (const Switch& one : switches) names.push_back(one.name);
  return names;
}

/// Finds a switch by name, common or the strategy's own; null if there is none.
const Switch* load_switch(const Strategy& strategy, std::string_view name) {
  for (const auto switches : {common_switches(strategy), strategy.switches})
    for (const Switch& one : switches)
      if (one.name == name) return &one;
  return nullptr;
}

}  // namespace

std::optional<Problem> set_switch(StressWork& work, std::string_view name,
                                  const std::string& text) {
  const Switch* one = load_switch(*work.strategy, name);
  if (!one)
    return Problem{"--set", 0, 0,
                   say("'{}' is not a setting of {}", printable(name), work.strategy->id),
                   sim::use_instead(name, switches_of(*work.strategy))};
  auto value = switch_value(*one, text);
  if (auto* problem = std::get_if<Problem>(&value)) {
    problem->what = say("{}: {}", one->name, problem->what);
    return std::move(*problem);
  }
  one->set(work.lock, std::get<std::int64_t>(value));
  return std::nullopt;
}

nlohmann::ordered_json setting_json(const Switch& one, std::int64_t value) {
  switch (one.type) {
    case SwitchType::choice:
      return one.words[static_cast<std::size_t>(value)];
    case SwitchType::flag:
      return value != 0;
    case SwitchType::duration:
      if (value % 1000 != 0) return static_cast<double>(value) / 1000;
      return value / 1000;
    case SwitchType::count:
      break;
  }
  return value;
}

std::optional<std::int64_t> setting_in(const Switch& one, const nlohmann::ordered_json& json) {
  const auto in_range = [&](std::int64_t value) {
    return value >= one.least && value <= one.most ? std::optional(value) : std::nullopt;
  };
  switch (one.type) {
    case SwitchType::choice:
      for (std::size_t i = 0; i < one.words.size(); ++i)
        if (json.is_string() && json.get<std::string>() == one.words[i])
          return static_cast<std::int64_t>(i);
      return std::nullopt;
    case SwitchType::flag:
      return json.is_boolean() ? std::optional<std::int64_t>(json.get<bool>()) : std::nullopt;
    case SwitchType::duration:
      if (!json.is_number() || !(std::abs(json.get<double>()) < 1e12)) return std::nullopt;
      return in_range(std::llround(json.get<double>() * 1000));
    case SwitchType::count:
      break;
  }
  return json.is_number_integer() ? in_range(json.get<std::int64_t>()) : std::nullopt;
}

}  // namespace locklab::app
