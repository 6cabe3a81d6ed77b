#include "sim/scenario/library.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "sim/scenario/embedded.h"
#include "sim/trace/whole_file.h"

namespace locklab::sim {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view suffix = ".toml";

std::variant<ScenarioText, Problem> read_file(std::string name, const std::string& path) {
  auto bytes = read_whole(path, largest_scenario_file);
  if (Problem* problem = std::get_if<Problem>(&bytes)) return std::move(*problem);
  return ScenarioText{std::move(name), path, std::move(std::get<std::string>(bytes))};
}

const embedded::File* find_embedded(std::string_view name) {
  for (const embedded::File& file : embedded::scenarios())
    if (scenario_name(file.path) == name) return &file;
  return nullptr;
}

bool is_file(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

}  // namespace

Library::Library(std::string assets)
    : folder_(assets.empty() ? std::string{} : std::move(assets) + "/scenarios") {}

std::vector<std::string> Library::names() const {
  std::vector<std::string> all;
  std::error_code failed;
  fs::directory_iterator files;
  if (!folder_.empty()) files = fs::directory_iterator(folder_, failed);
  for (; !failed && files != fs::directory_iterator(); files.increment(failed)) {
    const std::string path = files->path().string();
    if (path.ends_with(suffix) && is_file(path)) all.push_back(scenario_name(path));
  }
  for (const embedded::File& file : embedded::scenarios()) all.push_back(scenario_name(file.path));
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::variant<ScenarioText, Problem> Library::open(const std::string& name) const {
  const std::string path = fmt::format("{}/{}{}", folder_, name, suffix);
  if (!folder_.empty() && is_file(path)) return read_file(name, path);
  const embedded::File& file = *find_embedded(name);
  return ScenarioText{name, std::string(file.path), std::string(file.text)};
}

std::variant<ScenarioText, Problem> Library::find(std::string_view name) const {
  if (name.ends_with(suffix)) return read_file(std::string(name), std::string(name));
  const std::vector<std::string> all = names();
  std::vector<std::string_view> choices;
  for (const std::string& known : all) {
    if (known == name) return open(known);
    if (!name.empty() && begins_alike(known, name)) choices.push_back(known);
  }
  if (choices.size() == 1) return open(std::string(choices.front()));
  if (!choices.empty())
    return Problem{"", 0, 0, say("'{}' could be any of {} scenarios", name, choices.size()),
                   use_instead({}, choices)};
  const std::vector<std::string_view> views(all.begin(), all.end());
  const auto meant = nearest(name, views);
  return Problem{
      "", 0, 0, say("'{}' is not a scenario", name),
      meant ? say("did you mean '{}'?", *meant)
            : say("`locklab list scenarios` shows all; the name of a file ends with .toml")};
}

std::vector<ScenarioEntry> Library::list() const {
  std::vector<ScenarioEntry> entries;
  for (const std::string& name : names()) {
    ScenarioEntry& entry = entries.emplace_back();
    entry.name = name;
    const auto text = open(name);
    if (const Problem* problem = std::get_if<Problem>(&text)) {
      entry.problem = *problem;
      continue;
    }
    const auto& found = std::get<ScenarioText>(text);
    auto read = read_scenario(found.text, found.file);
    if (Problem* problem = std::get_if<Problem>(&read)) {
      entry.problem = std::move(*problem);
      continue;
    }
    Scenario& scenario = std::get<Scenario>(read);
    entry.title = std::move(scenario.title);
    entry.failure = std::move(scenario.failure);
    entry.strategy = std::move(scenario.strategy);
    entry.variations = std::move(scenario.variations);
  }
  return entries;
}

}  // namespace locklab::sim
