#include "app/changes/run_story.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/changes/added_faults.h"
#include "app/timeline/words/fault_words.h"
#include "app/timeline/words/wording.h"
#include "app/words/display_text.h"
#include "sim/check/verdict_words.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

constexpr std::size_t most_changes = 2;  ///< named in a title

/// The first changes in one line, and the number of the rest.
std::string in_one_line(const std::vector<std::string>& changes, const Words& say) {
  std::string line;
  for (std::size_t i = 0; i < std::min(changes.size(), most_changes); ++i)
    line += (i == 0 ? std::string() : std::string(say("list.comma"))) + changes[i];
  if (changes.size() <= most_changes) return line;
  return say.fill("story.more", line, changes.size() - most_changes);
}

/// The scenario of the matrix and of the search: a changed run of it is described by its lock and
/// its faults.
constexpr std::string_view bare = "bare";

std::string bare_title(const ShownRun& run, const Words& say) {
  std::string lock(say.lock_name(run.judged.scenario.strategy));
  if (lock[0] >= 'a' && lock[0] <= 'z') lock[0] = static_cast<char>(lock[0] - 'a' + 'A');
  const std::vector<Sentence> kinds = fault_kinds(run.judged.scenario.faults);
  if (kinds.empty()) return say.fill("story.bare", lock);
  return say.fill("story.bare.faults", lock, say.tell(sim::listed(kinds)));
}

/// Describes the first fault that was added or changed, or says that one was removed; empty if
/// neither.
std::string fault_done(const Words& say, const ShownRun& run, const ShownRun& before) {
  const auto texts = added_faults(run);
  const auto texts_before = added_faults(before);
  if (texts == texts_before) return {};
  auto left = texts_before;  // a second fault with the same text counts as new
  const auto is_new = [&](const std::string& text) {
    const auto same = std::find(left.begin(), left.end(), text);
    if (same == left.end()) return true;
    left.erase(same);
    return false;
  };
  const auto faults = added(run);
  for (std::size_t i = 0; i < texts.size() && i < faults.size(); ++i)
    if (is_new(texts[i])) return say.tell(fault_words(run.judged.scenario, faults[i]));
  return std::string(say("break.branch.less"));
}

bool has_changes(const sim::Changes& changes) {
  return !changes.set.empty() || !changes.strategy.empty() || !changes.faults.empty();
}

/// Whether the run is that of its scenario, apart from the seed and the expectations: the changes
/// in its name, if any, repeat what the scenario says, and only drop its expectations.
bool is_as_told(const ShownRun& run) {
  sim::Scenario now = run.judged.scenario;
  now.seed = run.told.seed;
  now.expect = run.told.expect;
  return now == run.told;
}

std::string setting_done(const Words& say, const ShownRun& run, const ShownRun& before) {
  const sim::Scenario& now = run.judged.scenario;
  const sim::Scenario& then = before.judged.scenario;
  if (run.name.variation != before.name.variation && keeps_story(run)) return say.tell(now.title);
  if (now.strategy != then.strategy) return std::string(say.lock_name(now.strategy));
  if (now.seed != then.seed)
    return fmt::format("{}{}{}", say("setup.seed"), say("list.colon"), now.seed);
  const auto old = settings_of(before);
  // The user's own choice comes before its consequences.
  for (const auto& settings : {chosen_settings(run), settings_of(run)})
    for (const Setting& setting : settings)
      for (const Setting& other : old) {
        const bool same = setting.number == other.number && setting.word == other.word;
        if (setting.key == other.key && !same) return setting_words(say, setting);
      }
  std::string of_clients = client_words(say, now.clients, then.clients);
  if (!of_clients.empty()) return of_clients;
  std::string of_nodes = node_words(say, now.nodes, then.nodes);
  if (!of_nodes.empty()) return of_nodes;
  return std::string(say("break.branch.changed"));
}

}  // namespace

std::string change_from(const Words& say, const ShownRun& run, const ShownRun& before) {
  const std::string fault = before.recorded ? std::string() : fault_done(say, run, before);
  return fault.empty() ? setting_done(say, run, before) : fault;
}

