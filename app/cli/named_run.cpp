#include "app/cli/named_run.h"

#include <string_view>

#include "app/cli/settings.h"
#include "app/runs/judged_run.h"
#include "app/runs/moment.h"
#include "app/words/display_text.h"
#include "lock/strategy.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

std::variant<sim::RunName, sim::Problem> named_run(const std::string& line,
                                                   const RunChanges& changes) {
  auto parsed = file_or_name(split_moment(line).name);
  if (std::holds_alternative<sim::Problem>(parsed)) return parsed;
  sim::RunName& run = std::get<sim::RunName>(parsed);
  if (changes.seed) run.changes.seed = changes.seed;
  if (changes.strategy) {
    if (!find_strategy(*changes.strategy)) {
      std::vector<std::string_view> ids;
      for (const Strategy& strategy : strategies()) ids.push_back(strategy.id);
      return sim::Problem{"--strategy", 0, 0,
                          say("'{}' is not a strategy", printable(*changes.strategy)),
                          sim::use_instead(*changes.strategy, ids)};
    }
    run.changes.strategy = *changes.strategy;
  }
  if (changes.set.empty()) return parsed;
  std::string& set = run.changes.set;
  std::vector<std::string_view> others;
  if (changes.seed) others.push_back("seed");
  if (changes.strategy) others.push_back("strategy");
  const auto toml = settings_as_toml(changes.set, set, others);
  if (const auto* problem = std::get_if<sim::Problem>(&toml)) return *problem;
  set = set.empty() ? "{" : set.substr(0, set.rfind('}'));
  set += (set == "{" ? "" : ", ") + std::get<std::string>(toml) + "}";
  auto normalised = sim::parse_run_name(sim::to_string(run));
  if (sim::RunName* again = std::get_if<sim::RunName>(&normalised)) {
    again->places = run.places;
    again->places.set = 0;  // the settings now include those of --set
  }
  return normalised;
}

}  // namespace locklab::app
