#include "app/changes/added_faults.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "sim/scenario/fault_plan.h"

namespace locklab::app {

namespace {

using sim::FaultKind;

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

}  // namespace

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
