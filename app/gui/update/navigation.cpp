#include "app/gui/update/navigation.h"

#include <algorithm>
#include <cmath>

#include "app/changes/added_faults.h"
#include "app/changes/saving_event.h"
#include "app/gui/update/lesson_steps.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

void show_cursor(Model& model) {
  model.view = showing(model.view, cursor_position(model), axis_of(model).end());
}

bool is_what(const sim::Trace& trace, std::uint32_t event, Until what) {
  const sim::EventKind kind = trace[event].kind;
  switch (what) {
    case Until::acquired:
      return kind == sim::EventKind::acquired;
    case Until::entered:
      return kind == sim::EventKind::entered;
    case Until::released:
      return kind == sim::EventKind::released;
    case Until::lost:
      return kind == sim::EventKind::lease_lost;
    case Until::fault:
      return strikes(kind);
    default:
      return false;
  }
}

/// The clashes in order: those that break a promise or, if there are none, unpromised ones.
std::vector<const Clash*> clashes_to_visit(const Model& model) {
  std::vector<const Clash*> all;
  for (const Clash& clash : model.run->scene.clashes) all.push_back(&clash);
  std::stable_sort(all.begin(), all.end(),
                   [](const Clash* a, const Clash* b) { return a->event < b->event; });
  const auto unpromised = [&](const Clash* clash) {
    return !model.run->judged.verdicts[clash->verdict].promised;
  };
  if (!std::all_of(all.begin(), all.end(), unpromised)) std::erase_if(all, unpromised);
  return all;
}

/// The event of the last fault before a clash, if it is close enough to be visible together with
/// it.
std::optional<std::uint32_t> fault_before(const Model& model, const Clash& clash) {
  constexpr std::uint32_t readable = 150;  // in events
  std::optional<std::uint32_t> last;
  for (const Mark& alarm : model.run->scene.alarms)
    if (alarm.kind == MarkKind::fault && alarm.event < clash.event) last = alarm.event;
  return last && clash.event - *last <= readable ? last : std::nullopt;
}

/// The view of a clash with its causes, without those so far back that the clash would become too
/// small.
TimeView view_of(const Model& model, const Clash& clash) {
  const Axis axis = axis_of(model);
  const double to = axis.position(clash.to, clash.over);
  double from = axis.position(clash.from, clash.begun);
  constexpr double waited = 0.4;  // no earlier event conflicts, as in a deadlock: show the wait
  if (clash.other == none_at)
    return around(std::min(from, to - waited * static_cast<double>(axis.end())), to, axis.end());
  const double length = std::max(to - from, 0.01 * model.view.span());
  from = std::min(from, axis.position(model.run->trace()[clash.other].at, clash.other));
  // An exceeded limit is instantaneous: show the requests before it.
  constexpr std::int64_t instant = 1'000;
  constexpr std::int64_t led_to_it = 16'000;
  const std::int64_t other_at = model.run->trace()[clash.other].at;
  if (clash.to - std::min(clash.from, other_at) < instant)
    return around(
        axis.position(static_cast<double>(std::max<std::int64_t>(clash.to - led_to_it, 0))), to,
        axis.end());
  if (const auto fault = fault_before(model, clash)) {
    const double cause = axis.position(model.run->trace()[*fault].at, *fault);
    return around(std::min(std::max(from, to - 8 * length), cause), to, axis.end());
  }
  return around(std::max(from, to - 8 * length), to, axis.end());
}

/// Selects the verdict of a clash, moves to the event that broke the promise, and shows both sides.
void go_to_clash(Model& model, const Clash& clash) {
  model.verdict = clash.verdict;
  model.tale.shown = Telling::why;
  go_to_event(model, clash.event);
  model.view = view_of(model, clash);
}

}  // namespace

Axis axis_of(const Model& model) {
  return {model.settings.axis, model.run->scene, model.run->trace()};
}

AxisView axis_on_screen(const Model& model, float width) {
  return {axis_of(model), model.view, width};
}

TimeView view_around(const Model& model, double from_us, double to_us) {
  const Axis axis = axis_of(model);
  return around(axis.position(from_us), axis.position(to_us), axis.end());
}

TimeView whole_view(const Model& model) { return fit(axis_of(model).end()); }

