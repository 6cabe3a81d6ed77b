#include "app/workshop/refused_live.h"

#include <utility>
#include <variant>
#include <vector>

#include "app/live/live_limits.h"

namespace locklab::app {

std::optional<LiveProblem> refused_live(const Model& model) {
  if (!model.run) return std::nullopt;
  LiveTarget target;
  if (!model.live.own) {
    auto servers = parse_servers(model.live.servers);
    auto* named = std::get_if<std::vector<LiveTarget::Server>>(&servers);
    if (!named) return std::nullopt;
    target.servers = std::move(*named);
  }
  const sim::Scenario& scenario = model.run->judged.scenario;
  if (auto problem = not_available_live(scenario, target)) return problem;
  return model.live.stepped && model.live.own ? not_stepped_live(scenario, target) : std::nullopt;
}

}  // namespace locklab::app
