#include "app/gui/breaking.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "app/gui/fault_form.h"
#include "sim/scenario/fault_plan.h"
#include "sim/scenario/trigger.h"

namespace locklab::app {

namespace {

using sim::FaultKind;

constexpr std::array<BreakingTool, 19> tools{{
    {.id = "crash", .kind = FaultKind::crash, .on_client = true},
    {.id = "pause", .kind = FaultKind::pause, .on_client = true, .size = SizeKind::time},
    {.id = "foreign_release", .kind = FaultKind::foreign_release, .on_client = true},
    {.id = "kill", .kind = FaultKind::kill, .on_node = true, .size = SizeKind::restart},
    {.id = "power",
     .kind = FaultKind::kill,
     .on_node = true,
     .size = SizeKind::restart,
     .power = true},
    {.id = "restart", .kind = FaultKind::restart, .on_node = true},
    {.id = "stop", .kind = FaultKind::stop, .on_node = true, .size = SizeKind::time},
    {.id = "promote", .kind = FaultKind::promote, .on_node = true},
    {.id = "jump",
     .kind = FaultKind::jump,
     .on_client = true,
     .on_node = true,
     .size = SizeKind::shift},
    {.id = "drift",
     .kind = FaultKind::drift,
     .on_client = true,
     .on_node = true,
     .size = SizeKind::drift},
    {.id = "cut", .kind = FaultKind::cut, .on_client = true, .on_node = true, .on_link = true},
    {.id = "cut_requests",
     .kind = FaultKind::cut,
     .on_client = true,
     .on_node = true,
     .on_link = true,
     .replies = false},
    {.id = "cut_replies",
     .kind = FaultKind::cut,
     .on_client = true,
     .on_node = true,
     .on_link = true,
     .requests = false},
    {.id = "heal", .kind = FaultKind::heal, .on_client = true, .on_node = true, .on_link = true},
    {.id = "slow",
     .kind = FaultKind::slow,
     .on_client = true,
     .on_node = true,
     .on_link = true,
     .size = SizeKind::time},
    {.id = "hold",
     .kind = FaultKind::hold,
     .on_client = true,
     .on_node = true,
     .on_link = true,
     .on_message = true,
     .size = SizeKind::time},
    {.id = "delay",
     .kind = FaultKind::delay,
     .on_link = true,
     .on_message = true,
     .size = SizeKind::time},
    {.id = "drop", .kind = FaultKind::drop, .on_link = true, .on_message = true},
    {.id = "reset", .kind = FaultKind::reset, .on_client = true, .on_node = true, .on_link = true},
}};

bool applies_to_lane(const BreakingTool& tool, const ShownRun& run, std::uint16_t lane) {
  if (lane >= run.scene.lanes.size()) return false;
  const Lane& of = run.scene.lanes[lane];
  if (of.kind == LaneKind::client) return tool.on_client;
  if (of.kind == LaneKind::resource) return false;
  if (tool.kind != FaultKind::promote) return tool.on_node;
  const auto& masters = run.trace().info.replica_of;
  return of.index < masters.size() && masters[of.index] >= 0;
}

/// When each fault strikes in a trace, by its number.
class Strikes final : public sim::FaultTarget {
 public:
  Strikes(std::span<const sim::Fault> faults, const Trace& trace) {
    std::vector<sim::Fault> numbered(faults.begin(), faults.end());
    for (std::size_t i = 0; i < numbered.size(); ++i) numbered[i].name = std::to_string(i);
    sim::FaultPlan plan(numbered);
    plan.start(*this);
    for (std::size_t i = 0; i < trace.size() && plan.waits_for_events(); ++i) {
      now_ = trace[i].at;
      plan.on_event(trace[i], *this);
    }
  }
  std::optional<std::int64_t> at(std::size_t fault) const {
    const auto found = at_.find(std::to_string(fault));
    return found == at_.end() ? std::nullopt : std::optional(found->second);
  }

  void apply(const sim::Fault& fault) override { at_.emplace(fault.name, now_); }
  void apply_later(const sim::Fault& fault, Duration delay) override {
    at_.emplace(fault.name, now_ + us(delay));
  }

