#include "sim/scenario/fault_text.h"

#include <fmt/format.h>

#include <type_traits>
#include <variant>
#include <vector>

#include "sim/scenario/fault_rows.h"
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

/// A field's value as a file writes it; empty if the fault is the same without it.
struct FieldText {
  const Scenario& scenario;
  bool needed;

  std::string operator()(bool flag) const { return flag ? "true" : ""; }
  std::string operator()(Duration time) const {
    return needed || time > 0us ? ms_number(time) : std::string();
  }
  std::string operator()(std::optional<Duration> time) const {
    return time ? ms_number(*time) : std::string();
  }
  std::string operator()(std::int64_t ppm) const { return fmt::format("{}", ppm); }
  std::string operator()(std::uint32_t count) const {
    return count > 0 ? fmt::format("{}", count) : "";
  }
  std::string operator()(const std::string& word) const {
    return word.empty() ? "" : fmt::format("\"{}\"", word);
  }
  std::string operator()(NodeId node) const {
    return node == no_node ? "" : fmt::format("\"{}\"", node_name(node, scenario));
  }
  std::string operator()(WriteRefusal why) const { return fmt::format("\"{}\"", name(why)); }
  std::string operator()(KeyRemoval how) const {
    return how == KeyRemoval::del ? "" : fmt::format("\"{}\"", name(how));
  }
};

std::string field_text(const Fault& fault, const FieldUse& use, const Scenario& scenario) {
  if (use.field == FaultField::direction) {
    if (fault.requests == fault.replies) return {};
    return fault.requests ? "\"requests\"" : "\"replies\"";
  }
  const FieldText text{scenario, use.needed};
  return std::visit(
      [&](const auto& member) {
        if constexpr (std::is_same_v<decltype(member), const std::monostate&>) {
          return std::string();
        } else {
          return text(fault.*member);
        }
      },
      row_of(use.field).member);
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
  for (const FieldUse& use : row_of(fault.kind).fields) {
    if (use.field == FaultField::count_) continue;
    const std::string value = field_text(fault, use, scenario);
    if (!value.empty()) fields.push_back(fmt::format("{}={}", row_of(use.field).key, value));
  }
  return fmt::format("{{{}, {}={{{}}}}}", moment, name(fault.kind), fmt::join(fields, ", "));
}

}  // namespace locklab::sim
