#include "app/gui/update/placed_faults.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/changes/added_faults.h"
#include "app/changes/delayed_run.h"
#include "app/changes/dragged_fault.h"
#include "app/changes/fault_form.h"
#include "app/changes/fault_tools.h"
#include "app/changes/spot.h"
#include "app/gui/update/branches.h"
#include "app/gui/update/files.h"
#include "app/gui/update/first_strike.h"
#include "app/gui/update/live_state.h"
#include "app/words/words.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

/// The run of a branch if it can be changed; otherwise null.
ShownRunPtr changeable(const Model& model, std::size_t branch) {
  if (!model.run || branch >= model.branches.size()) return nullptr;
  const ShownRunPtr& run = model.branches[branch].run;
  return run->recorded ? nullptr : run;
}

/// The run in which the tool applies to the spot; null if the run cannot be changed, or the tool
/// does not apply.
template <class Wanted>
ShownRunPtr breakable(const Model& model, const Wanted& wanted) {
  ShownRunPtr run = changeable(model, wanted.branch.value_or(model.branch));
  if (!run || wanted.tool >= breaking_tools().size()) return nullptr;
  return applies(breaking_tools()[wanted.tool], *run, wanted.spot) ? run : nullptr;
}

}  // namespace

std::optional<double> size_of(const Model& model, const ShownRun& run, std::uint16_t tool) {
  const BreakingTool& of = breaking_tools()[tool];
  const auto kept = model.settings.sizes.find(of.id);
  return kept == model.settings.sizes.end() ? usual_size(of, run) : std::optional(kept->second);
}

namespace {

/// Makes the job that injects a tool's fault into the real servers, processes and links now.
/// nullopt if the current branch is not a stepped live run, or the tool's fault does not apply or
/// is invalid.
std::optional<Job> strike_live(Model& model, Spot spot, std::uint16_t tool) {
  if (!is_stepped_live(model) || tool >= breaking_tools().size()) return std::nullopt;
  const BreakingTool& of = breaking_tools()[tool];
  const ShownRun& run = *model.run;
  // A message in flight has already been sent, so the fault affects the next one on its link.
  if (spot.kind == SpotKind::message) spot.kind = SpotKind::link;
  if (!applies(of, run, spot)) return std::nullopt;
  const auto text = fault_text(form_for(run, of, spot, size_of(model, run, tool), 0), run);
  if (!std::holds_alternative<std::string>(text)) return std::nullopt;
  model.tool.reset();
  model.problem = {};
  model.pending->stepped->struck_before = added_faults(run).size();
  return Job{++model.jobs,
             work::StrikeLive{with_fault(run, std::nullopt, std::get<std::string>(text))}};
}

/// Marks the wrong field of the form, and sets the reason.
void mark(FaultForm& form, const BadField& bad, Language language) {
  std::vector<Sentence> found = bad.found;
  found.resize(2);
  form.wrong = bad.field;
  form.problem =
      Words::in(language).fill(bad.key, told(found[0], language), told(found[1], language));
}

}  // namespace

std::optional<Job> break_by_hand(Model& model, const intent::BreakFirst&) {
  if (model.pending && model.pending->live) return std::nullopt;  // the example would end that run
  model.tool = breaking_tool("pause");
  model.first_strike = true;
  if (is_unsaved(model)) {
    model.leave_for = first_strike_example;
    return std::nullopt;
  }
  return make_run(model, first_strike_example, std::nullopt);
}

std::optional<Job> break_by_hand(Model& model, const intent::Break& by_hand) {
  if (is_stepped_live(model) && by_hand.branch.value_or(model.branch) == model.branch)
    return strike_live(model, by_hand.spot, by_hand.tool);
  const bool first = is_first_strike(model);
  const auto wanted = first ? first_strike(model, by_hand) : by_hand;
  const ShownRunPtr run = wanted ? breakable(model, *wanted) : nullptr;
  if (!run) return std::nullopt;
  model.tool.reset();
  const BreakingTool& tool = breaking_tools()[wanted->tool];
  const auto size = first ? usual_size(tool, *run) : size_of(model, *run, wanted->tool);
  FaultForm form =
      form_for(*run, tool, wanted->spot, size, wanted->at_us.value_or(model.cursor.at_us));
  form.branch = wanted->branch.value_or(model.branch);
  const auto text = fault_text(form, *run);
  if (const auto* bad = std::get_if<BadField>(&text)) {  // the form shows the mistake
    mark(form, *bad, model.settings.language);
    model.form = std::move(form);
    return std::nullopt;
  }
  model.first_strike = first;
  Job job =
      make_run(model, with_fault(*run, std::nullopt, std::get<std::string>(text)), form.branch);
  model.pending->fault = added(*run).size();
  return job;
}

std::optional<Job> break_by_hand(Model& model, const intent::PickUp& pick) {
  model.tool = pick.tool && *pick.tool < breaking_tools().size() ? pick.tool : std::nullopt;
  return std::nullopt;
}

