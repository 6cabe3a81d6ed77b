#include "app/gui/update/counted.h"

#include <string>

#include "app/changes/run_settings.h"
#include "app/gui/update/branches.h"
#include "app/gui/update/done.h"

namespace locklab::app {

namespace {

/// Requests the run `name`. `with_number` returns the name of a run with the clients or nodes of a
/// scenario.
template <class WithNumber>
std::optional<Job> change(Model& model, const std::string& name, const WithNumber& with_number) {
  const std::size_t now = model.branch;
  const bool latest = now != 0 && now + 1 == model.branches.size();
  if (!latest || model.branches[model.branches[now].parent].run->recorded)
    return make_run(model, name, now);
  const std::size_t parent = model.branches[now].parent;
  const ShownRun& before = *model.branches[parent].run;
  const bool nothing_else = with_number(*model.run, before.judged.scenario) == before.judged.name;
  if (!nothing_else) return make_run(model, name, now);
  if (name == before.judged.name) {  // back to the original number
    model.pending.reset();
    show_branch(model, parent);
    remove_branch(model, now);
    return Job{++model.jobs, work::Cancel{}};
  }
  Job job = make_run(model, name, parent);
  model.pending->replaces = now;
  return job;
}

bool can_be_changed(const Model& model) { return model.run && !model.run->recorded; }

}  // namespace

std::optional<Job> change_number(Model& model, const intent::ChangeClients& change_to) {
  if (!can_be_changed(model)) return std::nullopt;
  model.wrong_field.reset();
  return change(
      model, with_clients(*model.run, change_to.clients),
      [](const ShownRun& run, const sim::Scenario& of) { return with_clients(run, of.clients); });
}

std::optional<Job> change_number(Model& model, const intent::ChangeNodes& change_to) {
  if (!can_be_changed(model)) return std::nullopt;
  return change(
      model, with_nodes(*model.run, change_to.nodes),
      [](const ShownRun& run, const sim::Scenario& of) { return with_nodes(run, of.nodes); });
}

void take_branch(Model& model, const ShownRunPtr& run, std::size_t parent,
                 std::optional<std::size_t> replaces) {
  const bool still_there =
      replaces && *replaces == model.branch && *replaces + 1 == model.branches.size();
  if (!still_there) return add_branch(model, run, parent);
  model.branches[*replaces].run = run;
  model.branches[*replaces].reached = 0;
  model.undone.clear();
  show_branch(model, *replaces);
  tell_branch_that_saves(model);
}

}  // namespace locklab::app
