#include "app/gui/update/lesson_work.h"

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
  model.branches = kept->second.branches;
  model.undone = kept->second.undone;
  show_branch(model, 0);
}

void leave_step(Model& model) {
  if (!model.shown_step) return;
  keep_work(model);
  model.shown_step.reset();
  model.unreset.reset();
  model.undone.clear();
  model.comparison.reset();
  if (model.branches.size() < 2) return;
  model.branches.erase(model.branches.begin() + 1, model.branches.end());
  show_branch(model, 0);
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
