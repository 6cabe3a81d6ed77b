#include "app/gui/update/navigation.h"

#include <algorithm>

#include "app/changes/added_faults.h"

namespace locklab::app {

namespace {

void show_cursor(Model& model) {
  model.view = showing(model.view, model.cursor.at_us, model.run->scene.end);
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

std::optional<std::uint32_t> next_violation(const Model& model) {
  std::optional<std::uint32_t> next;
  for (const Clash& clash : model.run->scene.clashes)
    if (clash.event >= model.cursor.events && (!next || clash.event < *next)) next = clash.event;
  return next;
}

}  // namespace

void stand_after(Model& model, std::size_t events) {
  const sim::Trace& trace = model.run->trace();
  model.cursor.events = std::min(events, trace.size());
  model.cursor.at_us =
      model.cursor.events == 0 ? 0 : static_cast<double>(trace[model.cursor.events - 1].at);
  show_cursor(model);
}

void stand_at(Model& model, double at_us) {
  const auto end = static_cast<double>(model.run->scene.end);
  model.cursor.at_us = std::clamp(at_us, 0.0, end);
  model.cursor.events =
      events_until(model.run->trace(), static_cast<std::int64_t>(model.cursor.at_us));
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

void stand_after_fault(Model& model, std::size_t fault) {
  const std::optional<std::uint32_t> event = strike_of(*model.run, fault);
  if (!event) return;
  const std::optional<std::uint16_t> lane = model.lane;
  go_to_event(model, *event);
  model.lane = lane;  // the lane of the fault, or the one that the user selected
}

void run_until(Model& model, Until what) {
  const sim::Trace& trace = model.run->trace();
  if (what == Until::violation) {
    if (const auto next = next_violation(model)) return go_to_event(model, *next);
    return stand_after(model, trace.size());
  }
  const bool of_lane = what != Until::fault && model.lane && *model.lane < model.run->scene.clients;
  for (std::size_t i = model.cursor.events; i < trace.size(); ++i) {
    const auto event = static_cast<std::uint32_t>(i);
    if (!is_what(trace, event, what)) continue;
    if (of_lane && index(trace[event].client) != *model.lane) continue;
    return go_to_event(model, event);
  }
  stand_after(model, trace.size());
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
    if (here == events.begin()) return stand_after(model, 0);
    next = here - 1;
  }
  if (next == events.end()) return stand_after(model, model.run->trace().size());
  const std::optional<std::uint16_t> lane = model.lane;
  go_to_event(model, *next);
  model.lane = lane;
}

void tick(Model& model, double seconds) {
  if (!model.playing) return;
  const double end = static_cast<double>(model.run->scene.end);
  stand_at(model, model.cursor.at_us + seconds * 1e6 * model.speed);
  select_event(model, event_at_cursor(model));
  show_cursor(model);
  if (model.cursor.at_us >= end) {
    model.playing = false;
    stand_after(model, model.run->trace().size());
  }
}

std::optional<std::uint16_t> lit_verdict(const Model& model) {
  return model.lit ? model.lit : model.verdict;
}

std::optional<std::uint32_t> event_at_cursor(const Model& model) {
  if (model.cursor.events == 0) return std::nullopt;
  return static_cast<std::uint32_t>(model.cursor.events - 1);
}

}  // namespace locklab::app
