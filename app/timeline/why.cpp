// Explanations: chains of causes.
#include <set>
#include <utility>

#include "app/timeline/causes.h"

namespace locklab::app {

namespace {

/// Writes the chains down, depth first.
class Chain {
 public:
  Chain(const sim::Trace& trace, const Scene& scene) : trace_(trace), scene_(scene) {}

  void tell(std::uint32_t event, std::uint16_t depth) {
    if (steps_.size() == most_why_steps || !told_.insert(event).second) return;
    steps_.push_back({event, depth});
    std::vector<std::uint32_t> causes = causes_of(trace_, scene_, event);
    // A cause comes before its effect, also where a loaded machine made a fault strike too late.
    std::erase_if(causes, [&](std::uint32_t cause) {
      return told_.contains(cause) || trace_[cause].at > trace_[event].at;
    });
    for (const std::uint32_t cause : causes) tell(cause, static_cast<std::uint16_t>(depth + 1));
  }

  std::vector<WhyStep> steps() && { return std::move(steps_); }

 private:
  const sim::Trace& trace_;
  const Scene& scene_;
  std::set<std::uint32_t> told_;
  std::vector<WhyStep> steps_;
};

}  // namespace

std::vector<WhyStep> why(const sim::Trace& trace, const Scene& scene, std::uint32_t event) {
  Chain chain(trace, scene);
  chain.tell(event, 0);
  return std::move(chain).steps();
}

std::vector<WhyStep> why_broken(const sim::Trace& trace, const Scene& scene,
                                const sim::Verdict& verdict) {
  if (!verdict.event) return {};
  auto event = static_cast<std::uint32_t>(*verdict.event);
  Chain chain(trace, scene);
  // Where nobody gets in, the event is the one at which time was up: who was refused asks why.
  if (verdict.property == sim::Property::no_deadlock ||
      verdict.property == sim::Property::availability)
    for (std::uint32_t i = event + 1; i-- > 0;)
      if (trace[i].kind == sim::EventKind::refused) {
        event = i;
        break;
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