TimeView kept_view(const Model& model) {
  const sim::Trace& trace = model.run->trace();
  if (!trace.info.lacks_beginning() || trace.empty()) return whole_view(model);
  return view_around(model, static_cast<double>(trace[0].at), static_cast<double>(trace.back().at));
}

double cursor_position(const Model& model) {
  return axis_of(model).after(model.cursor.events, model.cursor.at_us);
}

void stand_after(Model& model, std::size_t events) {
  const sim::Trace& trace = model.run->trace();
  model.cursor.events = std::min(events, trace.size());
  model.cursor.at_us =
      model.cursor.events == 0 ? 0 : static_cast<double>(trace[model.cursor.events - 1].at);
  show_cursor(model);
}

void follow_step(Model& model, double before) {
  // Half a per cent is a few pixels. The user's own zoom is not changed.
  constexpr double least_seen = 0.005;
  constexpr double shown = 25;  // number of steps of this length that the new view shows
  const TimeView whole = whole_view(model);
  const double now = cursor_position(model);
  const double moved = std::abs(now - before);
  const bool live = model.pending && model.pending->live;
  const double before_it = model.view.span();
  const bool by_hand = model.view != whole && before_it != model.followed;
  if (live || by_hand || moved == 0 || moved >= least_seen * before_it) return;
  const double span = shown * moved;
  const double from = std::max(std::min(before, now) - 0.4 * span, whole.from);
  model.view = spanning(from, from + span, axis_of(model).end());
  model.followed = model.view.span();
}

void stand_at(Model& model, double at_us) {
  const auto end = static_cast<double>(model.run->scene.end);
  model.cursor.at_us = std::clamp(at_us, 0.0, end);
  model.cursor.events =
      events_until(model.run->trace(), static_cast<std::int64_t>(model.cursor.at_us));
}

void stand_at_moment(Model& model, const Showing& showing, std::size_t events) {
  stand_after(model, events);
  if (!showing.seek_ms) return;
  const auto end = static_cast<double>(model.run->scene.end);
  model.cursor.at_us =
      std::clamp(*showing.seek_ms * 1000, model.cursor.at_us, std::max(model.cursor.at_us, end));
}

void select_event(Model& model, std::optional<std::uint32_t> event) {
  model.event = event;
  if (!event) return;
  const std::size_t lane = model.run->scene.lane_of(model.run->trace()[*event].client);
  if (lane < model.run->scene.clients) model.lane = static_cast<std::uint16_t>(lane);
}

void go_to_event(Model& model, std::uint32_t event) {
  if (event >= model.run->trace().size()) return;
  model.playing = false;
  stand_after(model, std::size_t{event} + 1);
  select_event(model, event);
}

void go_to_start(Model& model) {
  model.playing = false;
  stand_after(model, 0);
  model.event.reset();
}

void go_to_end(Model& model) {
  model.playing = false;
  stand_after(model, model.run->trace().size());
  select_event(model, event_at_cursor(model));
}

void go_to_verdict(Model& model, std::uint16_t verdict) {
  model.verdict = verdict;
  if (model.run->judged.verdicts[verdict].kept == sim::Kept::broken)
    model.tale.shown = Telling::why;
  const std::vector<Clash>& clashes = model.run->scene.clashes;
  const auto clash = std::find_if(clashes.begin(), clashes.end(),
                                  [&](const Clash& one) { return one.verdict == verdict; });
  if (clash != clashes.end()) return go_to_clash(model, *clash);
  if (const auto event = model.run->judged.verdicts[verdict].event)
    go_to_event(model, static_cast<std::uint32_t>(*event));
}

void go_to_answer(Model& model, std::uint16_t verdict) {
  go_to_verdict(model, verdict);
  if (model.run->judged.verdicts[verdict].kept == sim::Kept::kept) go_to_end(model);
}

void stand_after_fault(Model& model, std::size_t fault) {
  const std::optional<std::uint32_t> event = strike_of(*model.run, fault);
  if (!event) return;
  const std::optional<std::uint16_t> lane = model.lane;
  go_to_event(model, *event);
  model.lane = lane;  // the lane of the fault, or the one that the user selected
}

void stand_where_saved(Model& model) {
  Branch& branch = model.branches[model.branch];
  branch.saved_at = saving_event(*model.branches[branch.parent].run, *branch.run);
  if (!branch.saved_at) return;
  go_to_event(model, *branch.saved_at);
  model.tale.shown = Telling::why;
}

