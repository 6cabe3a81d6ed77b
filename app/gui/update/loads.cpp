#include "app/gui/update/loads.h"

#include <utility>

#include "app/gui/update/files.h"
#include "app/words/display_text.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

/// The running load of this job; null if the job is not the current one, or its next load has not
/// begun.
ShownLoad* load_of(Model& model, std::uint64_t job) {
  StressView& view = model.stress;
  if (view.job != job || view.loads.empty() || view.loads.back().result) return nullptr;
  return &view.loads.back();
}

std::optional<Job> check(Model& model) {
  model.stress.checking = ++model.jobs;
  return Job{model.jobs, work::CheckLoad{model.stress.form}};
}

}  // namespace

std::optional<Job> change_loads(Model& model, const intent::SetLoad& set) {
  model.stress.form = set.form;
  model.stress.problem = {};
  return check(model);
}

std::optional<Job> change_loads(Model& model, const intent::LoadChecked& checked) {
  StressView& view = model.stress;
  if (view.checking == checked.job) view.mistakes = checked.mistakes;
  // Otherwise a hidden mistake would make Start do nothing.
  view.more = view.more || more_is_wrong(view.mistakes);
  return std::nullopt;
}

std::optional<Job> change_loads(Model& model, const intent::UnfoldLoad& unfold) {
  model.stress.more = unfold.on;
  return std::nullopt;
}

std::optional<Job> change_loads(Model& model, const intent::StartLoad&) {
  StressView& view = model.stress;
  if (view.job || !view.mistakes.empty()) return std::nullopt;
  view.problem = {};
  view.stopping = false;
  view.phase = StressPhase::preparing;
  view.checking = ++model.jobs;
  view.job = model.jobs;
  return Job{model.jobs, work::RunLoad{view.form}};
}

std::optional<Job> change_loads(Model& model, const intent::StopLoad&) {
  StressView& view = model.stress;
  if (!view.job || std::exchange(view.stopping, true)) return std::nullopt;
  return Job{++model.jobs, work::StopLoad{}};
}

std::optional<Job> change_loads(Model& model, const intent::StrikeLoad& wanted) {
  const ShownLoad* load = model.stress.running();
  Sentence& problem = model.stress.problem;
  problem = {};
  if (!load || !can_strike(load->work, wanted.strike)) {
    problem =
        load ? say("this fault cannot be injected into this load") : say("no load is running");
    return std::nullopt;
  }
  Strike strike = wanted.strike;
  sim::Fault& fault = strike.fault;
  const std::optional<Duration> time = pause_of(model.stress);
  switch (fault.kind) {
    case sim::FaultKind::jump:
      fault.amount = time.value_or(0us);
      break;
    case sim::FaultKind::slow:
      fault.duration = 20ms;
      fault.slow_for = time;
      break;
    case sim::FaultKind::stop:
    case sim::FaultKind::pause:
    case sim::FaultKind::cut:
    case sim::FaultKind::refuse:
      fault.duration = time;
      break;
    default:
      return Job{++model.jobs, work::StrikeLoad{strike}};  // has no duration
  }
  if (!time) {
    problem = say("'{}' is not a duration", printable(model.stress.lasts_ms));
    return std::nullopt;
  }
  return Job{++model.jobs, work::StrikeLoad{strike}};
}

std::optional<Job> change_loads(Model& model, const intent::AimAtLoad& aim) {
  model.stress.server = aim.server;
  model.stress.lasts_ms = aim.lasts_ms;
  return std::nullopt;
}

std::optional<Job> change_loads(Model& model, const intent::ShowLoad& show) {
  if (show.load < model.stress.loads.size()) model.stress.loads[show.load].shown = show.shown;
  return std::nullopt;
}

std::optional<Job> change_loads(Model& model, const intent::SelectLoad& select) {
  StressView& view = model.stress;
  if (select.load >= view.loads.size()) return std::nullopt;
  if (view.selected != select.load) view.violation.reset();
  view.selected = select.load;
  return std::nullopt;
}

std::optional<Job> change_loads(Model& model, const intent::RemoveLoad& remove) {
  StressView& view = model.stress;
  const bool runs = view.running() && remove.load + 1 == view.loads.size();
  if (remove.load >= view.loads.size() || runs) return std::nullopt;
  view.loads.erase(view.loads.begin() + static_cast<std::ptrdiff_t>(remove.load));
  if (view.selected == remove.load) view.violation.reset();
  if (view.selected > remove.load || view.selected >= view.loads.size())
    view.selected -= view.selected > 0 ? 1 : 0;
  return std::nullopt;
}

