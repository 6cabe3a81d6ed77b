#include "app/gui/update/live_run.h"

#include <algorithm>
#include <utility>

#include "app/changes/added_faults.h"
#include "app/gui/update/branches.h"
#include "app/gui/update/comparison.h"
#include "app/gui/update/navigation.h"
#include "app/gui/update/shown_part.h"
#include "app/words/time_words.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

/// Shows the run as a branch. The cursor moves to its end if it follows the run.
void grow(Model& model, const ShownRunPtr& run) {
  std::optional<std::size_t>& branch = model.pending->shown_as;
  if (!branch) {
    add_branch(model, run, model.branch);
    branch = model.branch;
  } else {
    model.branches[*branch].run = run;
    if (model.branch == *branch) {
      show_branch(model, *branch);
    } else {
      compare_shown_branch(model);  // this branch may be the lower one
    }
  }
  if (!model.follow || model.branch != *branch) return;
  model.view = whole_view(model);
  stand_after(model, run->trace().size());
}

void grow(Model& model, const ShownRunPtr& run, const Sentence& problem) {
  grow(model, run);
  if (!problem.empty()) model.problem = problem;  // showing a run clears an older problem
}

/// Returns whether an ordered fault has been injected. Ends the wait for it if so, or if the run is
/// held without it.
bool has_struck(Model& model, const ShownRun& shown, bool held) {
  std::optional<std::size_t>& before = model.pending->stepped->struck_before;
  if (!before) return false;
  const bool struck = added_faults(shown).size() > *before;
  if (held && !struck) model.problem = say("there is nothing here that this could strike now");
  if (held || struck) before.reset();
  return struck;
}

/// Shows the events of a stepped run as a branch. After an ordered step, advances the cursor if it
/// was at the end.
void show_steps(Model& model, const ShownRunPtr& shown, bool held, const Sentence& problem) {
  SteppedRun& run = *model.pending->stepped;
  const bool first = !model.pending->shown_as;
  const bool at_end = steps_live(model);
  const std::size_t before = model.cursor.events;
  const bool stepped = run.ordered > 0;
  const bool follow = first || (!run.held && !stepped && model.follow);
  run.held = held;
  if (stepped && held) --run.ordered;
  const bool until_broken = held && std::exchange(run.until_broken, false);
  const bool followed = std::exchange(model.follow, follow);
  grow(model, shown, problem);
  model.follow = followed;
  if (model.branch != model.pending->shown_as) return;
  const bool struck = has_struck(model, *shown, held);
  const bool broken = until_broken && breaks_a_promise(model.run->judged);
  if (first) model.view = whole_view(model);
  if (struck) go_to_end(model);
  if (struck || (follow && !broken)) return;
  if (stepped && at_end) model.view = whole_view(model);
  stand_after(model, before);  // simultaneous events share a time, so the number is needed
  if (stepped && at_end) change_shown(model, intent::Step{+1});
  if (broken) run_until(model, Until::violation);
}

/// The message about the preparations for a live run.
Sentence starting_words(const sim::Scenario& scenario, bool own) {
  const std::size_t servers = scenario.nodes.size();
  if (!own)
    return servers == 1 ? say("looking for 1 server") : say("looking for {} servers", servers);
  if (scenario.cluster) return say("starting {} servers, joining them to a cluster", servers);
  if (scenario.sentinels > 0) return say("starting {} servers and their Sentinels", servers);
  return servers == 1 ? say("starting 1 server") : say("starting {} servers", servers);
}

/// The stop condition of a live run that continues until `what`; nullopt for a violation.
std::optional<StopAt> stop_at(const Model& model, Until what) {
  StopAt stop;
  switch (what) {
    case Until::acquired:
      stop.event = sim::EventKind::acquired;
      break;
    case Until::entered:
      stop.event = sim::EventKind::entered;
      break;
    case Until::released:
      stop.event = sim::EventKind::released;
      break;
    case Until::lost:
      stop.event = sim::EventKind::lease_lost;
      break;
    case Until::fault:
      stop.fault = true;
      return stop;
    default:
      return std::nullopt;
  }
  if (model.lane && *model.lane < model.run->scene.clients)
    stop.client = static_cast<ClientId>(*model.lane);
  return stop;
}

