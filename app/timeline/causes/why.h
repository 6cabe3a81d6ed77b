// Explanations of events. Each line is a cause, one level deeper than its effect. For example, a
// key is gone because its lease ended or a client deleted it; a node granted because it had no key;
// a reply is missing because a link was cut.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/timeline/scene/scene.h"
#include "sim/check/check.h"
#include "sim/check/design_property.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// A line of an explanation. Its causes follow it, one level deeper.
struct WhyStep {
  std::uint32_t event = 0;
  std::uint16_t depth = 0;
  std::vector<std::uint32_t> also = {};  ///< the same event on other nodes, listed in the same line
  bool operator==(const WhyStep&) const = default;
};

inline constexpr std::size_t most_why_steps = 24;

/// The event, followed by its causes back to the fault, in at most most_why_steps lines; the branch
/// that leads to the last fault comes first. Each event is listed once. For a step of a client's
/// own program, the client's previous event takes the place of a cause.
std::vector<WhyStep> why(const sim::Trace& trace, const Scene& scene, std::uint32_t event);

/// Whether the promise concerns waiting clients. Such a promise breaks when the allowed time ends,
/// at an arbitrary event.
bool is_of_waiting(sim::Property property);

/// Explains both sides of a broken promise, beginning with the event that broke it; empty if no
/// single event did. A fault far back in the chain, or not in it, is listed right below that event.
std::vector<WhyStep> why_broken(const sim::Trace& trace, const Scene& scene,
                                const sim::Verdict& verdict);

/// The design property that broke the promise, or `none` if a fault did. `unknown` if the promise
/// was not broken, or not by a single event, or has too many causes to follow.
sim::DesignProperty design_of_broken(const sim::Trace& trace, const Scene& scene,
                                     const sim::Verdict& verdict);

}  // namespace locklab::app
