#include "app/gui/update/branches.h"

#include <algorithm>

#include "app/gui/update/comparison.h"
#include "app/gui/update/done.h"
#include "app/gui/update/lanes.h"
#include "app/gui/update/navigation.h"
#include "app/runs/moment.h"

namespace locklab::app {

namespace {

/// Ends the user's interactions with a branch, since the branch may be removed.
void let_go(Model& model) {
  model.comparison.reset();
  model.unreset.reset();
  model.form.reset();
  model.story_form.reset();
  model.sliding.reset();
  model.pointed.reset();
  model.drag.reset();
  model.fault_drag.reset();
}

}  // namespace

void show_branch(Model& model, std::size_t branch) {
  const ShownRunPtr before = model.run;
  model.branch = branch;
  model.run = model.branches[branch].run;
  if (before) {
    fit_lanes(model, before->scene, model.run->scene);
    const Axis old(model.settings.axis, before->scene, before->trace());
    model.view = with_end(model.view, old.end(), axis_of(model).end());
  }
  if (model.lane && *model.lane >= model.run->scene.lanes.size()) model.lane.reset();
  model.problem = {};
  model.playing = false;
  model.drag.reset();
  model.fault_drag.reset();
  model.range.reset();
  model.pointed.reset();
  model.event.reset();
  model.verdict.reset();
  model.lit.reset();
  stand_at(model, model.cursor.at_us);
  compare_shown_branch(model);
}

void show_story(Model& model, const ShownRunPtr& run) {
  model.run.reset();  // its view is not kept
  model.until = {};
  model.branches = {{run, 0}};
  model.undone.clear();
  let_go(model);
  model.cursor = {};
  model.marks = {};
  show_all_lanes(model, run->scene);
  model.lane = run->scene.lanes.empty() ? std::nullopt : std::optional<std::uint16_t>(0);
  show_branch(model, 0);
  model.view = kept_view(model);
  model.cursor = {};  // before the first event
}

Job make_run(Model& model, const std::string& name, std::optional<std::size_t> parent) {
  NameAndMoment parts{name, {}};
  if (!parent) parts = split_moment(name);
  model.sliding.reset();
  model.pending =
      PendingRun{++model.jobs, parts.name, parent.has_value(), parent.value_or(0), false, {}};
  model.pending->moment = parts.moment;
  model.notice.clear();
  model.done = {};
  model.problem = {};
  return {model.jobs, work::Run{parts.name}};
}

void add_branch(Model& model, const ShownRunPtr& run, std::size_t parent) {
  model.branches.push_back({run, parent});
  model.undone.clear();
  model.unreset.reset();
  show_branch(model, model.branches.size() - 1);
  tell_branch_that_saves(model);
}

void remove_branch(Model& model, std::size_t branch) {
  const bool grows = model.pending && model.pending->branch;
  if (branch == 0 || branch >= model.branches.size() || grows) return;
  const std::size_t parent = model.branches[branch].parent;
  const auto now = [&](std::size_t i) {
    if (i == branch) i = parent;
    return i > branch ? i - 1 : i;
  };
  const bool shown = model.branch == branch;
  const std::size_t next = now(model.branch);
  std::optional<std::size_t> with;
  if (model.comparison && model.comparison->with != branch) with = now(model.comparison->with);
  let_go(model);
  std::erase(model.undone, branch);
  for (std::size_t& undone : model.undone) undone = now(undone);
  for (Branch& each : model.branches) each.parent = now(each.parent);
  model.branches.erase(model.branches.begin() + static_cast<std::ptrdiff_t>(branch));
  if (shown) {
    show_branch(model, next);
  } else {
    model.branch = next;
  }
  if (with && *with != model.branch) compare(model, with);
}

void remove_branches(Model& model) {
  let_go(model);
  model.undone.clear();
  if (model.pending && model.pending->branch) model.pending.reset();
  if (model.branches.size() < 2) return;
  model.branches.erase(model.branches.begin() + 1, model.branches.end());
  show_branch(model, 0);
}

}  // namespace locklab::app
