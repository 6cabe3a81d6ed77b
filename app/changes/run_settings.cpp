#include "app/changes/run_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "lock/strategy.h"
#include "sim/scenario/check_together.h"
#include "sim/scenario/measure.h"
#include "sim/scenario/persistence.h"
#include "sim/scenario/toml_value.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

using sim::Value;

double ms(Duration time) { return static_cast<double>(us(time)) / 1000; }

Setting time(std::string_view key, std::string_view meaning, Duration value) {
  return {key, meaning, SettingKind::milliseconds, ms(value), {}, {}, false};
}

Setting setting_of(const Switch& one, const LockConfig& lock) {
  const std::int64_t value = one.value(lock);
  Setting setting = time(one.name, one.meaning, Duration(value));
  switch (one.type) {
    case SwitchType::duration:
      break;
    case SwitchType::count:
      setting.kind = SettingKind::whole;
      setting.number = static_cast<double>(value);
      break;
    case SwitchType::flag:
      setting.kind = SettingKind::yes_no;
      setting.number = value != 0 ? 1 : 0;
      break;
    case SwitchType::choice:
      setting.kind = SettingKind::word;
      setting.number = 0;
      setting.words = one.words;
      setting.word = one.words[static_cast<std::size_t>(value)];
      break;
  }
  return setting;
}

/// The settings of the network and those that a strategy reads, in the order of the form.
std::vector<Setting> settings_for(const Strategy& strategy, const sim::Scenario& scenario) {
  std::vector<Setting> all;
  for (const Switch& one : common_switches(strategy)) all.push_back(setting_of(one, scenario.lock));
  const auto after_the_lease = all.begin() + (strategy.topology == Topology::none ? 0 : 1);
  all.insert(after_the_lease,
             {time("latency_ms", "One way, from a client to a node or back", scenario.latency),
              time("jitter_ms", "Each message takes latency - jitter to latency + jitter",
                   scenario.jitter)});
  for (const Switch& one : strategy.switches) all.push_back(setting_of(one, scenario.lock));
  return all;
}

/// The settings of `scenario` that the strategy of `run` reads.
std::vector<Setting> settings_in(const sim::Scenario& scenario, const ShownRun& run) {
  const Strategy* const strategy = find_strategy(run.judged.scenario.strategy);
  return strategy ? settings_for(*strategy, scenario) : std::vector<Setting>{};
}

bool same(const Setting& a, const Setting& b) { return a.number == b.number && a.word == b.word; }

std::string number_text(double number) {
  // World time is in whole microseconds.
  return fmt::format("{}", std::round(number * 1000) / 1000);
}

std::string value_text(const Setting& setting) {
  switch (setting.kind) {
    case SettingKind::yes_no:
      return setting.number != 0 ? "true" : "false";
    case SettingKind::word:
      return fmt::format("\"{}\"", setting.word);
    case SettingKind::whole:
      return fmt::format("{}", std::llround(setting.number));
    case SettingKind::milliseconds:
      break;
  }
  return number_text(setting.number);
}

/// The run's name with `key` set, or removed if `value` is empty.
std::string with_set(sim::RunName name, std::string_view key, const std::string& value) {
  const std::string& set = name.changes.set;
  auto parsed = sim::parse_toml(set.empty() ? "set={}" : "set=" + set, "set", 0);
  Value* table = std::get<Value>(parsed).find("set");
  table->erase(key);
  if (!value.empty()) {
    auto field = sim::parse_toml(fmt::format("{}={}", key, value), "set", 0);
    if (Value* tree = std::get_if<Value>(&field)) table->put(tree->items.front());
  }
  name.changes.set = table->items.empty() ? std::string() : sim::to_toml(*table);
  return sim::to_string(name);
}

std::string toml_text(const std::string& text) { return sim::to_toml(Value::of("", text)); }

std::string clock_text(Duration offset, std::int64_t drift_ppm) {
  std::string out;
  if (offset != Duration(0)) out += fmt::format(", clock_offset_ms={}", number_text(ms(offset)));
  if (drift_ppm != 0) out += fmt::format(", drift_ppm={}", drift_ppm);
  return out;
}

bool has_its_own(const sim::ClientSpec& client) { return client.program != sim::usual_program(); }