namespace {

/// Says that there is no violation to go to, unless a question of the lesson may be about that.
void tell_that_nothing_is_broken(Model& model) {
  if (holds_future(model)) return;
  if (is_being_recorded(model, model.branch)) {
    model.done = say("no promise is broken so far");
    return;
  }
  model.done = say("no promise is broken in this run");
  if (model.branch < model.branches.size())  // the message reveals the end
    model.branches[model.branch].reached = model.run->trace().size();
}

}  // namespace

void run_until(Model& model, Until what) {
  const sim::Trace& trace = model.run->trace();
  if (what == Until::violation) {
    const std::vector<const Clash*> clashes = clashes_to_visit(model);
    if (clashes.empty()) return tell_that_nothing_is_broken(model);
    const auto next = std::find_if(clashes.begin(), clashes.end(), [&](const Clash* clash) {
      return clash->event >= model.cursor.events;
    });
    return go_to_clash(model, next == clashes.end() ? *clashes.front() : **next);
  }
  const bool of_lane = what != Until::fault && model.lane && *model.lane < model.run->scene.clients;
  for (std::size_t i = model.cursor.events; i < trace.size(); ++i) {
    const auto event = static_cast<std::uint32_t>(i);
    if (!is_what(trace, event, what)) continue;
    if (of_lane && index(trace[event].client) != *model.lane) continue;
    return go_to_event(model, event);
  }
  go_to_end(model);
}

bool has_clash_ahead(const Model& model) {
  const std::vector<const Clash*> clashes = clashes_to_visit(model);
  return !clashes.empty() && clashes.back()->event >= model.cursor.events;
}

void run_until_time(Model& model, double at_us) {
  model.playing = false;
  stand_at(model, at_us);
  show_cursor(model);
  select_event(model, event_at_cursor(model));
}

void step_on_lane(Model& model, int by) {
  if (!model.lane || *model.lane >= model.run->scene.events.size()) return;
  const std::vector<std::uint32_t>& events = model.run->scene.events[*model.lane];
  const auto now = static_cast<std::uint32_t>(model.cursor.events);
  // The event at the cursor is the one before `now`.
  auto next = std::lower_bound(events.begin(), events.end(), now);
  if (by < 0) {
    const auto here = std::lower_bound(events.begin(), events.end(), now == 0 ? 0 : now - 1);
    if (here == events.begin()) return go_to_start(model);
    next = here - 1;
  }
  const std::optional<std::uint16_t> lane = model.lane;
  if (next == events.end()) {
    go_to_end(model);
  } else {
    go_to_event(model, *next);
  }
  model.lane = lane;
}

void tick(Model& model, double seconds) {
  if (!model.playing) return;
  const double end = static_cast<double>(model.run->scene.end);
  stand_at(model, model.cursor.at_us + seconds * 1e6 * model.speed);
  select_event(model, event_at_cursor(model));
  show_cursor(model);
  if (model.cursor.at_us >= end) go_to_end(model);
}

bool is_being_recorded(const Model& model, std::size_t branch) {
  return model.pending && model.pending->live && model.pending->shown_as == branch;
}

namespace {

bool has_seen_end(const Branch& branch) { return branch.reached == branch.run->trace().size(); }

}  // namespace

bool is_reached(const Model& model, std::size_t branch, const sim::Verdict& verdict) {
  if (is_being_recorded(model, branch)) return verdict.kept == sim::Kept::broken;
  if (branch >= model.branches.size()) return true;
  const Branch& of = model.branches[branch];
  if (of.run->recorded || model.lesson) return true;
  if (has_seen_end(of) || has_seen_end(model.branches[0])) return true;
  return verdict.kept == sim::Kept::broken && verdict.event && *verdict.event < of.reached;
}

bool is_reached(const Model& model, const sim::Verdict& verdict) {
  return is_reached(model, model.branch, verdict);
}

std::optional<std::uint16_t> lit_verdict(const Model& model) {
  return model.lit ? model.lit : model.verdict;
}

std::optional<std::uint32_t> event_at_cursor(const Model& model) {
  if (model.cursor.events == 0) return std::nullopt;
  return static_cast<std::uint32_t>(model.cursor.events - 1);
}

}  // namespace locklab::app
