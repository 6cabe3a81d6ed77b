#include "app/gui/layout/branch_tree.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/changes/added_faults.h"
#include "app/changes/run_settings.h"
#include "app/changes/run_story.h"
#include "app/timeline/fault_words.h"
#include "app/words/sentence.h"

namespace locklab::app {

namespace {

void grow(const Model& model, std::size_t branch, std::vector<std::size_t>& tree) {
  tree.push_back(branch);
  for (std::size_t i = branch + 1; i < model.branches.size(); ++i)
    if (model.branches[i].parent == branch) grow(model, i, tree);
}

/// The fault that was added to, removed from or changed in a run, in words.
std::string fault_done(const Words& say, const ShownRun& run, const ShownRun& before) {
  const auto texts = added_faults(run);
  const auto texts_before = added_faults(before);
  if (texts == texts_before) return {};
  auto left = texts_before;  // a second fault with the same text is a new one
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

std::string setting_done(const Words& say, const ShownRun& run, const ShownRun& before) {
  const sim::Scenario& now = run.judged.scenario;
  const sim::Scenario& then = before.judged.scenario;
  if (now.strategy != then.strategy) return std::string(say.lock_name(now.strategy));
  if (now.seed != then.seed)
    return fmt::format("{}{}{}", say("setup.seed"), say("list.colon"), now.seed);
  const auto old = settings_of(before);
  // What somebody chose is told before what went with it.
  for (const auto& settings : {chosen_settings(run), settings_of(run)})
    for (const Setting& setting : settings)
      for (const Setting& other : old) {
        const bool same = setting.number == other.number && setting.word == other.word;
        if (setting.key == other.key && !same) return setting_words(say, setting);
      }
  std::string of_clients = client_words(say, now.clients, then.clients);
  if (!of_clients.empty()) return of_clients;
  return std::string(say("break.branch.changed"));
}

}  // namespace

std::vector<std::size_t> branch_tree(const Model& model) {
  std::vector<std::size_t> tree;
  if (!model.branches.empty()) grow(model, 0, tree);
  return tree;
}

std::string branch_words(const Words& say, const Model& model, std::size_t branch) {
  if (branch == 0 || branch >= model.branches.size()) return {};
  const ShownRun& run = *model.branches[branch].run;
  if (run.recorded) return std::string(say("break.live"));
  const ShownRun& before = *model.branches[model.branches[branch].parent].run;
  const std::string fault = before.recorded ? "" : fault_done(say, run, before);
  return fault.empty() ? setting_done(say, run, before) : fault;
}

}  // namespace locklab::app
