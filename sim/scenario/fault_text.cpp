#include "sim/scenario/fault_text.h"

#include <fmt/format.h>

#include <vector>

#include "sim/scenario/read_parts.h"
#include "sim/scenario/trigger.h"
#include "sim/trace/time_words.h"

namespace locklab::sim {

namespace {

std::string node_name(NodeId node, const Scenario& scenario) {
  return node == resource_node ? scenario.resource : scenario.nodes[index(node)].name;
}

std::string moment(const Trigger& trigger, const Scenario& scenario) {
  if (trigger.at) return "at_ms=" + ms_number(*trigger.at);
  const std::vector<std::string_view> clients = client_names(scenario);
  const std::vector<std::string_view> nodes = node_names(scenario);
  const Cast cast{clients, nodes, scenario.resource};
  const bool answer = trigger.event == EventKind::ran && trigger.client != no_client;
  const std::string phrase =
      answer ? answer_phrase(trigger, cast) : trigger_phrase(trigger, cast).value_or("");
  const std::string plus = trigger.plus > 0us ? ", plus_ms=" + ms_number(trigger.plus) : "";
  return fmt::format("when=\"{}\"{}", phrase, plus);
}

}  // namespace

std::string to_toml(const Fault& fault, const Scenario& scenario) {
  return to_toml(fault, moment(fault.trigger, scenario), scenario);
}

std::string to_toml(const Fault& fault, const std::string& moment, const Scenario& scenario) {
  std::vector<std::string> fields;
  if (fault.client != no_client)
    fields.push_back(fmt::format("client=\"{}\"", scenario.clients[index(fault.client)].name));
  if (fault.node != no_node)
    fields.push_back(fmt::format("node=\"{}\"", node_name(fault.node, scenario)));
  if (fault.to != no_node)
    fields.push_back(fmt::format("to=\"{}\"", node_name(fault.to, scenario)));
  if (fault.requests != fault.replies)
    fields.push_back(fmt::format("direction=\"{}\"", fault.requests ? "requests" : "replies"));
  if (fault.count > 0) fields.push_back(fmt::format("count={}", fault.count));
  if (!fault.command.empty()) fields.push_back(fmt::format("command=\"{}\"", fault.command));
  if (fault.kind == FaultKind::jump) fields.push_back("ms=" + ms_number(fault.amount));
  if (fault.kind == FaultKind::drift) fields.push_back(fmt::format("ppm={}", fault.ppm));
  if (fault.duration) fields.push_back("ms=" + ms_number(*fault.duration));
  if (fault.jitter > 0us) fields.push_back("jitter_ms=" + ms_number(fault.jitter));
  if (fault.slow_for) fields.push_back("for_ms=" + ms_number(*fault.slow_for));
  if (fault.after > 0us) fields.push_back("after_ms=" + ms_number(fault.after));
  if (fault.untold) fields.emplace_back("untold=true");
  if (fault.kind == FaultKind::refuse)
    fields.push_back(fmt::format("why=\"{}\"", name(fault.refusal)));
  if (fault.power) fields.emplace_back("power=true");
  if (fault.restart_after) fields.push_back("restart_after_ms=" + ms_number(*fault.restart_after));
  std::string text = fmt::format("{{{}, {}={{", moment, name(fault.kind));
  for (std::size_t i = 0; i < fields.size(); ++i) text += (i == 0 ? "" : ", ") + fields[i];
  return text + "}}";
}

}  // namespace locklab::sim
