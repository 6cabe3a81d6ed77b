// Explanations: chains of causes.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "app/timeline/causes.h"

namespace locklab::app {

namespace {

/// Writes the chains down, depth first.
class Chain {
 public:
  Chain(const sim::Trace& trace, const Scene& scene) : trace_(trace), scene_(scene) {}

  /// Writes down an event without its causes.
  bool name(std::uint32_t event, std::uint16_t depth) {
    if (steps_.size() == most_why_steps || !told_.insert(event).second) return false;
    steps_.push_back({event, depth});
    return true;
  }

  void tell(std::uint32_t event, std::uint16_t depth) {
    if (!name(event, depth)) return;
    std::vector<std::uint32_t> causes = causes_of(trace_, scene_, event);
    // A cause comes before its effect, also where a loaded machine made a fault strike too late.
    std::erase_if(causes, [&](std::uint32_t cause) {
      return told_.contains(cause) || trace_[cause].at > trace_[event].at;
    });
    for (const std::uint32_t cause : causes) tell(cause, static_cast<std::uint16_t>(depth + 1));
  }

  std::size_t size() const { return steps_.size(); }
  std::vector<WhyStep> steps() && { return std::move(steps_); }

 private:
  const sim::Trace& trace_;
  const Scene& scene_;
  std::set<std::uint32_t> told_;
  std::vector<WhyStep> steps_;
};

/// The last refusal until an event. Where nobody gets in, that event is the one at which time was
/// up: who was refused asks why.
std::optional<std::uint32_t> last_refusal(const sim::Trace& trace, std::uint32_t until) {
  for (std::uint32_t i = until + 1; i-- > 0;)
    if (trace[i].kind == sim::EventKind::refused) return i;
  return std::nullopt;
}

/// What a client did or heard last: what its program went on from.
std::optional<std::uint32_t> own_event_before(const sim::Trace& trace, const Scene& scene,
                                              ClientId client, std::uint32_t before) {
  const std::size_t lane = scene.lane_of(client);
  if (lane >= scene.clients) return std::nullopt;
  const std::vector<std::uint32_t>& events = scene.events[lane];
  for (auto at = std::lower_bound(events.begin(), events.end(), before); at != events.begin();) {
    const sim::EventKind kind = trace[*--at].kind;
    const bool note = kind >= sim::EventKind::started && kind <= sim::EventKind::finished;
    if (note || kind == sim::EventKind::received || kind == sim::EventKind::timed_out) return *at;
  }
  return std::nullopt;
}

}  // namespace

bool is_of_waiting(sim::Property property) {
  return property == sim::Property::no_deadlock || property == sim::Property::availability;
}

std::vector<WhyStep> why(const sim::Trace& trace, const Scene& scene, std::uint32_t event) {
  Chain chain(trace, scene);
  chain.tell(event, 0);
  const ClientId client = trace[event].client;
  if (chain.size() == 1 && !strikes(trace[event].kind))
    if (const auto before = own_event_before(trace, scene, client, event)) chain.name(*before, 1);
  return std::move(chain).steps();
}

std::vector<WhyStep> why_broken(const sim::Trace& trace, const Scene& scene,
                                const sim::Verdict& verdict) {
  if (!verdict.event) return {};
  const auto event = static_cast<std::uint32_t>(*verdict.event);
  Chain chain(trace, scene);
  if (const auto refused =
          is_of_waiting(verdict.property) ? last_refusal(trace, event) : std::nullopt) {
    if (*refused != event) chain.name(event, 0);
    chain.tell(*refused, *refused != event ? 1 : 0);
  }
  chain.tell(event, 0);
  if (verdict.other) {
    const auto other = static_cast<std::uint32_t>(*verdict.other);
    chain.tell(other, 0);
    if (const auto kept = trouble_between(trace, scene, trace[other].client, other, event))
      chain.tell(*kept, 0);
  }
  return std::move(chain).steps();
}

}  // namespace locklab::app
