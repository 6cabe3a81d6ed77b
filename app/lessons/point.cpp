#include "app/lessons/point.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/changes/fault_tools.h"
#include "sim/trace/problem.h"
#include "sim/trace/property.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

using Widgets = std::vector<std::string>;

/// An area of the window and the widgets in it.
struct Area {
  std::string_view name;
  Widgets widgets;
};

const std::vector<Area>& areas() {
  static const std::vector<Area> all{{"source", {"source", "source code"}},
                                     {"redis", {"redis", "redis words"}},
                                     {"cluster", {"cluster"}},
                                     {"branches", {"undo", "redo", "compare", "branch *"}},
                                     {"time", {"start", "end", "speed"}},
                                     {"event", {"event words"}},
                                     {"story", {"story"}},
                                     {"set_up", {"setting ttl_ms"}},
                                     {"timeline", {"timeline"}},
                                     {"verdicts", {"verdict *"}},
                                     {"palette", {"palette *"}}};
  return all;
}

/// The names that may follow "control ".
constexpr std::array<std::string_view, 20> controls{
    "menu", "view",    "scenario", "variation", "strategy", "live",      "help",
    "play", "back",    "forward",  "start",     "end",      "lane_back", "lane_forward",
    "fit",  "lessons", "until",    "only",      "present",  "speed"};

std::optional<std::string_view> after(std::string_view name, std::string_view kind) {
  if (!name.starts_with(kind) || name.size() == kind.size()) return std::nullopt;
  return name.substr(kind.size());
}

template <class Names>
std::optional<Sentence> unless_among(std::string_view name, const Names& known) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return std::nullopt;
  return sim::use_instead(name, known);
}

std::vector<std::string_view> tool_names() {
  std::vector<std::string_view> names;
  for (const BreakingTool& tool : breaking_tools()) names.push_back(tool.id);
  return names;
}

std::vector<std::string_view> property_names() {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < sim::property_count; ++i)
    names.push_back(name(static_cast<sim::Property>(i)));
  return names;
}

}  // namespace

std::optional<Sentence> unknown_point(std::string_view name) {
  if (after(name, "lane ")) return std::nullopt;
  if (const auto holding = after(name, "holding "))
    return unless_among(*holding,
                        std::array<std::string_view, 3>{"believes", "servers", "resource"});
  if (const auto verdict = after(name, "verdict ")) return unless_among(*verdict, property_names());
  if (const auto tool = after(name, "palette ")) return unless_among(*tool, tool_names());
  if (const auto control = after(name, "control ")) return unless_among(*control, controls);
  std::vector<std::string_view> known;
  for (const Area& area : areas()) known.push_back(area.name);
  for (const std::string_view kind :
       {"lane NAME", "holding ACCOUNT", "verdict PROPERTY", "palette FAULT", "control NAME"})
    known.push_back(kind);
  return unless_among(name, known);
}

std::vector<std::string> widgets_of_point(std::string_view name) {
  for (const Area& area : areas())
    if (area.name == name) return area.widgets;
  if (const auto control = after(name, "control ")) return {std::string(*control)};
  return {std::string(name)};
}

}  // namespace locklab::app
