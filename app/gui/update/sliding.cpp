#include "app/gui/update/sliding.h"

#include <fmt/format.h>

#include <utility>

#include "app/changes/fault_form.h"
#include "app/gui/update/branches.h"
#include "app/gui/update/comparison.h"
#include "app/gui/update/done.h"
#include "app/gui/update/navigation.h"

namespace locklab::app {

namespace {

const ShownRun& parent_of(const Model& model) { return *model.branches[model.sliding->parent].run; }

std::string wanted_name(const Model& model) {
  return with_slider(parent_of(model), model.sliding->key, model.sliding->number);
}

/// Restores the run from before the movement, and removes the slider's branch.
void take_back(Model& model) {
  const Sliding was = *std::exchange(model.sliding, std::nullopt);
  model.pending.reset();
  if (was.branch && *was.branch < model.branches.size()) {
    show_branch(model, was.parent);
    remove_branch(model, *was.branch);
    stand_at(model, was.at_us);
  }
}

/// Requests the run for the newest value, unless it is shown; ends the movement of a released
/// slider.
std::optional<Job> follow(Model& model) {
  Sliding& sliding = *model.sliding;
  const std::string name = wanted_name(model);
  if (name == parent_of(model).judged.name && sliding.released) {
    take_back(model);
    return Job{++model.jobs, work::Cancel{}};
  }
  if (model.run->judged.name == name) {
    if (sliding.released) model.sliding.reset();
    return std::nullopt;
  }
  model.pending = PendingRun{++model.jobs, name, true, sliding.parent, false, {}};
  model.pending->slid = true;
  model.pending->field = fmt::format("setting {}", sliding.key);
  model.pending->typed = size_text(sliding.number);
  return Job{model.jobs, work::Run{name}};
}

void begin(Model& model, const std::string& key) {
  model.sliding = Sliding{};
  model.sliding->key = key;
  model.sliding->parent = model.branch;
  model.sliding->at_us = model.cursor.at_us;
}

}  // namespace

std::optional<Job> slide(Model& model, const intent::Slide& to) {
  if (!model.run || model.run->recorded) return std::nullopt;
  if (model.sliding && model.sliding->key != to.key) stop_sliding(model);
  if (!model.sliding) begin(model, to.key);
  model.sliding->number = to.ms;
  model.sliding->released = to.released;
  if (wanted_name(model).empty()) {
    model.sliding.reset();
    return std::nullopt;
  }
  model.wrong_field.reset();
  model.notice.clear();
  model.done = {};
  const bool waits = model.pending && model.pending->slid;
  if (waits && !to.released) return std::nullopt;
  if (waits && model.pending->name == wanted_name(model)) return std::nullopt;
  return follow(model);
}

std::optional<Job> slid(Model& model, const ShownRunPtr& run) {
  model.pending.reset();
  if (!model.sliding) return std::nullopt;
  Sliding& sliding = *model.sliding;
  if (!sliding.branch) {
    add_branch(model, run, sliding.parent);
    sliding.branch = model.branch;
  } else {
    model.branches[*sliding.branch].run = run;
    show_branch(model, *sliding.branch);
    tell_branch_that_saves(model);
  }
  // A user who moves a slider looks for the value at which a promise is kept, so the whole outcome
  // is revealed.
  model.branches[*sliding.branch].reached = run->trace().size();
  stand_at(model, sliding.at_us);  // even if an earlier run ended before this time
  return follow(model);
}

std::optional<Job> not_slid(Model& model, const Sentence& problem) {
  const PendingRun wanted = *std::exchange(model.pending, std::nullopt);
  if (!model.sliding) return std::nullopt;
  if (wanted.name != wanted_name(model)) return follow(model);
  if (model.sliding->released) take_back(model);
  model.wrong_field = {wanted.field, wanted.typed, problem};
  return std::nullopt;
}

void stop_sliding(Model& model) {
  if (model.pending && model.pending->slid) model.pending.reset();
  model.sliding.reset();
}

std::vector<Slider> shown_sliders(const Model& model) {
  if (!model.run) return {};
  const ShownRun& run = model.sliding ? parent_of(model) : *model.run;
  std::optional<std::size_t> client;
  if (model.lane && *model.lane < run.scene.clients) client = *model.lane;
  std::vector<Slider> all = sliders_of(run, client);
  if (model.sliding)
    for (Slider& slider : all)
      if (slider.key == model.sliding->key) slider.now = model.sliding->number;
  return all;
}

}  // namespace locklab::app
