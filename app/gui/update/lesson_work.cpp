#include "app/gui/update/lesson_work.h"

#include <algorithm>
#include <utility>

#include "app/gui/update/branches.h"

namespace locklab::app {

void keep_work(Model& model) {
  if (!model.shown_step || model.branches.empty()) return;
  if (model.branches.size() > 1) {
    model.works[*model.shown_step] = {model.branches, model.undone};
  } else {
    model.works.erase(*model.shown_step);
  }
}

void take_up_work(Model& model) {
  const StepId step = model.lesson->id();
  if (model.shown_step == step) return;
  leave_step(model);
  model.shown_step = step;
  const auto kept = model.works.find(step);
  if (kept == model.works.end()) return;
  remove_branches(model);
  model.branches = kept->second.branches;
  model.undone = kept->second.undone;
  show_branch(model, 0);
}

void leave_step(Model& model) {
  if (!model.shown_step) return;
  keep_work(model);
  model.shown_step.reset();
  remove_branches(model);  // a pending kept branch is requested again later
}

std::optional<Job> make_kept_branch(Model& model) {
  if (!model.shown_step || model.pending) return std::nullopt;
  const auto left = model.unmade.find(*model.shown_step);
  if (left == model.unmade.end()) return std::nullopt;
  const KeptBranch& next = left->second.front();
  Job job = make_run(model, next.name, std::min(next.parent, model.branches.size() - 1));
  model.pending->kept = true;
  return job;
}

void take_kept_branch(Model& model, const ShownRunPtr& run) {
  const std::size_t parent = model.pending->parent;
  model.pending.reset();
  if (!model.shown_step) return;
  const auto left = model.unmade.find(*model.shown_step);
  if (left == model.unmade.end()) return;
  left->second.erase(left->second.begin());
  if (left->second.empty()) model.unmade.erase(left);
  if (run) model.branches.push_back({run, parent});
}

std::map<StepId, std::vector<KeptBranch>> kept_branches(const Model& model) {
  std::map<StepId, std::vector<KeptBranch>> all;
  const auto add = [&](StepId step, const std::vector<Branch>& branches) {
    for (std::size_t i = 1; i < branches.size(); ++i)
      if (!branches[i].run->recorded)
        all[step].push_back({branches[i].run->judged.name, branches[i].parent});
  };
  for (const auto& [step, work] : model.works)
    if (model.shown_step != step) add(step, work.branches);
  if (model.shown_step) add(*model.shown_step, model.branches);
  for (const auto& [step, branches] : model.unmade)
    all[step].insert(all[step].end(), branches.begin(), branches.end());
  return all;
}

bool can_undo(const Model& model) { return model.branch != 0 || model.unreset; }

void remember_for_undo(Model& model) {
  if (model.run) model.unreset = {model.branch, model.cursor, model.view};
}

bool undo_reset(Model& model) {
  if (model.branch != 0 || !model.unreset) return false;
  const BeforeReset before = *std::exchange(model.unreset, std::nullopt);
  if (before.branch >= model.branches.size()) return false;
  show_branch(model, before.branch);
  model.cursor = before.cursor;
  model.view = before.view;
  return true;
}

}  // namespace locklab::app
