#include "app/timeline/causes/why.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "app/timeline/words/wording.h"
#include "sim/trace/causes.h"

namespace locklab::app {

namespace {

/// Caches the causes of events: in a long run each search takes a while.
class KnownCauses {
 public:
  KnownCauses(const sim::Trace& trace, const Scene& scene)
      : causes_(trace, scene.events, scene.is_lock) {}

  const std::vector<std::uint32_t>& of(std::uint32_t event) {
    const auto [at, is_new] = known_.try_emplace(event);
    if (is_new) at->second = causes_.of(event);
    return at->second;
  }
  const sim::Causes& all() const { return causes_; }

 private:
  const sim::Causes causes_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> known_;
};

/// The path from an event, without the event itself, to the last fault that led to it. Empty if no
/// fault did. Follows at most 48 events.
std::vector<std::uint32_t> way_to_fault(const sim::Trace& trace, KnownCauses& known,
                                        std::uint32_t event) {
  constexpr std::size_t most_looked_at = 48;
  std::vector<std::uint32_t> reached{event};
  std::map<std::uint32_t, std::uint32_t> effect;
  std::optional<std::uint32_t> fault;
  for (std::size_t i = 0; i < reached.size() && i < most_looked_at; ++i) {
    const sim::Event& e = trace[reached[i]];
    if (i > 0 && strikes(e.kind) && (!fault || e.at > trace[*fault].at)) fault = reached[i];
    for (const std::uint32_t cause : known.of(reached[i]))
      if (cause != event && trace[cause].at <= e.at && effect.emplace(cause, reached[i]).second)
        reached.push_back(cause);
  }
  std::vector<std::uint32_t> way;
  for (auto at = fault; at && *at != event; at = effect.at(*at)) way.push_back(*at);
  std::reverse(way.begin(), way.end());
  return way;
}

/// Whether two causes of one event share a line: the same event on different nodes.
bool told_together(const sim::Trace& trace, std::uint32_t one, std::uint32_t other) {
  const sim::Event& a = trace[one];
  const sim::Event& b = trace[other];
  if (a.kind != b.kind || a.client != b.client || a.node == b.node || a.key != b.key) return false;
  if (a.kind == sim::EventKind::key_expired)
    return owner_of_gone(trace, one) && owner_of_gone(trace, one) == owner_of_gone(trace, other);
  return a.client != no_client &&
         (a.kind == sim::EventKind::key_set || a.kind == sim::EventKind::timed_out);
}

/// Builds an explanation: lists events with their chains of causes, depth first.
class Chain {
 public:
  Chain(const sim::Trace& trace, KnownCauses& known) : trace_(trace), known_(known) {}

  /// Gives priority to causes on the path to a fault.
  void begin_with(const std::vector<std::uint32_t>& way) { way_.insert(way.begin(), way.end()); }

  /// Adds an event without its causes. Returns false if it is already listed, or the limit is
  /// reached.
  bool name(std::uint32_t event, std::uint16_t depth) {
    if (steps_.size() == most_why_steps || !told_.insert(event).second) return false;
    steps_.push_back({event, depth, {}});
    return true;
  }

  void tell(std::uint32_t event, std::uint16_t depth) { tell_all({event}, depth); }

  /// Adds events with the same effect, joining those that differ only in their nodes.
  void tell_all(std::vector<std::uint32_t> events, std::uint16_t depth) {
    const auto leads_to_fault = [&](std::uint32_t event) { return way_.contains(event); };
    std::stable_partition(events.begin(), events.end(), leads_to_fault);
    while (!events.empty()) {
      const std::uint32_t first = events.front();
      std::vector<std::uint32_t> together;
      std::vector<std::uint32_t> rest;
      for (const std::uint32_t event : events) {
        const bool same = event == first || (leads_to_fault(event) == leads_to_fault(first) &&
                                             told_together(trace_, event, first));
        if (!told_.contains(event)) (same ? together : rest).push_back(event);
      }
      if (!together.empty()) tell_line(together, depth);
      events = std::move(rest);
    }
  }

  /// Adds the causes of events.
  void tell_causes(const std::vector<std::uint32_t>& events, std::uint16_t depth) {
    std::vector<std::uint32_t> causes;
    for (const std::uint32_t event : events)
      for (const std::uint32_t cause : known_.of(event))
        // An event after the effect is not its cause: a loaded machine may inject a fault too late.
        if (!told_.contains(cause) && trace_[cause].at <= trace_[event].at &&
            std::find(causes.begin(), causes.end(), cause) == causes.end())
          causes.push_back(cause);
    tell_all(std::move(causes), depth);
  }

  std::size_t size() const { return steps_.size(); }
  std::vector<WhyStep> steps() && { return std::move(steps_); }

 private:
  /// Adds one line and the causes of its events.
  void tell_line(const std::vector<std::uint32_t>& events, std::uint16_t depth) {
    if (!name(events.front(), depth)) return;
    steps_.back().also.assign(events.begin() + 1, events.end());
    told_.insert(events.begin(), events.end());
    tell_causes(events, static_cast<std::uint16_t>(depth + 1));
  }

