#include "app/workshop/refused_live.h"

#include <utility>
#include <variant>
#include <vector>

#include "app/gui/update/live_state.h"
#include "app/live/live_limits.h"
#include "app/runs/judged_run.h"
#include "app/workshop/search_work.h"

namespace locklab::app {

namespace {

/// The target chosen in the form; nullopt if its servers are not valid.
std::optional<LiveTarget> chosen_target(const LiveForm& form) {
  LiveTarget target;
  target.processes = form.processes;
  if (form.own) return target;
  auto servers = parse_servers(form.servers);
  auto* named = std::get_if<std::vector<LiveTarget::Server>>(&servers);
  if (!named) return std::nullopt;
  target.servers = std::move(*named);
  return target;
}

}  // namespace

std::optional<LiveProblem> refused_live(const Model& model) {
  if (!model.run) return std::nullopt;
  const auto target = chosen_target(model.live);
  if (!target) return std::nullopt;
  const sim::Scenario& scenario = model.run->judged.scenario;
  if (auto problem = not_available_live(scenario, *target)) return problem;
  return model.live.steps() ? not_stepped_live(scenario, *target) : std::nullopt;
}

std::optional<LiveProblem> refused_live(const Model& model, const BreakingTool& tool) {
  if (!model.run) return std::nullopt;
  // A stepped run uses its own servers, whatever the form says now.
  const auto target =
      is_stepped_live(model) ? std::optional(LiveTarget{}) : chosen_target(model.live);
  if (!target) return std::nullopt;
  sim::Fault fault;
  fault.kind = tool.kind;
  fault.power = tool.power;
  fault.refusal = tool.refusal;
  fault.removal = tool.removal;
  const bool of_client = model.lane && *model.lane < model.run->scene.clients;
  if (tool.on_client && (of_client || !tool.on_node)) fault.client = static_cast<ClientId>(0);
  sim::Scenario scenario = model.run->judged.scenario;
  if (!is_stepped_live(model)) return not_available_live(fault, scenario.name, *target);
  scenario.faults.push_back(fault);
  return not_available_live(scenario, *target);
}

std::variant<LiveOrder, Sentence> strike_order(const sim::Library& library,
                                               const std::string& name) {
  const auto opened = open_named(library, name);
  if (const auto* problem = std::get_if<sim::Problem>(&opened)) return told_in_window(*problem);
  const sim::Scenario& scenario = std::get<sim::OpenedRun>(opened).scenario;
  if (const auto problem = not_available_live(scenario, {})) return sentence(*problem);
  LiveOrder order(StepOrder::strike);
  order.fault = scenario.faults.back();
  return order;
}

}  // namespace locklab::app
