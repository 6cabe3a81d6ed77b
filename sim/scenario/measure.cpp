#include "sim/scenario/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "lock/strategy.h"
#include "sim/scenario/fault.h"

namespace locklab::sim {

namespace {

constexpr std::array<std::string_view, 16> people{
    "alice", "bob",  "carol", "dave",  "erin", "frank", "grace", "heidi",
    "ivan",  "judy", "karl",  "laura", "mike", "nina",  "oscar", "peggy"};

constexpr std::int64_t default_clients = 2;
constexpr std::int64_t default_masters = 5;

/// The two keys for players, as in "client" and "clients": a list of tables, or a number.
struct Players {
  std::string_view list;
  std::string_view number;
  std::int64_t most;
};
constexpr Players clients{"client", "clients", most_clients};
constexpr Players nodes{"node", "nodes", most_nodes};

/// Parts of a file that an override does not change.
constexpr std::array<std::string_view, 6> fixed{"title", "failure", "story",
                                                "notes", "expect",  "variation"};

bool overrides_by_name(const Value& field) {
  const bool named = field.key == "client" || field.key == "node" || field.key == "fault";
  return (named && field.is_table()) || field.key == "drop_fault";
}

/// Removes what a new value of `field` replaces: players are a list or a number.
void replace_players(Value& root, const Value& field) {
  for (const Players& players : {clients, nodes}) {
    const Value* const list = root.find(players.list);
    if (field.key == players.number && list && !list->is_table()) root.erase(players.list);
    if (field.key == players.list) root.erase(players.number);
  }
}

void apply_settings(Value& root, const Value& measure, Complaints& complaints) {
  for (const Value& field : measure.items) {
    if (overrides_by_name(field)) continue;
    if (std::find(fixed.begin(), fixed.end(), field.key) != fixed.end()) {
      complaints.wrong(field.key_at, say("'{}' is not a measure", field.key),
                       say("a measure switches a setting, a client, a node or a fault"));
      continue;
    }
    replace_players(root, field);
    root.put(field);
  }
}

bool wants_masters(std::string_view id) {
  const Strategy* strategy = find_strategy(id);
  return strategy && strategy->topology == Topology::masters;
}

std::int64_t default_count(const Players& players, const Value& root, std::string_view own) {
  if (players.list == clients.list) return default_clients;
  const Value* id = root.find("strategy");
  return wants_masters(own) || (id && wants_masters(id->text)) ? default_masters : 1;
}

Value list_of_tables(std::string_view key, std::size_t count, TextPosition at) {
  Value list;
  list.kind = Value::Kind::array;
  list.key = key;
  list.at = list.key_at = at;
  list.items.resize(count);
  for (Value& item : list.items) item.at = at;
  return list;
}

/// Expands a number of players into that many tables, and names every player.
void expand(Value& root, const Players& players, std::string_view own, Complaints& complaints) {
  const Value* number = root.find(players.number);
  if (number && root.find(players.list))
    complaints.wrong(number->key_at, say("'{}' beside [[{}]]", players.number, players.list),
                     say("write either how many, or one [[{}]] for each", players.list));
  if (!root.find(players.list)) {
    std::int64_t count = default_count(players, root, own);
    TableReader(root, say("the scenario"), complaints)
        .integer(players.number, count, 1, players.most);
    const TextPosition at = number ? number->at : root.at;
    root.put(list_of_tables(players.list, static_cast<std::size_t>(count), at));
  }
  Value& list = *root.find(players.list);
  if (!list.is_array()) {
    complaints.wrong(list.at, say("'{}' must be a list of tables", players.list),
                     say("write [[{}]] for each, or {} = 2", players.list, players.number));
    return;
  }
  if (list.items.empty() || list.items.size() > static_cast<std::size_t>(players.most))
    complaints.wrong(list.at,
                     players.list == clients.list ? say("{} clients", list.items.size())
                                                  : say("{} nodes", list.items.size()),
                     say("there must be 1 .. {}", players.most));
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    Value& item = list.items[i];
    if (!item.is_table() || item.find("name")) continue;
    Value given = Value::of(
        "name", players.list == clients.list ? default_client_name(i) : fmt::format("n{}", i + 1));
    given.at = given.key_at = item.at;
    item.items.push_back(std::move(given));
  }
}

void merge(Value& into, const Value& from) {
  for (const Value& field : from.items) {
    Value* old = into.find(field.key);
    if (old && old->is_table() && field.is_table()) {
      merge(*old, field);
    } else {
      into.put(field);
    }
  }
}

/// Removes the action or the trigger that a change replaces, as a fault has one of each.
void make_room(Value& fault, const Value& change) {
  const auto changes = [&](std::string_view key) { return change.find(key) != nullptr; };
  if (changes("when")) fault.erase("at_ms");
  if (changes("at_ms")) {
    fault.erase("when");
    fault.erase("plus_ms");
  }
  const auto is_action = [](const Value& item) { return fault_named(item.key).has_value(); };
  if (std::none_of(change.items.begin(), change.items.end(), is_action)) return;
  std::erase_if(fault.items,
                [&](const Value& item) { return is_action(item) && !changes(item.key); });
}

std::vector<std::string_view> names_in(const Value& list) {
  std::vector<std::string_view> names;
  for (const Value& item : list.items) {
    const Value* name = item.find("name");
    if (name && name->is_text()) names.push_back(name->text);
  }
  return names;
}

/// The element of that name in root's list `kind`. Complains and returns nullptr if there is
/// none.
Value* find_named(Value& root, std::string_view kind, std::string_view name, TextPosition at,
                  Complaints& complaints) {
  Value* list = root.find(kind);
  for (std::size_t i = 0; list && list->is_array() && i < list->items.size(); ++i) {
    Value* own = list->items[i].find("name");
    if (own && own->is_text() && own->text == name) return &list->items[i];
  }
  const auto names = list ? names_in(*list) : std::vector<std::string_view>{};
  complaints.wrong(at, say("unknown {} '{}'", kind_of_name(kind), name),
                   !names.empty() ? use_instead(name, names)
                   : list ? say("give the [[{}]] that you mean the name: name = \"{}\"", kind, name)
                          : say("the scenario has no [[{}]]", kind));
  return nullptr;
}

/// Adds a change by name to those in `table`, an override of that `kind`.
void override_named(Value& table, const Value& change, std::string_view kind) {
  Value* const old = table.find(change.key);
  if (!old || !old->is_table() || !change.is_table()) return void(table.put(change));
  if (kind == "fault") make_room(*old, change);
  merge(*old, change);
}

void override_by_name(Value& root, const Value& field, Complaints& complaints) {
  for (const Value& change : field.items) {
    Value* target = find_named(root, field.key, change.key, change.key_at, complaints);
    if (!target) continue;
    if (!change.is_table()) {
      complaints.wrong(change.at, say("'{}.{}' must be a table", field.key, change.key));
      continue;
    }
    if (field.key == "fault") make_room(*target, change);
    merge(*target, change);
  }
}

void drop_faults(Value& root, const Value& dropped, Complaints& complaints) {
  if (!dropped.is_array()) {
    complaints.wrong(dropped.at, say("'drop_fault' must be a list of names"),
                     say("write drop_fault = [\"name\"]"));
    return;
  }
  for (const Value& name : dropped.items) {
    const Value* fault =
        name.is_text() ? find_named(root, "fault", name.text, name.at, complaints) : nullptr;
    if (!name.is_text()) complaints.wrong(name.at, say("'drop_fault' must hold names of faults"));
    if (!fault) continue;
    auto& faults = root.find("fault")->items;
    faults.erase(faults.begin() + (fault - faults.data()));
  }
}

}  // namespace