bool fails_open(const sim::ClientSpec& client) { return client.on_fail != sim::OnFail::stop; }

std::string text_of(const sim::ClientSpec& client, bool with_program, bool with_on_fail) {
  std::string out =
      fmt::format("{{name={}, start_ms={}, work_ms={}, think_ms={}, rounds={}",
                  toml_text(client.name), number_text(ms(client.start)),
                  number_text(ms(client.work)), number_text(ms(client.think)), client.rounds);
  if (client.wait) out += fmt::format(", wait_ms={}", number_text(ms(*client.wait)));
  if (with_on_fail)
    out += fmt::format(", on_fail=\"{}\"",
                       sim::on_fail_words[static_cast<std::size_t>(client.on_fail)]);
  if (!client.lock.empty()) out += fmt::format(", lock={}", toml_text(client.lock));
  if (!client.touch) out += ", touch=false";
  if (with_program) out += fmt::format(", program={}", sim::to_toml(client.program));
  return out + clock_text(client.clock_offset, client.drift_ppm) + "}";
}

std::string text_of(const sim::NodeSpec& node) {
  std::string out = fmt::format("{{name={}, persistence=\"{}\"", toml_text(node.name),
                                sim::persistence_words[static_cast<std::size_t>(node.persistence)]);
  if (!node.replica_of.empty())
    out += fmt::format(", replica_of={}, replication_lag_ms={}", toml_text(node.replica_of),
                       number_text(ms(node.replication_lag)));
  if (node.restart_delay > Duration(0))
    out += fmt::format(", restart_delay_ms={}", number_text(ms(node.restart_delay)));
  if (node.monotonic_expiry) out += ", expiry_clock=\"monotonic\"";
  return out + clock_text(node.clock_offset, node.drift_ppm) + "}";
}

std::string list_text(const std::vector<std::string>& all) {
  return fmt::format("[{}]", fmt::join(all, ", "));
}

std::string list_text(const std::vector<sim::NodeSpec>& nodes) {
  std::vector<std::string> texts;
  for (const sim::NodeSpec& node : nodes) texts.push_back(text_of(node));
  return list_text(texts);
}

/// Formats the clients. If any of them has, or had, its own program, a common setting may apply to
/// all, so each client's program is written out. So is what it does without the lock.
std::string list_text(const std::vector<sim::ClientSpec>& clients, const ShownRun& run) {
  bool programs = false, on_fail = false;
  for (const auto* all : {&clients, &run.told.clients, &run.judged.scenario.clients}) {
    programs = programs || std::any_of(all->begin(), all->end(), has_its_own);
    on_fail = on_fail || std::any_of(all->begin(), all->end(), fails_open);
  }
  std::vector<std::string> texts;
  for (const sim::ClientSpec& client : clients) texts.push_back(text_of(client, programs, on_fail));
  return list_text(texts);
}

template <class Spec>
std::string free_name(const std::vector<Spec>& all,
                      const std::function<std::string(std::size_t)>& nth) {
  for (std::size_t i = 0;; ++i) {
    std::string name = nth(i);
    if (std::none_of(all.begin(), all.end(), [&](const Spec& one) { return one.name == name; }))
      return name;
  }
}

}  // namespace

std::vector<Setting> settings_of(const ShownRun& run) {
  const std::vector<Setting> told = settings_in(run.told, run);
  std::vector<Setting> read = settings_in(run.judged.scenario, run);
  for (std::size_t i = 0; i < read.size(); ++i) read[i].changed = !same(read[i], told[i]);
  return read;
}

std::vector<Setting> chosen_settings(const ShownRun& run) {
  std::vector<Setting> all = settings_of(run);
  std::erase_if(all, [](const Setting& setting) { return !setting.changed; });
  const std::string set = run.name.changes.set;
  const auto parsed = sim::parse_toml("set=" + (set.empty() ? "{}" : set), "", 0);
  const Value* const tree = std::get_if<Value>(&parsed);
  const Value* const table = tree ? tree->find("set") : nullptr;
  const auto is_said = [&](const Setting& setting) { return table && table->find(setting.key); };
  // With another lock, they may all differ without having been set.
  if (std::any_of(all.begin(), all.end(), is_said))
    std::erase_if(all, [&](const Setting& setting) { return !is_said(setting); });
  return all;
}