std::optional<Job> change_loads(Model& model, const intent::SelectViolation& select) {
  StressView& view = model.stress;
  if (view.selected >= view.loads.size()) return std::nullopt;
  if (select.violation < view.loads[view.selected].violations().size())
    view.violation = select.violation;
  return std::nullopt;
}

std::optional<Job> change_loads(Model& model, const intent::OpenViolation& open) {
  StressView& view = model.stress;
  if (view.selected >= view.loads.size()) return std::nullopt;
  const ShownLoad& load = view.loads[view.selected];
  if (open.violation >= load.violations().size() || !load.violations()[open.violation].window)
    return std::nullopt;
  view.violation = open.violation;
  view.wanted = {view.selected, open.violation};
  if (!is_unsaved(model)) return open_wanted_violation(model);
  model.leave_for = "";  // asks first
  return std::nullopt;
}

std::optional<Job> open_wanted_violation(Model& model) {
  StressView& view = model.stress;
  const auto wanted = std::exchange(view.wanted, std::nullopt);
  if (!wanted || wanted->load >= view.loads.size()) return std::nullopt;
  const ShownLoad& load = view.loads[wanted->load];
  model.pending = PendingRun{};
  model.pending->job = ++model.jobs;
  model.pending->name = load.work.label();
  model.notice.clear();
  model.instead.clear();
  model.at_violation = broken_by(load.result->violations.at(wanted->violation).harm);
  return Job{model.jobs, work::OpenViolation{load.result, wanted->violation}};
}

// ---- reports of a load

std::optional<Job> change_loads(Model& model, const intent::LoadBegins& begins) {
  StressView& view = model.stress;
  if (view.job != begins.job) return std::nullopt;
  view.loads.push_back(begins.load);
  view.loads.back().number = ++view.made;
  view.selected = view.loads.size() - 1;
  view.violation.reset();
  view.server = 0;
  return std::nullopt;
}

std::optional<Job> change_loads(Model& model, const intent::LoadEnters& enters) {
  if (model.stress.job != enters.job) return std::nullopt;
  model.stress.phase = enters.phase;
  model.stress.part = 0;
  return std::nullopt;
}

std::optional<Job> change_loads(Model& model, const intent::LoadGoesOn& goes_on) {
  if (model.stress.job == goes_on.job) model.stress.part = goes_on.part;
  return std::nullopt;
}

std::optional<Job> change_loads(Model& model, const intent::LoadGrows& grows) {
  ShownLoad* load = load_of(model, grows.job);
  if (!load) return std::nullopt;
  load->seconds.push_back(grows.now);
  load->violations_so_far = grows.now.violations_so_far;
  load->shares = grows.now.shares;
  if (grows.now.limit) load->limit = static_cast<double>(*grows.now.limit);
  return std::nullopt;
}

std::optional<Job> change_loads(Model& model, const intent::LoadStruck& struck) {
  if (ShownLoad* load = load_of(model, struck.job)) load->work.strikes.push_back(struck.strike);
  return std::nullopt;
}

std::optional<Job> change_loads(Model& model, const intent::LoadNotStruck& failed) {
  if (model.stress.job == failed.job) model.stress.problem = failed.problem;
  return std::nullopt;
}

std::optional<Job> change_loads(Model& model, const intent::LoadEnds& ends) {
  ShownLoad* load = load_of(model, ends.job);
  if (!load) return std::nullopt;
  const std::uint64_t number = load->number;
  const bool shown = load->shown;
  *load = ends.load;
  load->number = number;
  load->shown = shown;
  return std::nullopt;
}

std::optional<Job> change_loads(Model& model, const intent::LoadsRead& read) {
  if (!model.dialog || model.dialog->job != read.job) return std::nullopt;
  if (!read.problem.empty()) {
    model.dialog->problem = read.problem;
    return std::nullopt;
  }
  model.dialog.reset();
  StressView& view = model.stress;
  for (const ShownLoad& load : read.loads) {
    // A running load stays last.
    const auto at = view.loads.insert(view.loads.end() - (view.running() ? 1 : 0), load);
    at->number = ++view.made;
    view.selected = static_cast<std::size_t>(at - view.loads.begin());
  }
  view.violation.reset();
  return std::nullopt;
}

std::optional<Job> change_loads(Model& model, const intent::LoadsOver& over) {
  StressView& view = model.stress;
  if (view.job != over.job) return std::nullopt;
  // A load that did not begin has nothing to show.
  if (view.running()) {
    view.loads.pop_back();
    --view.made;
    view.selected = view.loads.empty() ? 0 : view.loads.size() - 1;
  }
  view.job.reset();
  view.stopping = false;
  if (!over.problem.empty()) view.problem = over.problem;  // else that of a fault stays
  return std::nullopt;
}

}  // namespace locklab::app
