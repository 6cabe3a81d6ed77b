#include "app/changes/run_story.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/changes/added_faults.h"
#include "app/timeline/fault_words.h"
#include "app/timeline/wording.h"
#include "app/words/display_text.h"
#include "app/words/sentence.h"
#include "sim/check/verdict_words.h"

namespace locklab::app {

namespace {

constexpr std::size_t most_changes = 2;  ///< that a title names

/// The first changes in one line, and the number of the others.
std::string in_one_line(const std::vector<std::string>& changes, const Words& say) {
  std::string line;
  for (std::size_t i = 0; i < std::min(changes.size(), most_changes); ++i)
    line += (i == 0 ? std::string() : std::string(say("list.comma"))) + changes[i];
  if (changes.size() <= most_changes) return line;
  return say.fill("story.more", line, changes.size() - most_changes);
}

/// The scenario of the matrix and of the search, which is nobody's story: what is said of a run of
/// it is the lock and what strikes it.
constexpr std::string_view bare = "bare";

std::string bare_title(const ShownRun& run, const Words& say) {
  std::string lock(say.lock_name(run.judged.scenario.strategy));
  if (lock[0] >= 'a' && lock[0] <= 'z') lock[0] = static_cast<char>(lock[0] - 'a' + 'A');
  const std::vector<Sentence> kinds = fault_kinds(run.judged.scenario.faults);
  if (kinds.empty()) return say.fill("story.bare", lock);
  return say.fill("story.bare.faults", lock, say.tell(sim::listed(kinds)));
}

}  // namespace

bool keeps_story(const ShownRun& run) {
  const sim::Changes changes = run_name(run).changes;
  if (!changes.set.empty() || !changes.strategy.empty() || !changes.faults.empty()) return false;
  const bool as_written = !run.recorded && run.judged.scenario.seed == run.told.seed;
  return as_written || run.judged.as_expected();
}

sim::StoryText story_of(const ShownRun& run, const Words& say) {
  const sim::Scenario& scenario = run.judged.scenario;
  if (keeps_story(run)) return {scenario.title, scenario.story, scenario.notes};
  if (sim::scenario_name(run_name(run).scenario) == bare) return {bare_title(run, say), {}, {}};
  const std::vector<std::string> changes = changes_of(run, say);
  if (changes.empty()) return {say.fill("story.live", short_name(run)), {}, {}};
  return {say.fill("story.branch", short_name(run), in_one_line(changes, say)), {}, {}};
}

std::string short_name(const ShownRun& run) {
  const sim::RunName name = run_name(run);
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
    add(say.tell(locklab::app::say("use {} instead", say.lock_name(now.strategy))));
  for (const Setting& setting : chosen_settings(run)) add(setting_words(say, setting));
  add(client_words(say, now.clients, run.told.clients));
  if (now.seed != run.told.seed)
    add(fmt::format("{}{}{}", say("setup.seed"), say("list.colon"), now.seed));
  if (all.empty() && !keeps_story(run) && !run_name(run).changes.set.empty())
    add(std::string(say("break.branch.changed")));
  return all;
}

std::string setting_words(const Words& say, const Setting& setting) {
  std::string value;
  switch (setting.kind) {
    case SettingKind::milliseconds:
      value = span_text(std::llround(setting.number * 1000));
      break;
    case SettingKind::whole:
      value = fmt::format("{:g}", setting.number);
      break;
    case SettingKind::yes_no:
      value = say(setting.number != 0 ? "tale.on" : "tale.off");
      break;
    case SettingKind::word:
      value = setting.word;
      break;
  }
  return fmt::format("{}{}{}", say(fmt::format("setup.{}", setting.key)), say("list.colon"), value);
}

std::string client_words(const Words& say, const std::vector<sim::ClientSpec>& now,
                         const std::vector<sim::ClientSpec>& before) {
  if (now.size() != before.size()) return say.tell(locklab::app::say("{} clients", now.size()));
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (now[i] == before[i]) continue;
    if (now[i].work == before[i].work) return std::string(say("break.branch.changed"));
    return say.tell(
        locklab::app::say("{} works for {}", printable(now[i].name), span_text(us(now[i].work))));
  }
  return {};
}

}  // namespace locklab::app