std::string with_setting(const ShownRun& run, const Setting& setting) {
  // Another strategy has other defaults, so the setting is then always written out.
  const bool told = run.told.strategy == run.judged.scenario.strategy;
  for (const Setting& as_told : settings_in(run.told, run))
    if (told && as_told.key == setting.key && same(as_told, setting))
      return with_set(run.name, setting.key, "");
  return with_set(run.name, setting.key, value_text(setting));
}

std::string with_clients(const ShownRun& run, const std::vector<sim::ClientSpec>& clients) {
  return with_set(run.name, "client", clients == run.told.clients ? "" : list_text(clients, run));
}

std::string with_nodes(const ShownRun& run, const std::vector<sim::NodeSpec>& nodes) {
  return with_set(run.name, "node", nodes == run.told.nodes ? "" : list_text(nodes));
}

Sentence words_of(BetterNodes better) {
  return better == BetterNodes::synced ? say("every write is synced before it is answered")
                                       : say("keys expire by a clock that cannot jump");
}

std::vector<sim::NodeSpec> with_better_nodes(std::vector<sim::NodeSpec> nodes, BetterNodes better) {
  for (sim::NodeSpec& node : nodes) {
    if (better == BetterNodes::synced) node.persistence = sim::Persistence::always;
    if (better == BetterNodes::steady_clocks) node.monotonic_expiry = true;
  }
  return nodes;
}

std::string with_better_nodes(const ShownRun& run, BetterNodes better) {
  const std::vector<sim::NodeSpec>& now = run.judged.scenario.nodes;
  const std::vector<sim::NodeSpec> nodes = with_better_nodes(now, better);
  return nodes == now ? std::string() : with_nodes(run, nodes);
}

std::string with_strategy(const ShownRun& run, std::string_view strategy) {
  sim::RunName name = run.name;
  name.changes.strategy = strategy == run.told.strategy ? "" : std::string(strategy);
  // A setting that the other strategy does not read would be an error in the run's name.
  auto parsed =
      sim::parse_toml("set=" + (name.changes.set.empty() ? "{}" : name.changes.set), "", 0);
  Value* table = std::get<Value>(parsed).find("set");
  std::erase_if(table->items, [&](const Value& item) {
    return sim::is_switch(item.key) && !sim::reads(strategy, item.key);
  });
  name.changes.set = table->items.empty() ? std::string() : sim::to_toml(*table);
  const std::vector<sim::NodeSpec>& nodes = run.judged.scenario.nodes;
  const Strategy* const other = find_strategy(strategy);
  const bool waits = other && other->traits.has(Trait::needs_replicas);
  if (!waits || run.judged.scenario.has_replicas() || nodes.empty()) return sim::to_string(name);
  // The strategy waits for replicas, but the scenario has none.
  std::vector<sim::NodeSpec> more = nodes;
  more.push_back(next_node(run.judged.scenario));
  more.back().replica_of = nodes.front().name;
  return with_set(std::move(name), "node", list_text(more));
}

std::string with_seed(const ShownRun& run, std::uint64_t seed) {
  sim::RunName name = run.name;
  name.changes.seed = seed;
  return sim::to_string(name);
}

std::string as_told(const ShownRun& run) {
  sim::RunName name = run.name;
  name.changes = {};
  return sim::to_string(name);
}

bool changed_by_hand(const ShownRun& run) {
  const sim::Changes& changes = run.name.changes;
  return !changes.set.empty() || !changes.faults.empty();
}

sim::ClientSpec next_client(const sim::Scenario& scenario) {
  sim::ClientSpec next = scenario.clients.empty() ? sim::ClientSpec{} : scenario.clients.back();
  next.name = free_name(scenario.clients, sim::default_client_name);
  return next;
}

sim::NodeSpec next_node(const sim::Scenario& scenario) {
  sim::NodeSpec next = scenario.nodes.empty() ? sim::NodeSpec{} : scenario.nodes.back();
  next.name = free_name(scenario.nodes, [](std::size_t i) { return fmt::format("n{}", i + 1); });
  return next;
}

}  // namespace locklab::app
