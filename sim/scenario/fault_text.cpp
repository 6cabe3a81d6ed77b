#include "sim/scenario/fault_text.h"

#include <fmt/format.h>

#include <vector>

namespace locklab::sim {

namespace {

/// "61", "61.5"
std::string as_number(Duration time) {
  const std::int64_t micro = us(time);
  const std::int64_t rest = micro < 0 ? -micro % 1000 : micro % 1000;
  std::string text = fmt::format("{}{}", micro < 0 && micro > -1000 ? "-" : "", micro / 1000);
  if (rest == 0) return text;
  text += fmt::format(".{:03}", rest);
  while (text.back() == '0') text.pop_back();
  return text;
}

std::string node_name(NodeId node, const Scenario& scenario) {
  return node == resource_node ? scenario.resource : scenario.nodes[index(node)].name;
}

}  // namespace

std::string to_toml(const Fault& fault, const Scenario& scenario) {
  std::vector<std::string> fields;
  if (fault.client != no_client)
    fields.push_back(fmt::format("client=\"{}\"", scenario.clients[index(fault.client)].name));
  if (fault.node != no_node)
    fields.push_back(fmt::format("node=\"{}\"", node_name(fault.node, scenario)));
  if (fault.requests != fault.replies)
    fields.push_back(fmt::format("direction=\"{}\"", fault.requests ? "requests" : "replies"));
  if (fault.count > 0) fields.push_back(fmt::format("count={}", fault.count));
  if (fault.kind == FaultKind::jump) fields.push_back("ms=" + as_number(fault.amount));
  if (fault.kind == FaultKind::drift) fields.push_back(fmt::format("ppm={}", fault.ppm));
  if (fault.duration) fields.push_back("ms=" + as_number(*fault.duration));
  if (fault.power) fields.emplace_back("power=true");
  if (fault.restart_after) fields.push_back("restart_after_ms=" + as_number(*fault.restart_after));
  std::string text =
      fmt::format("{{at_ms={}, {}={{", as_number(fault.trigger.at.value_or(0us)), name(fault.kind));
  for (std::size_t i = 0; i < fields.size(); ++i) text += (i == 0 ? "" : ", ") + fields[i];
  return text + "}}";
}

}  // namespace locklab::sim