std::string default_client_name(std::size_t index) {
  return index < people.size() ? std::string(people[index]) : fmt::format("client{}", index + 1);
}

Value settings_table(const std::string& set) {
  return std::get<Value>(parse_toml(set.empty() ? "set={}" : "set=" + set, "set", 0)).items.front();
}

std::string merged_settings(const std::string& earlier, const std::string& later) {
  Value all = settings_table(earlier);
  for (const Value& field : settings_table(later).items) {
    Value* const old = all.find(field.key);
    if (!overrides_by_name(field)) {
      replace_players(all, field);
      all.put(field);
    } else if (!old) {
      all.put(field);
    } else if (old->is_array() && field.is_array()) {  // drop_fault
      old->items.insert(old->items.end(), field.items.begin(), field.items.end());
    } else if (old->is_table() && field.is_table()) {
      for (const Value& change : field.items) override_named(*old, change, field.key);
    } else {
      all.items.push_back(field);  // a list and changes by name: the reader reports the second
    }
  }
  return all.items.empty() ? std::string() : to_toml(all);
}

Value with_measures(const Value& file, std::span<const Value* const> measures, std::string_view own,
                    Complaints& complaints) {
  Value root = file;
  for (const Value* measure : measures) apply_settings(root, *measure, complaints);
  expand(root, clients, own, complaints);
  expand(root, nodes, own, complaints);
  for (const Value* measure : measures) {
    for (const Value& field : measure->items) {
      if (!overrides_by_name(field)) continue;
      if (field.key == "drop_fault") {
        drop_faults(root, field, complaints);
      } else {
        override_by_name(root, field, complaints);
      }
    }
  }
  return root;
}

}  // namespace locklab::sim
