// The outline of a lock: its commands with its settings, in at most twenty lines, and the line that
// a client has reached. The real source also covers everything that can go wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lock/lock_config.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// The parts of a lock's use.
enum class OutlinePart : std::uint8_t { claim, wait, work, renew, release };

struct OutlineLine {
  OutlinePart part = OutlinePart::work;
  std::string_view code;  ///< with its indentation; the window translates the text after "//"
};

/// The lines of a strategy with the settings of `lock`; empty if it has no outline.
std::vector<OutlineLine> outline_of(std::string_view strategy, const LockConfig& lock);

/// A client's position in its outline.
struct OutlinePlace {
  std::optional<OutlinePart> part;  ///< nullopt while the client does not use the lock
  std::optional<std::size_t> line;  ///< index of the line with its last command in this part
};

/// The position in `lines` after `events` events. `lane_events` are the client's events in order
/// (Scene::events).
OutlinePlace outline_place(std::span<const OutlineLine> lines, const sim::Trace& trace,
                           const std::vector<std::uint32_t>& lane_events, std::size_t events);

/// The line of a part with the command of a `sent` event: the first one from line `from` on, or
/// else before it; nullopt if there is none.
std::optional<std::size_t> line_with(std::span<const OutlineLine> lines, OutlinePart part,
                                     const sim::Trace& trace, const sim::Event& sent,
                                     std::size_t from = 0);

/// The part that a command serves; nullopt if it belongs to the client's current part.
std::optional<OutlinePart> part_of(Purpose purpose);

}  // namespace locklab::app
