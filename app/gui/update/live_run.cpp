#include "app/gui/update/live_run.h"

#include "app/gui/update/branches.h"
#include "app/gui/update/comparison.h"
#include "app/gui/update/navigation.h"
#include "app/words/sentence.h"

namespace locklab::app {

std::optional<Job> run_live(Model& model) {
  if (!model.run) return std::nullopt;
  LiveForm& form = model.live;
  form.problem = {};
  LiveTarget target;
  if (!form.own) {
    auto servers = parse_servers(form.servers);
    if (const auto* problem = std::get_if<LiveProblem>(&servers)) {
      form.problem = sentence(*problem);
      return std::nullopt;
    }
    target.servers = std::move(std::get<0>(servers));
    target.login.user = form.user;
    target.login.password = form.password;
  }
  form.shown = false;
  model.sliding.reset();
  model.problem = {};
  model.notice.clear();
  model.follow = true;
  model.pending = PendingRun{++model.jobs, model.run->judged.name, true, model.branch, true, {}};
  return Job{model.jobs, work::Live{model.run->judged.name, std::move(target)}};
}

void show_live(Model& model, const ShownRunPtr& run, const Sentence& problem) {
  if (!problem.empty()) model.problem = problem;
  std::optional<std::size_t>& branch = model.pending->shown_as;
  if (!branch) {
    add_branch(model, run, model.branch);
    branch = model.branch;
  } else {
    model.branches[*branch].run = run;
    if (model.branch == *branch) {
      show_branch(model, *branch);
    } else {
      compare_shown_branch(model);  // it may be the lower one
    }
  }
  if (!model.follow || model.branch != *branch) return;
  model.view = whole_view(model);
  stand_after(model, run->trace().size());
}

void live_failed(Model& model, const Sentence& problem) {
  model.live.problem = problem;
  model.live.shown = true;
}

}  // namespace locklab::app
