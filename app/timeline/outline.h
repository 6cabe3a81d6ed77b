// A lock in short: what it does with its usual settings, in at most twenty lines, and the line at
// which a client stands. The real source says the same with everything that can go wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sim/trace/trace.h"

namespace locklab::app {

/// The parts of a lock's use.
enum class OutlinePart : std::uint8_t { claim, wait, work, renew, release };

struct OutlineLine {
  OutlinePart part = OutlinePart::work;
  std::string_view code;  ///< with its indentation; what follows "//" is for translation
};

/// The lines of a strategy; empty: it has no outline.
std::span<const OutlineLine> outline_of(std::string_view strategy);

/// Where a client stands in its outline.
struct OutlinePlace {
  std::optional<OutlinePart> part;  ///< none: it has not begun, is done or is gone
  std::optional<std::size_t> line;  ///< index of the line with its last command in this part
};

/// The place after `events` events. `lane_events` are the client's events in order (Scene::events).
OutlinePlace outline_place(const sim::Trace& trace, const std::vector<std::uint32_t>& lane_events,
                           std::size_t events);

/// The line of a part that has the command of a `sent` event; none: it has no such line.
std::optional<std::size_t> line_with(std::span<const OutlineLine> lines, OutlinePart part,
                                     const sim::Trace& trace, const sim::Event& sent);

/// The part that a command serves; none: it belongs to the part that the client is in.
std::optional<OutlinePart> part_of(Purpose purpose);

}  // namespace locklab::app