bool keeps_story(const ShownRun& run) {
  if (has_changes(run.name.changes) && (run.recorded || !is_as_told(run))) return false;
  const bool as_written = !run.recorded && run.judged.scenario.seed == run.told.seed;
  const sim::Trace& trace = run.trace();
  const bool goes_on =
      is_live(run) && (trace.empty() || trace.back().kind != sim::EventKind::ended);
  return as_written || goes_on || run.judged.as_expected();
}

sim::StoryText story_of(const ShownRun& run, const Words& say) {
  const sim::Scenario& scenario = run.judged.scenario;
  if (keeps_story(run)) return {scenario.title, scenario.story, scenario.notes};
  if (sim::scenario_name(run.name.scenario) == bare) return {bare_title(run, say), {}, {}};
  const std::vector<std::string> changes = changes_of(run, say);
  if (changes.empty())
    return {say.fill(is_live(run) ? "story.live" : "story.recorded", short_name(run)), {}, {}};
  return {say.fill("story.branch", short_name(run), in_one_line(changes, say)), {}, {}};
}

std::string short_name(const ShownRun& run) {
  const sim::RunName& name = run.name;
  std::string base = run.told.failure;
  if (base.empty()) base = sim::scenario_name(name.scenario);
  if (base.empty()) base = run.told.name;
  return printable(name.variation.empty() ? base : base + "/" + name.variation);
}

std::vector<std::string> changes_of(const ShownRun& run, const Words& say) {
  const sim::Scenario& now = run.judged.scenario;
  std::vector<std::string> all;
  const auto add = [&](std::string words) {
    if (!words.empty()) all.push_back(std::move(words));
  };
  for (const sim::Fault& fault : added(run)) add(say.tell(fault_words(now, fault)));
  if (now.strategy != run.told.strategy)
    add(say.tell(locklab::say("use {} instead", say.lock_name(now.strategy))));
  for (const Setting& setting : chosen_settings(run)) add(setting_words(say, setting));
  add(client_words(say, now.clients, run.told.clients));
  add(node_words(say, now.nodes, run.told.nodes));
  if (now.seed != run.told.seed)
    add(fmt::format("{}{}{}", say("setup.seed"), say("list.colon"), now.seed));
  const bool is_branch = !run.recorded || !run.name.changes.set.empty();
  if (all.empty() && !keeps_story(run) && is_branch) add(std::string(say("break.branch.changed")));
  return all;
}

std::string setting_words(const Words& say, const Setting& setting) {
  const auto switched = [&](std::string_view to) {
    return std::string(say(fmt::format("changed.{}.{}", setting.key, to)));
  };
  std::string value;
  switch (setting.kind) {
    case SettingKind::milliseconds:
      value = span_text(std::llround(setting.number * 1000));
      break;
    case SettingKind::whole:
      value = fmt::format("{:g}", setting.number);
      break;
    case SettingKind::yes_no:
      return switched(setting.number != 0 ? "on" : "off");
    case SettingKind::word:
      return switched(setting.word);
  }
  return fmt::format("{}{}{}", say(fmt::format("setup.{}", setting.key)), say("list.colon"), value);
}

std::string client_words(const Words& say, const std::vector<sim::ClientSpec>& now,
                         const std::vector<sim::ClientSpec>& before) {
  if (now.size() != before.size()) return say.tell(locklab::say("{} clients", now.size()));
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (now[i] == before[i]) continue;
    if (now[i].work == before[i].work) return std::string(say("break.branch.changed"));
    return say.tell(
        locklab::say("{} works for {}", printable(now[i].name), span_text(us(now[i].work))));
  }
  return {};
}

std::string node_words(const Words& say, const std::vector<sim::NodeSpec>& now,
                       const std::vector<sim::NodeSpec>& before) {
  if (now == before) return {};
  if (now.size() != before.size()) return say.tell(locklab::say("{} nodes", now.size()));
  for (const BetterNodes better : {BetterNodes::steady_clocks, BetterNodes::synced})
    if (with_better_nodes(before, better) == now) return say.tell(words_of(better));
  for (std::size_t i = 0; i < now.size(); ++i)
    if (now[i].persistence != before[i].persistence)
      return say.fill("changed.persistence", printable(now[i].name),
                      say(fmt::format("setup.{}", name(now[i].persistence))));
  return std::string(say("break.branch.changed"));
}

}  // namespace locklab::app