  const sim::Trace& trace_;
  KnownCauses& known_;
  std::set<std::uint32_t> way_;
  std::set<std::uint32_t> told_;
  std::vector<WhyStep> steps_;
};

/// The last refusal at or before an event. A promise about waiting breaks when the allowed time
/// ends, at an arbitrary event, so its explanation follows the causes of the refusal instead.
std::optional<std::uint32_t> last_refusal(const sim::Trace& trace, std::uint32_t until) {
  for (std::uint32_t i = until + 1; i-- > 0;)
    if (trace[i].kind == sim::EventKind::refused) return i;
  return std::nullopt;
}

}  // namespace

bool is_of_waiting(sim::Property property) {
  return property == sim::Property::no_deadlock || property == sim::Property::availability;
}

std::vector<WhyStep> why(const sim::Trace& trace, const Scene& scene, std::uint32_t event) {
  KnownCauses known(trace, scene);
  Chain chain(trace, known);
  chain.begin_with(way_to_fault(trace, known, event));
  chain.tell(event, 0);
  const ClientId client = trace[event].client;
  if (chain.size() == 1 && !strikes(trace[event].kind))
    if (const auto before = known.all().went_on_from(client, event)) chain.name(*before, 1);
  return std::move(chain).steps();
}

namespace {

/// The last fault before an event that hit a client or node named by the verdict, or else the only
/// fault before it; nullopt if there are none or several.
std::optional<std::uint32_t> fault_of_those(const sim::Trace& trace, const Scene& scene,
                                            std::uint32_t event, const std::string& why) {
  std::optional<std::uint32_t> named;
  std::vector<std::uint32_t> all;
  for (const Mark& mark : scene.alarms) {
    if (mark.event == none_at || mark.event >= event) continue;
    const sim::Event& e = trace[mark.event];
    if (!strikes(e.kind)) continue;
    all.push_back(mark.event);
    const bool of_client =
        e.client != no_client && why.find(trace.client_name(e.client)) != std::string::npos;
    const bool of_node = e.client == no_client && e.node != no_node &&
                         why.find(trace.node_name(e.node)) != std::string::npos;
    if (of_client || of_node) named = mark.event;
  }
  if (named) return named;
  return all.size() == 1 ? std::optional(all.front()) : std::nullopt;
}

/// One side of a broken promise: its event, and the path from there to a fault.
struct Side {
  std::uint32_t event = 0;
  std::vector<std::uint32_t> way;
};

/// The fault behind a broken promise, if it would be listed too far below the event, or is not on
/// the path to this side; otherwise nullopt.
std::optional<std::uint32_t> fault_out_of_sight(const sim::Trace& trace, const Scene& scene,
                                                const sim::Causes& causes, const Side& side,
                                                const std::optional<Side>& other,
                                                const std::string& why) {
  constexpr std::size_t in_sight = 3;  // number of rows below the event
  if (!side.way.empty() && side.way.size() <= in_sight) return std::nullopt;
  if (!side.way.empty()) return side.way.back();
  const ClientId client = trace[side.event].client;
  if (client != no_client)
    if (const auto own = causes.trouble(client, 0, side.event)) return own;
  if (other) {
    if (!other->way.empty()) return other->way.back();
    const ClientId holder = trace[other->event].client;
    if (const auto kept = causes.trouble(holder, other->event, side.event)) return kept;
  }
  return fault_of_those(trace, scene, side.event, why);
}

}  // namespace

std::vector<WhyStep> why_broken(const sim::Trace& trace, const Scene& scene,
                                const sim::Verdict& verdict) {
  if (!verdict.event) return {};
  const auto event = static_cast<std::uint32_t>(*verdict.event);
  KnownCauses known(trace, scene);
  const auto side_of = [&](std::uint32_t of) { return Side{of, way_to_fault(trace, known, of)}; };
  const auto refused = is_of_waiting(verdict.property) ? last_refusal(trace, event) : std::nullopt;
  const Side side = side_of(refused.value_or(event));
  std::optional<Side> other;
  if (verdict.other) other = side_of(static_cast<std::uint32_t>(*verdict.other));
  Chain chain(trace, known);
  chain.begin_with(side.way);
  if (other) chain.begin_with(other->way);
  chain.name(event, 0);
  if (const auto fault = fault_out_of_sight(trace, scene, known.all(), side, other, verdict.why))
    chain.tell(*fault, 1);
  if (side.event != event) {
    chain.tell(side.event, 1);
  } else {
    chain.tell_causes({event}, 1);
  }
  if (other) {
    chain.tell(other->event, 0);
    const ClientId holder = trace[other->event].client;
    if (const auto kept = known.all().trouble(holder, other->event, event)) chain.tell(*kept, 0);
  }
  return std::move(chain).steps();
}

sim::DesignProperty design_of_broken(const sim::Trace& trace, const Scene& scene,
                                     const sim::Verdict& verdict) {
  if (verdict.kept != sim::Kept::broken || !verdict.event) return sim::DesignProperty::unknown;
  constexpr std::size_t most_looked_at = 4096;
  const sim::Causes causes(trace, scene.events, scene.is_lock);
  const auto behind = causes.behind(verdict.event, verdict.other, most_looked_at);
  return behind.size() == most_looked_at ? sim::DesignProperty::unknown
                                         : design_behind(trace, verdict, behind);
}

}  // namespace locklab::app
