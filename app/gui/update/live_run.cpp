#include "app/gui/update/live_run.h"

#include <utility>

#include "app/gui/update/branches.h"
#include "app/gui/update/comparison.h"
#include "app/gui/update/navigation.h"
#include "app/gui/update/shown_part.h"
#include "app/words/sentence.h"

namespace locklab::app {

namespace {

/// Shows it as a branch, whose end the cursor follows.
void grow(Model& model, const ShownRunPtr& run, const Sentence& problem) {
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

/// The same of a run that goes step by step.
void show_steps(Model& model, const ShownRunPtr& shown, bool held, const Sentence& problem) {
  SteppedRun& run = *model.pending->stepped;
  const bool first = !model.pending->shown_as;
  const bool at_end = steps_live(model);
  const std::size_t before = first ? 0 : model.cursor.events;
  const bool stepped = run.ordered > 0;
  const bool follow = !run.held && !stepped && !first && model.follow;
  run.held = held;
  if (stepped && held) --run.ordered;
  const bool until_broken = held && std::exchange(run.until_broken, false);
  const bool followed = std::exchange(model.follow, follow);
  grow(model, shown, problem);
  model.follow = followed;
  if (model.branch != model.pending->shown_as) return;
  const bool broken = until_broken && breaks_a_promise(model.run->judged);
  if (follow && !broken) return;
  if (first || (stepped && at_end)) model.view = whole_view(model);
  stand_after(model, before);  // time stands still: a moment is no place in such a run
  if (stepped && at_end) change_shown(model, intent::Step{+1});
  if (broken) run_until(model, Until::violation);
}

/// Whether the branch on screen is a live run that goes step by step.
bool shows_steps(const Model& model) {
  return model.pending && model.pending->stepped && model.run &&
         model.pending->shown_as == model.branch;
}

}  // namespace

std::optional<Job> run_live(Model& model) {
  if (!model.run) return std::nullopt;
  LiveForm& form = model.live;
  form.problem = {};
  LiveTarget target;
  target.processes = form.processes;
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
  const bool stepped = form.steps();
  if (stepped) model.pending->stepped = SteppedRun{};
  return Job{model.jobs, work::Live{model.run->judged.name, std::move(target), stepped}};
}

bool steps_live(const Model& model) {
  return shows_steps(model) && model.cursor.events == model.run->trace().size();
}

bool plays_live(const Model& model) {
  return steps_live(model) && !model.pending->stepped->held && model.pending->stepped->ordered == 0;
}

bool awaits_step(const Model& model) {
  return model.pending && model.pending->stepped && model.pending->stepped->ordered > 0;
}

std::optional<Job> order_live(Model& model, const Intent& intent) {
  if (!shows_steps(model)) return std::nullopt;
  const auto* until = intent.get_if<intent::RunUntil>();
  // Nothing that is recorded is what is sought: the servers may still bring it.
  if (until && until->what == Until::violation && !has_clash_ahead(model)) go_to_end(model);
  if (!steps_live(model)) return std::nullopt;
  const auto* step = intent.get_if<intent::Step>();
  const auto* on_lane = intent.get_if<intent::StepOnLane>();
  SteppedRun& run = *model.pending->stepped;
  const bool plays = plays_live(model);
  const auto order = [&](StepOrder wanted) {
    model.playing = false;
    return Job{++model.jobs, work::OrderStep{wanted}};
  };
  const auto go_freely = [&](bool until_broken) {
    run = {false, 0, until_broken};
    model.follow = true;
    return order(until_broken ? StepOrder::until_broken : StepOrder::play);
  };
  if ((step && step->by > 0) || (on_lane && on_lane->by > 0)) {
    if (plays) return order(StepOrder::hold);
    ++run.ordered;
    return order(StepOrder::step);
  }
  if (intent.is<intent::PlayOrPause>()) return plays ? order(StepOrder::hold) : go_freely(false);
  if (until && until->what == Until::violation && !plays && !has_clash_ahead(model))
    return go_freely(true);
  return std::nullopt;
}

void show_live(Model& model, const ShownRunPtr& run, bool held, const Sentence& problem) {
  model.pending->stepped ? show_steps(model, run, held, problem) : grow(model, run, problem);
}

void stop_following(Model& model) {
  if (model.pending && model.pending->live) model.follow = false;
}

void note_move(Model& model, const Cursor& before, const Intent& intent) {
  const bool by_user = !intent.is<intent::LiveProgress>() && !intent.is<intent::Opened>();
  if (!by_user || before == model.cursor) return;
  stop_following(model);
  model.done = {};
}

void live_failed(Model& model, const Sentence& problem) {
  model.live.problem = problem;
  model.live.shown = true;
}

}  // namespace locklab::app
