// Explanations: why something happened. Each line is a cause, one level deeper than its effect. A
// key is gone because its lease ended or somebody deleted it; a node granted because no key was
// there; a reply is missing because a link was cut.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/timeline/scene.h"
#include "sim/check/check.h"
#include "sim/check/design_property.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// A line of an explanation. Its causes follow it, a level deeper.
struct WhyStep {
  std::uint32_t event = 0;
  std::uint16_t depth = 0;
  std::vector<std::uint32_t> also = {};  ///< the same on other nodes: told in the same line
  bool operator==(const WhyStep&) const = default;
};

inline constexpr std::size_t most_why_steps = 24;

/// The event, then the chain of what it came of, back to the fault, and the branch with the last
/// fault first. Each event is named once. What a client does by its own program has the client's
/// event before it in place of a cause.
std::vector<WhyStep> why(const sim::Trace& trace, const Scene& scene, std::uint32_t event);

/// Whether the promise is about somebody who waits: it is broken when time is up, at an event that
/// may be anybody's.
bool is_of_waiting(sim::Property property);

/// The same for both sides of a broken promise, whose event comes first; empty: no single event
/// broke it. A fault that is far back in the chain is named right below the event.
std::vector<WhyStep> why_broken(const sim::Trace& trace, const Scene& scene,
                                const sim::Verdict& verdict);

/// What in the lock's design broke the promise, if no fault did. Unknown also where the causes are
/// too many to follow.
sim::DesignProperty design_of_broken(const sim::Trace& trace, const Scene& scene,
                                     const sim::Verdict& verdict);

}  // namespace locklab::app