 private:
  std::int64_t now_ = 0;
  std::map<std::string, std::int64_t> at_;
};

/// The events as which a fault of a kind is recorded.
struct Recorded {
  FaultKind fault;
  EventKind event;
};
constexpr Recorded recorded[] = {
    {FaultKind::crash, EventKind::client_crashed},
    {FaultKind::pause, EventKind::client_paused},
    {FaultKind::resume, EventKind::client_resumed},
    {FaultKind::jump, EventKind::client_clock},
    {FaultKind::jump, EventKind::node_clock},
    {FaultKind::drift, EventKind::client_clock},
    {FaultKind::drift, EventKind::node_clock},
    {FaultKind::kill, EventKind::node_killed},
    {FaultKind::stop, EventKind::node_stopped},
    {FaultKind::restart, EventKind::node_continued},
    {FaultKind::restart, EventKind::node_restarted},
    {FaultKind::promote, EventKind::node_promoted},
    {FaultKind::cut, EventKind::link_cut},
    {FaultKind::heal, EventKind::link_healed},
    {FaultKind::slow, EventKind::link_slowed},
    {FaultKind::hold, EventKind::link_held},
    {FaultKind::release, EventKind::link_released},
    {FaultKind::reset, EventKind::link_reset},
    {FaultKind::drop, EventKind::link_reset},
    {FaultKind::delay, EventKind::message_delayed},
};

bool shows_as(FaultKind fault, EventKind event) {
  return std::any_of(std::begin(recorded), std::end(recorded),
                     [&](const Recorded& one) { return one.fault == fault && one.event == event; });
}

/// Whether that event is the strike of a fault which struck at that time.
bool shows(const sim::Fault& fault, std::optional<std::int64_t> at, const Event& event) {
  if (!at || !shows_as(fault.kind, event.kind)) return false;
  if (fault.client != no_client && fault.client != event.client) return false;
  if (fault.node != no_node && fault.node != event.node) return false;
  // Of these it shows only when a message comes along.
  const bool later = fault.kind == FaultKind::drop || fault.kind == FaultKind::delay;
  return event.at == *at || (later && event.at > *at);
}

/// The fault by which that message was delayed by hand before.
std::optional<std::size_t> delay_of(const ShownRun& run, const Spot& message) {
  const std::string moment = message_moment(run, message);
  for (std::size_t i = 0; i < added(run).size(); ++i) {
    const FaultForm form = form_of(run, i);
    if (form.kind == FaultKind::delay && form.at_event && form.moment == moment &&
        form.replies == message.reply && form.requests != message.reply)
      return i;
  }
  return std::nullopt;
}

std::string text_of(const FaultForm& form, const ShownRun& run) {
  auto text = fault_text(form, run);
  return std::holds_alternative<std::string>(text) ? std::get<std::string>(text) : "";
}

}  // namespace

std::span<const BreakingTool> breaking_tools() { return tools; }

std::uint16_t breaking_tool(std::string_view id) {
  const auto found = std::find_if(tools.begin(), tools.end(),
                                  [&](const BreakingTool& tool) { return tool.id == id; });
  return static_cast<std::uint16_t>(found - tools.begin());
}

bool applies(const BreakingTool& tool, const ShownRun& run, const Spot& spot) {
  if (spot.kind == SpotKind::lane) return applies_to_lane(tool, run, spot.lane);
  if (spot.lane >= run.scene.clients || spot.node >= run.scene.lanes.size()) return false;
  if (spot.kind == SpotKind::link) return tool.on_link;
  return spot.message < run.scene.messages.size() && (tool.on_message || tool.on_link);
}

bool applies(const BreakingTool& tool, const ShownRun& run) {
  if (tool.on_link) return true;
  for (std::size_t lane = 0; lane < run.scene.lanes.size(); ++lane)
    if (applies_to_lane(tool, run, static_cast<std::uint16_t>(lane))) return true;
  return false;
}

std::optional<double> usual_size(const BreakingTool& tool, const ShownRun& run) {
  constexpr double usual_lease = 100;
  const double ttl = static_cast<double>(run.trace().info.ttl_us) / 1000;
  const double lease = ttl > 0 ? ttl : usual_lease;
  switch (tool.size) {
    case SizeKind::drift:
      return 100'000;
    case SizeKind::time:
      return std::round(lease * (tool.kind == FaultKind::slow ? 0.5 : 1.5) * 1000) / 1000;
    case SizeKind::shift:
      return std::round(lease * 1.5 * 1000) / 1000;
    default:
      return std::nullopt;
  }
}

SizeRange size_range(SizeKind kind) {
  constexpr double day = 24.0 * 3600 * 1000;
  switch (kind) {
    case SizeKind::none:
      return {};
    case SizeKind::shift:
      return {-365 * day, 365 * day};
    case SizeKind::drift:
      return {-500'000, 500'000};
    default:
      return {0.001, day};
  }
}

bool is_size(SizeKind kind, double size) {
  const SizeRange range = size_range(kind);
  if (!(size >= range.least && size <= range.most) || size == 0) return false;
  return kind != SizeKind::drift || size == std::floor(size);
}

std::string size_text(double size) { return fmt::format("{}", std::round(size * 1000) / 1000); }

Spot message_spot(const Scene& scene, std::uint32_t message, bool reply) {
  const Message& of = scene.messages[message];
  return {SpotKind::message, of.client, of.node, message, reply};
}

std::optional<Spot> message_of_event(const ShownRun& run, std::uint32_t event) {
  const auto& messages = run.scene.messages;
  const auto found = std::find_if(messages.begin(), messages.end(), [&](const Message& m) {
    return m.sent == event || m.ran == event || m.received == event || m.lost == event ||
           m.gave_up == event;
  });
  if (found == messages.end()) return std::nullopt;
  const bool reply = event == found->ran || event == found->received ||
                     (event == found->lost && found->ran != none_at);
  return message_spot(run.scene, static_cast<std::uint32_t>(found - messages.begin()), reply);
}

std::string message_moment(const ShownRun& run, const Spot& spot) {
  const Message& message = run.scene.messages[spot.message];
  const Trace& trace = run.trace();
  const EventKind kind = spot.reply ? EventKind::ran : EventKind::sent;
  const std::uint32_t last = spot.reply && message.ran != none_at ? message.ran : message.sent;
  const Event& of = trace[last];
  std::uint32_t nth = 0;
  for (std::uint32_t i = 0; i <= last; ++i)
    nth += trace[i].kind == kind && trace[i].client == of.client && trace[i].node == of.node;
  const sim::Scenario& scenario = run.judged.scenario;
  return sim::message_phrase(
      scenario.clients[index(of.client)].name, nth,
      of.node == resource_node ? scenario.resource : scenario.nodes[index(of.node)].name,
      spot.reply);
}

std::optional<std::int64_t> arrival(const ShownRun& run, const Spot& spot) {
  const Message& message = run.scene.messages[spot.message];
  const std::uint32_t event = spot.reply ? message.received : message.ran;
  return event == none_at ? std::nullopt : std::optional(run.trace()[event].at);
}

std::string broken_run(const ShownRun& run, const Spot& spot, const BreakingTool& tool,
                       std::optional<double> size, double at_us) {
  return with_fault(run, std::nullopt, text_of(form_for(run, tool, spot, size, at_us), run));
}

double earliest_arrival(const ShownRun& run, const Spot& message) {
  const auto now = arrival(run, message);
  if (!now) return 0;
  const auto delayed = delay_of(run, message);
  const auto by = delayed ? added(run)[*delayed].duration : std::nullopt;
  return static_cast<double>(*now - (by ? us(*by) : 0));
}

Sentence no_earlier(double earliest_us) {
  return say("It cannot arrive before {}: a fault can only delay it",
             fmt::format("{:.3f} ms", earliest_us / 1000));
}

std::optional<std::string> delayed_run(const ShownRun& run, const Spot& message, double to_us) {
  if (!arrival(run, message)) return std::nullopt;
  const double by_ms = (std::round(to_us) - earliest_arrival(run, message)) / 1000;
  if (!is_size(SizeKind::time, by_ms)) return std::nullopt;
  const BreakingTool& delay = tools[breaking_tool("delay")];
  const FaultForm form = form_for(run, delay, message, by_ms, 0);
  return with_fault(run, delay_of(run, message), text_of(form, run));
}

std::vector<std::string> added_faults(const ShownRun& run) { return run_name(run).changes.faults; }

std::span<const sim::Fault> added(const ShownRun& run) {
  // The user's own come after those of the story.
  const std::vector<sim::Fault>& all = run.judged.scenario.faults;
  const std::size_t own = std::min(added_faults(run).size(), all.size());
  return std::span(all).last(own);
}

std::string without_fault(const ShownRun& run, std::size_t fault) {
  sim::RunName name = run_name(run);
  if (fault < name.changes.faults.size())
    name.changes.faults.erase(name.changes.faults.begin() + static_cast<std::ptrdiff_t>(fault));
  return sim::to_string(name);
}

std::string with_fault(const ShownRun& run, std::optional<std::size_t> fault,
                       const std::string& text) {
  sim::RunName name = run_name(run);
  if (fault && *fault < name.changes.faults.size()) {
    name.changes.faults[*fault] = text;
  } else {
    name.changes.faults.push_back(text);
  }
  return sim::to_string(name);
}

std::optional<std::uint32_t> strike_of(const ShownRun& run, std::size_t fault) {
  const std::span<const sim::Fault> own = added(run);
  if (fault >= own.size()) return std::nullopt;
  const Trace& trace = run.trace();
  const Strikes strikes(own, trace);
  std::optional<std::uint32_t> last;
  for (const Mark& mark : run.scene.alarms) {
    if (mark.kind == MarkKind::violation || mark.event == none_at) continue;
    if (last && mark.at != trace[*last].at) break;
    if (shows(own[fault], strikes.at(fault), trace[mark.event])) last = mark.event;
  }
  return last;
}

std::optional<std::size_t> added_fault_at(const ShownRun& run, std::uint32_t event) {
  const std::span<const sim::Fault> own = added(run);
  if (own.empty()) return std::nullopt;
  const Event& e = run.trace()[event];
  const Strikes strikes(own, run.trace());
  for (std::size_t i = own.size(); i-- > 0;) {
    if (shows(own[i], strikes.at(i), e)) return i;
  }
  return std::nullopt;
}

}  // namespace locklab::app
