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
  return not_available_live(model.run->judged.scenario, target);
}

}  // namespace locklab::app