/// The stop condition if the intent goes beyond the run's recorded events; otherwise nullopt.
std::optional<StopAt> stop_beyond(const Model& model, const Intent& intent) {
  if (const auto* until = intent.get_if<intent::RunUntil>()) {
    auto stop = stop_at(model, until->what);
    const sim::Trace& trace = model.run->trace();
    for (std::size_t i = model.cursor.events; stop && i < trace.size(); ++i)
      if (stops_at(*stop, trace[i])) return std::nullopt;
    return stop;
  }
  if (!intent.is<intent::RunUntilTime>()) return std::nullopt;
  const auto at_us = read_time(model.until.text);
  if (!at_us || *at_us <= static_cast<double>(model.run->scene.end)) return std::nullopt;
  StopAt stop;
  stop.at_us = static_cast<std::int64_t>(*at_us);
  return stop;
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
  model.pending->starting = starting_words(model.run->judged.scenario, form.own);
  return Job{model.jobs, work::Live{model.run->judged.name, std::move(target), stepped}};
}

void not_struck(Model& model, const Sentence& problem) {
  if (!model.pending || !model.pending->stepped) return;
  model.pending->stepped->struck_before.reset();
  model.problem = problem;
}

std::optional<Job> order_live(Model& model, const Intent& intent) {
  if (!is_stepped_live(model)) return std::nullopt;
  const auto* until = intent.get_if<intent::RunUntil>();
  // Nothing recorded matches, but the servers may still produce it.
  if (until && until->what == Until::violation && !has_clash_ahead(model)) go_to_end(model);
  const auto* step = intent.get_if<intent::Step>();
  const auto* on_lane = intent.get_if<intent::StepOnLane>();
  SteppedRun& run = *model.pending->stepped;
  const bool plays = plays_live(model);
  const auto order = [&](LiveOrder wanted) {
    model.playing = false;
    return Job{++model.jobs, work::OrderStep{std::move(wanted)}};
  };
  const auto go_on = [&](LiveOrder wanted) {
    run = {false, 0, wanted.what == StepOrder::until_broken, run.struck_before};
    model.follow = true;
    return order(std::move(wanted));
  };
  const auto play = [&] {
    LiveOrder wanted(StepOrder::play);
    wanted.pace = model.speed;
    return go_on(std::move(wanted));
  };
  if (const auto stop = stop_beyond(model, intent); stop && !plays_live(model)) {
    model.until.wrong = false;
    LiveOrder wanted(StepOrder::until);
    wanted.stop = *stop;
    return go_on(std::move(wanted));
  }
  if (!steps_live(model)) return std::nullopt;
  if ((step && step->by > 0) || (on_lane && on_lane->by > 0)) {
    if (plays) return order(StepOrder::hold);
    ++run.ordered;
    return order(StepOrder::step);
  }
  if (intent.is<intent::PlayOrPause>()) return plays ? order(StepOrder::hold) : play();
  if (const auto* set = intent.get_if<intent::SetSpeed>(); set && plays && !run.until_broken) {
    model.speed = std::clamp(set->speed, least_speed, most_speed);
    return play();
  }
  if (until && until->what == Until::violation && !plays && !has_clash_ahead(model))
    return go_on(StepOrder::until_broken);
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

std::optional<Model> before_end_of_live_run(const Model& model, const Intent& intent) {
  if (!model.pending || !model.pending->live) return std::nullopt;
  const bool by_user = !intent.is<intent::LiveProgress>() && !intent.is<intent::Opened>() &&
                       !intent.is<intent::NotOpened>();
  const bool announced = intent.is<intent::Cancel>() || intent.is<intent::Leave>() ||
                         intent.is<intent::Saved>() || intent.is<intent::Quit>();
  return by_user && !announced ? std::optional(model) : std::nullopt;
}

std::optional<Job> spare_live_run(Model& model, const Model& before, std::optional<Job> job) {
  const PendingRun& live = *before.pending;
  const std::optional<std::size_t> shown = live.shown_as;
  const bool made = model.pending && model.pending->job == live.job;
  const bool still_shown = !shown || (*shown < model.branches.size() &&
                                      model.branches[*shown].run == before.branches[*shown].run);
  if (made && still_shown) return job;
  // Another story may open while servers are starting, since nothing is lost.
  if (!shown && model.pending && !model.pending->branch) return job;
  const Sentence why = say("the live run that is going on would end: stop it first");
  std::optional<WrongField> field;
  if (!made && model.pending && !model.pending->field.empty())
    field = {model.pending->field, model.pending->typed, why};
  model = before;
  if (model.form) {
    model.form->problem = told(why, model.settings.language);
  } else if (field) {
    model.wrong_field = field;
  } else {
    model.problem = why;
  }
  return std::nullopt;
}

}  // namespace locklab::app
