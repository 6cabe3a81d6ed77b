#include "app/lessons/seek.h"

#include <charconv>
#include <cmath>
#include <vector>

#include "sim/scenario/fault_plan.h"
#include "sim/scenario/trigger.h"

namespace locklab::app {

namespace {

std::vector<std::string_view> views(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

bool is_key_change(sim::EventKind kind) {
  return kind == sim::EventKind::key_set || kind == sim::EventKind::key_deleted ||
         kind == sim::EventKind::key_lease || kind == sim::EventKind::key_expired;
}

std::optional<std::size_t> first_broken_promise(const ShownRun& run) {
  std::optional<std::size_t> first;
  for (const sim::Verdict& verdict : run.judged.verdicts) {
    if (!verdict.promised || verdict.kept != sim::Kept::broken || !verdict.event) continue;
    if (!first || *verdict.event < *first) first = *verdict.event;
  }
  return first;
}

/// The index after the effects of a command, which follow it in the trace at the same time.
std::size_t after_its_effects(const sim::Trace& trace, std::size_t ran) {
  std::size_t after = ran + 1;
  if (trace[ran].kind != sim::EventKind::ran) return after;
  while (after < trace.size() && trace[after].at == trace[ran].at &&
         trace[after].node == trace[ran].node && is_key_change(trace[after].kind))
    ++after;
  return after;
}

/// The time in us of one end of a zoom, given in milliseconds or as a `seek`; nullopt if the run
/// lacks it.
std::optional<double> time_of(std::string_view end, const ShownRun& run) {
  double ms = 0;
  const auto [rest, error] = std::from_chars(end.data(), end.data() + end.size(), ms);
  if (error == std::errc() && rest == end.data() + end.size()) return ms * 1000;
  if (end == "end") return static_cast<double>(run.scene.end);
  Showing moment;
  moment.seek = end;
  const auto events = events_at(moment, run);
  if (!events) return std::nullopt;
  return *events == 0 ? 0 : static_cast<double>(run.trace()[*events - 1].at);
}

}  // namespace

std::optional<TimeView> zoom_of(const Showing& showing, const ShownRun& run) {
  const std::string_view zoom = showing.zoom;
  const std::size_t dots = zoom.find("..");
  if (dots == zoom.npos) return std::nullopt;
  const auto from = time_of(zoom.substr(0, dots), run);
  const auto to = time_of(zoom.substr(dots + 2), run);
  if (!from || !to || *from >= *to) return std::nullopt;
  return TimeView{*from, *to};
}

std::optional<std::size_t> events_at(const Showing& showing, const ShownRun& run) {
  const sim::Trace& trace = run.trace();
  if (showing.seek_ms) {
    const auto at = static_cast<std::int64_t>(std::llround(*showing.seek_ms * 1000));
    const std::size_t until = events_until(trace, at);
    // `events` selects among the events of one instant; a run changed since then may have others.
    if (!showing.events || *showing.events > until) return until;
    const bool last_here = *showing.events == until || trace[*showing.events].at == at;
    return last_here ? *showing.events : until;
  }
  if (showing.seek.empty()) return std::nullopt;
  if (showing.seek == "start") return 0;
  if (showing.seek == "end") return trace.size();
  if (showing.seek == "violation") {
    const auto event = first_broken_promise(run);
    return event ? std::optional(*event + 1) : std::nullopt;
  }
  const std::vector<std::string_view> clients = views(trace.info.clients);
  const std::vector<std::string_view> nodes = views(trace.info.nodes);
  const auto parsed = sim::parse_trigger(showing.seek, {clients, nodes, trace.info.resource});
  const auto* trigger = std::get_if<sim::Trigger>(&parsed);
  if (!trigger) return std::nullopt;
  const std::vector<std::size_t> events = sim::matches_in(*trigger, trace);
  if (events.size() < trigger->nth) return std::nullopt;
  return after_its_effects(trace, events[trigger->nth - 1]);
}

}  // namespace locklab::app
