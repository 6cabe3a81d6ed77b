// Converts fault lines to faults in the syntax of a scenario's file.
#include <fmt/format.h>

#include "sim/scenario/fault_line.h"
#include "sim/scenario/fault_text.h"
#include "sim/scenario/read_parts.h"
#include "sim/scenario/toml_value.h"
#include "sim/trace/time_words.h"

namespace locklab::sim {

namespace {

std::string quoted(const std::string& text) { return to_toml(Value::of("", text)); }

/// Why the line is not a fault of that scenario; empty if it is one.
Sentence misfit(const FaultLine& line, const Scenario& scenario) {
  if (line.holder) return say("a run names its clients: when alice entered: pause alice 500ms");
  if (line.client && *line.client >= scenario.clients.size())
    return scenario.clients.size() == 1 ? say("there is only 1 client")
                                        : say("there are only {} clients", scenario.clients.size());
  if (line.node && line.resource) return say("a link has one end at a node or at the resource");
  return {};
}

std::string as_toml(const FaultLine& line, const Scenario& scenario) {
  Fault fault = line.fault;
  if (line.client) fault.client = static_cast<ClientId>(*line.client);
  if (line.node) fault.node = static_cast<NodeId>(*line.node);
  if (line.resource) fault.node = resource_node;
  if (line.to) fault.to = static_cast<NodeId>(*line.to);
  if (fault.trigger.at) return to_toml(fault, "at_ms=" + ms_number(*fault.trigger.at), scenario);
  std::string moment = "when=" + quoted(line.when);
  if (fault.trigger.plus > 0us) moment += ", plus_ms=" + ms_number(fault.trigger.plus);
  return to_toml(fault, moment, scenario);
}

}  // namespace

std::variant<std::vector<std::string>, Problem> faults_of_lines(
    const std::vector<std::string>& lines, const Scenario& scenario) {
  const LineCast cast{client_names(scenario), node_names(scenario), scenario.resource};
  std::vector<std::string> faults;
  for (const std::string& line : lines) {
    if (line.starts_with('{')) {
      faults.push_back(line);
      continue;
    }
    const auto read = parse_fault_line(line, cast);
    if (const auto* problem = std::get_if<Problem>(&read)) return *problem;
    const auto& told = std::get<FaultLine>(read);
    if (const Sentence wrong = misfit(told, scenario); !wrong.empty())
      return wrong_fault_line(line, wrong, cast, told.fault.kind);
    faults.push_back(as_toml(told, scenario));
  }
  return faults;
}

}  // namespace locklab::sim