std::optional<Job> break_by_hand(Model& model, const intent::SetSize& set) {
  model.wrong_field.reset();
  if (set.tool >= breaking_tools().size()) return std::nullopt;
  const BreakingTool& tool = breaking_tools()[set.tool];
  if (set.size && is_size(tool.size, *set.size)) {
    model.settings.sizes[std::string(tool.id)] = *set.size;
  } else if (!set.size) {
    model.settings.sizes.erase(std::string(tool.id));
  }
  return std::nullopt;
}

std::optional<Job> break_by_hand(Model& model, const intent::PointAt& point) {
  model.pointed = point.at;
  return std::nullopt;
}

std::optional<Job> break_by_hand(Model& model, const intent::DragArrow& wanted) {
  const ShownRunPtr run = changeable(model, wanted.drag.branch);
  if (!run || wanted.drag.message >= run->scene.messages.size()) return std::nullopt;
  if (!model.drag) model.problem = {};  // left by an earlier drag
  const bool left = model.drag && model.drag->left;
  model.drag = wanted.drag;
  model.drag->left = left;
  return std::nullopt;
}

std::optional<Job> break_by_hand(Model& model, const intent::DropArrow&) {
  if (!model.drag) return std::nullopt;
  const ArrowDrag drag = *std::exchange(model.drag, std::nullopt);
  const ShownRunPtr run = changeable(model, drag.branch);
  if (!run || drag.left) return std::nullopt;
  const Spot message = message_spot(run->scene, drag.message, drag.reply);
  if (const auto name = delayed_run(*run, message, drag.to_us))
    return make_run(model, *name, drag.branch);
  if (arrival(*run, message)) model.problem = no_earlier(earliest_arrival(*run, message));
  return std::nullopt;
}

std::optional<Job> break_by_hand(Model& model, const intent::DragFault& wanted) {
  const ShownRunPtr run = changeable(model, wanted.drag.branch);
  if (!run || wanted.drag.fault >= added(*run).size()) return std::nullopt;
  if (!model.fault_drag) model.problem = {};
  const bool left = model.fault_drag && model.fault_drag->left;
  model.fault_drag = wanted.drag;
  model.fault_drag->left = left;
  return std::nullopt;
}

std::optional<Job> break_by_hand(Model& model, const intent::DropFault&) {
  if (!model.fault_drag) return std::nullopt;
  const FaultDrag drag = *std::exchange(model.fault_drag, std::nullopt);
  const ShownRunPtr run = changeable(model, drag.branch);
  if (!run || drag.left) return std::nullopt;
  const auto name = drag.length ? lengthened_run(*run, drag.fault, drag.to_us)
                                : moved_run(*run, drag.fault, drag.to_us);
  if (!name) return std::nullopt;
  Job job = make_run(model, *name, drag.branch);
  model.pending->fault = drag.fault;
  return job;
}

std::optional<Job> break_by_hand(Model& model, const intent::NewFault& wanted) {
  if (is_starting_live(model)) return std::nullopt;
  if (is_stepped_live(model) && wanted.branch.value_or(model.branch) == model.branch)
    return strike_live(model, wanted.spot, wanted.tool);  // injected now, so no time is entered
  const ShownRunPtr run = breakable(model, wanted);
  if (!run) return std::nullopt;
  model.tool.reset();
  model.form =
      form_for(*run, breaking_tools()[wanted.tool], wanted.spot, size_of(model, *run, wanted.tool),
               wanted.at_us.value_or(model.cursor.at_us));
  model.form->branch = wanted.branch.value_or(model.branch);
  return std::nullopt;
}

std::optional<Job> break_by_hand(Model& model, const intent::EditFault& edit) {
  const std::size_t branch = edit.branch.value_or(model.branch);
  const ShownRunPtr run = changeable(model, branch);
  if (!run || edit.fault >= added(*run).size()) return std::nullopt;
  model.form = form_of(*run, edit.fault);
  model.form->branch = branch;
  return std::nullopt;
}

std::optional<Job> break_by_hand(Model& model, const intent::SetForm& set) {
  if (model.form) model.form = set.form;
  return std::nullopt;
}

std::optional<Job> break_by_hand(Model& model, const intent::AcceptForm&) {
  if (!model.form) return std::nullopt;
  FaultForm& form = *model.form;
  const ShownRunPtr run = changeable(model, form.branch);
  if (!run) return std::nullopt;
  const auto text = fault_text(form, *run);
  form.wrong.clear();
  form.problem.clear();
  if (const auto* bad = std::get_if<BadField>(&text)) {
    mark(form, *bad, model.settings.language);
    return std::nullopt;
  }
  Job job = make_run(model, with_fault(*run, form.fault, std::get<std::string>(text)), form.branch);
  model.pending->fault = form.fault.value_or(added(*run).size());
  return job;
}

std::optional<Job> break_by_hand(Model& model, const intent::CloseForm&) {
  model.form.reset();
  return std::nullopt;
}

std::optional<Job> break_by_hand(Model& model, const intent::RemoveFault& remove) {
  const std::size_t branch = remove.branch.value_or(model.branch);
  const ShownRunPtr run = changeable(model, branch);
  if (!run) return std::nullopt;
  model.form.reset();
  return make_run(model, without_fault(*run, remove.fault), branch);
}

}  // namespace locklab::app
