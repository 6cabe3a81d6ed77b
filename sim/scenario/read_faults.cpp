// Reads [[fault]] and [expect].
#include <fmt/format.h>

#include "sim/scenario/fault_rows.h"
#include "sim/scenario/fault_target.h"
#include "sim/scenario/read_parts.h"
#include "sim/scenario/trigger.h"
#include "sim/trace/time_words.h"

namespace locklab::sim {

namespace {

/// The names of all possible targets of faults.
struct Names {
  std::vector<std::string_view> clients, nodes, ends;  ///< ends: nodes and the resource
  explicit Names(const Scenario& scenario)
      : clients(client_names(scenario)), nodes(node_names(scenario)), ends(nodes) {
    ends.push_back(scenario.resource);
  }
};

Sentence whom_to_name(FaultTarget target) {
  if (target == FaultTarget::client) return say("give it client = \"...\"");
  if (target == FaultTarget::node || target == FaultTarget::node_for_client)
    return say("give it node = \"...\"");
  return say("give it either client = \"...\" or node = \"...\"");
}

void read_target(TableReader& action, Fault& fault, const Names& names) {
  using enum FaultTarget;
  const FaultTarget target = row_of(fault.kind).target;
  const bool on_link = target == link;
  if (target != node)
    if (const auto i = action.named("client", "client", names.clients))
      fault.client = ClientId{static_cast<std::uint16_t>(*i)};
  if (target != client) {
    const auto i = action.named("node", "node", on_link ? names.ends : names.nodes);
    if (i)
      fault.node = *i < names.nodes.size() ? NodeId{static_cast<std::uint16_t>(*i)} : resource_node;
  }
  if (action.complaints().any() || on_link) return;
  const bool for_client = target == node_for_client;
  if (for_client && fault.node != no_node) return;
  const int named = (fault.client != no_client) + (fault.node != no_node);
  if (named == 1 && !for_client) return;
  if (named == 2)
    return action.complaints().wrong(action.at(),
                                     say("{} strikes a client or a node, not both", action.where()),
                                     say("keep one of them"));
  action.complaints().missing(action.at(), say("{} does not say whom it strikes", action.where()),
                              whom_to_name(target));
}

void read_direction(TableReader& action, Fault& fault) {
  static constexpr std::string_view words[] = {"both", "requests", "replies"};
  std::size_t direction = 0;
  action.word("direction", direction, words);
  fault.requests = direction != 2;
  fault.replies = direction != 1;
}

/// Complains if a field is missing that the action requires.
void require(TableReader& action, std::string_view key, std::string_view example) {
  if (action.field(key)) return;
  action.complaints().missing(action.at(), say("{} lacks '{}'", action.where(), key),
                              say("write for example {} = {}", key, example));
}

void read_command(TableReader& action, Fault& fault) {
  action.text("command", fault.command);
  if (fault.command.empty()) return;
  if (auto command = command_named(fault.command)) {
    fault.command = *command;
  } else {
    action.complaints().wrong(
        action.field("command")->at, say("'{}' is not the name of a command", fault.command),
        say("write it in capitals, for example command = \"SET\"; EVAL is every script"));
  }
}

void read_refusal(TableReader& action, Fault& fault) {
  auto reason = static_cast<std::size_t>(fault.refusal);
  action.word("why", reason, write_refusal_words);
  fault.refusal = static_cast<WriteRefusal>(reason);
}

void read_removal(TableReader& action, Fault& fault) {
  auto how = static_cast<std::size_t>(fault.removal);
  action.word("why", how, key_removal_words);
  fault.removal = static_cast<KeyRemoval>(how);
}

void read_receiver(TableReader& action, Fault& fault, const Names& names) {
  if (const auto i = action.named("to", "node", names.nodes))
    fault.to = NodeId{static_cast<std::uint16_t>(*i)};
}

void check_migration(TableReader& action, const Fault& fault, const Scenario& scenario) {
  if (!scenario.cluster)
    return action.complaints().wrong(action.at(),
                                     say("{} has no cluster to move a slot in", action.where()),
                                     say("write cluster = true, with a [[node]] for each master"));
  if (fault.to != fault.node) return;
  action.complaints().wrong(action.field("to")->at,
                            say("the slot is at {} already", scenario.nodes[index(fault.to)].name),
                            say("name another master, or leave it out for the next one"));
}

void check_sense(TableReader& action, const Fault& fault) {
  if (fault.kind == FaultKind::jump && fault.amount == Duration(0) && !action.complaints().any())
    action.complaints().wrong(action.at(), say("a jump by 0 ms changes nothing"),
                              say("write for example ms = 150, or -150 to jump back"));
}

/// Reads the number of messages or commands. By default a hold affects all, and any other fault
/// one.
void read_count(TableReader& action, Fault& fault) {
  fault.count = fewest_messages(fault.kind);
  action.integer("count", fault.count, fault.count, 1'000'000);
}

void read_field(TableReader& action, const FieldUse& use, Fault& fault, const Names& names) {
  const FieldRow& row = row_of(use.field);
  if (use.needed) require(action, row.key, row.example);
  switch (use.field) {
    case FaultField::to:
      return read_receiver(action, fault, names);
    case FaultField::direction:
      return read_direction(action, fault);
    case FaultField::count:
      return read_count(action, fault);
    case FaultField::command:
      return read_command(action, fault);
    case FaultField::refusal:
      return read_refusal(action, fault);
    case FaultField::removal:
      return read_removal(action, fault);
    case FaultField::shift:
      return action.time(row.key, fault.amount, a_year);
    case FaultField::pace:
      return action.integer(row.key, fault.ppm, -most_drift_ppm, most_drift_ppm);
    default:
      break;
  }
  if (const auto* flag = std::get_if<bool Fault::*>(&row.member))
    return action.flag(row.key, fault.**flag);
  if (const auto* time = std::get_if<Duration Fault::*>(&row.member))
    return action.time(row.key, fault.**time);
  action.time(row.key, fault.*std::get<std::optional<Duration> Fault::*>(row.member));
}

void read_action(const Value& value, Fault& fault, const Scenario& scenario, const Names& names,
                 Complaints& complaints) {
  TableReader action(value, fmt::format("'{}'", name(fault.kind)), complaints);
  read_target(action, fault, names);
  for (const FieldUse& use : row_of(fault.kind).fields)
    if (use.field != FaultField::count_) read_field(action, use, fault, names);
  action.finish();
  check_sense(action, fault);
  if (fault.kind == FaultKind::migrate && !action.complaints().any())
    check_migration(action, fault, scenario);
}

void read_moment(TableReader& table, Trigger& trigger, const Scenario& scenario,
                 const Names& names) {
  const Value* at = table.field("at_ms");
  const Value* when = table.field("when", Value::Kind::text);
  Duration plus{0};
  table.time("plus_ms", plus);
  if (when) {
    const Cast cast{names.clients, names.nodes, scenario.resource};
    auto read = parse_trigger(when->text, cast);
    if (BadPhrase* bad = std::get_if<BadPhrase>(&read)) {
      table.complaints().wrong(when->at, std::move(bad->what), std::move(bad->instead));
    } else {
      trigger = std::get<Trigger>(read);
    }
  }
  trigger.plus = plus;
  table.time("at_ms", trigger.at);
  if (at && when)
    table.complaints().wrong(when->key_at, say("a fault with both 'at_ms' and 'when'"),
                             say("keep one"));
  if (!at && !table.field("when"))
    table.complaints().missing(table.at(), say("a fault that never strikes"),
                               say("write at_ms = 60 or when = \"alice entered\""));
  if (at && plus != Duration(0))
    table.complaints().wrong(table.field("plus_ms")->key_at, say("'plus_ms' beside 'at_ms'"),
                             say("it is for faults with 'when'"));
  if (trigger.at && scenario.run_for && *trigger.at > *scenario.run_for)
    table.complaints().wrong(at->at, say("this fault comes after the run has ended"),
                             say("run_ms is {}", ms_number(*scenario.run_for)));
}

Fault read_fault(TableReader& table, const Scenario& scenario, const Names& names) {
  Fault fault;
  table.text("name", fault.name);
  const Value* action = nullptr;
  for (unsigned i = 0; i < static_cast<unsigned>(FaultKind::count_); ++i) {
    const auto kind = static_cast<FaultKind>(i);
    const Value* value = table.field(name(kind), Value::Kind::table);
    if (!value) continue;
    if (action)
      table.complaints().wrong(value->key_at, say("a second action in one fault: '{}'", name(kind)),
                               say("give it a [[fault]] of its own"));
    action = value;
    fault.kind = kind;
  }
  if (!action) {
    table.complaints().missing(
        table.at(), say("a fault that does nothing"),
        say("give it an action, for example crash = { client = \"alice\" }"));
  } else {
    read_action(*action, fault, scenario, names, table.complaints());
  }
  read_moment(table, fault.trigger, scenario, names);
  for (std::string_view key : {"at_ms", "when"}) {
    const Value* moment = table.field(key);
    if (!moment) continue;
    fault.place.line = moment->at.source == 0 ? moment->at.line : 0;
    fault.place.moment = fmt::format("{} = {}", key, to_toml(*moment));
  }
  return fault;
}

void check_name(const Fault& fault, const Scenario& scenario, TableReader& table) {
  if (fault.name.empty()) return;
  for (const Fault& other : scenario.faults)
    if (other.name == fault.name)
      table.complaints().wrong(table.field("name")->at,
                               say("a second fault called '{}'", fault.name),
                               say("give it a name of its own"));
}

/// Complains about promotions of nodes that are masters throughout: neither a fault nor a Sentinel
/// may demote them.
void check_promotions(const Value& list, const Scenario& scenario, Complaints& complaints) {
  for (std::size_t i = 0; i < scenario.faults.size() && !complaints.any(); ++i) {
    const Fault& fault = scenario.faults[i];
    if (fault.kind != FaultKind::promote || may_be_replica(scenario, fault.node)) continue;
    complaints.wrong(list.items[i].find(name(fault.kind))->at,
                     say("{} is a master already", scenario.nodes[index(fault.node)].name),
                     say("promote a node that has replica_of"));
  }
}

constexpr std::string_view kept_words[] = {"kept", "broken", "not_applicable"};

/// Reads a table with a value for each of some clients: read(table, name) for each that it names.
template <class Read>
void read_by_client(TableReader& table, std::string_view key, const Scenario& scenario, Read read) {
  const Value* value = table.field(key, Value::Kind::table);
  if (!value) return;
  TableReader each(*value, fmt::format("'{}'", key), table.complaints());
  for (const ClientSpec& client : scenario.clients)
    if (each.field(client.name)) read(each, client.name);
  each.finish();
}

void read_counts(TableReader& table, Expectation& expect, const Scenario& scenario) {
  const auto count = [](TableReader& from, std::string_view key, std::int64_t& into) {
    from.integer(key, into, 0, INT64_MAX);
  };
  if (const Value* entered = table.field("entered"); entered && entered->is_table())
    read_by_client(table, "entered", scenario, [&](TableReader& each, const std::string& client) {
      count(each, client, expect.entered_by[client]);
    });
  else if (entered)
    count(table, "entered", expect.entered.emplace());
  if (table.field("written")) count(table, "written", expect.written.emplace());
}

void read_clients_fate(TableReader& table, Expectation& expect, const Scenario& scenario) {
  std::vector<std::string_view> outcomes;
  for (unsigned i = 0; i < static_cast<unsigned>(Released::count_); ++i)
    outcomes.push_back(name(static_cast<Released>(i)));
  read_by_client(table, "reported", scenario, [&](TableReader& each, const std::string& client) {
    std::size_t outcome = 0;
    each.word(client, outcome, outcomes);
    expect.reported[client] = outcomes[outcome];
  });
  read_by_client(table, "refused", scenario, [&](TableReader& each, const std::string& client) {
    each.flag(client, expect.refused[client]);
  });
  read_by_client(table, "waited_ms", scenario, [&](TableReader& each, const std::string& client) {
    each.time(client, expect.waited[client]);
  });
}

}  // namespace

void read_faults(TableReader& root, Scenario& scenario) {
  const Names names(scenario);
  const Value* list = list_of_tables(root, "fault");
  for (std::size_t i = 0; list && i < list->items.size(); ++i) {
    const Value& item = list->items[i];
    if (!item.is_table()) {
      root.complaints().wrong(item.at, say("[[fault]] must be a table"));
      continue;
    }
    if (const Value* removed = item.find(removed_fault))
      root.complaints().unknown(removed->key_at, say("'{}' is no longer a fault", removed_fault),
                                say("write stop = { node = ..., ms = ... }"));
    TableReader table(item, "[[fault]]", root.complaints());
    Fault fault = read_fault(table, scenario, names);
    check_name(fault, scenario, table);
    table.finish();
    scenario.faults.push_back(std::move(fault));
  }
  if (list && !root.complaints().any()) check_promotions(*list, scenario, root.complaints());
}

Expectation read_expectation(const Value& value, const Scenario& scenario, Complaints& complaints) {
  Expectation expect;
  TableReader table(value, "[expect]", complaints);
  for (std::size_t i = 0; i < property_count; ++i) {
    const std::string_view property = name(static_cast<Property>(i));
    Kept kept = Kept::kept;
    if (!table.field(property)) continue;
    table.word(property, kept, kept_words);
    expect.verdicts[i] = kept;
  }
  read_clients_fate(table, expect, scenario);
  read_counts(table, expect, scenario);
  std::int64_t final_value = 0;
  table.integer("final_value", final_value, INT64_MIN, INT64_MAX);
  if (table.field("final_value")) expect.final_value = final_value;
  table.finish();
  return expect;
}

}  // namespace locklab::sim
