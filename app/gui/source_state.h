// Where in a strategy's own source each client stands at a moment, and what it has asked and been
// told. Plain data from a trace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lock/trace.h"

namespace locklab::app {

/// The last command of one client by a moment.
struct SourceState {
  std::string file;        ///< relative to the project's folder; empty: it has sent nothing
  std::uint32_t line = 0;  ///< from 1
  bool waits = false;      ///< for the reply, at this very line
  std::uint32_t sent = 0;  ///< the event
  std::optional<std::uint32_t> reply;  ///< received, or timed out, if that has happened
};

/// `lane_events`: the client's events in order (Scene::events). After `events` events.
SourceState source_state(const Trace& trace, const std::vector<std::uint32_t>& lane_events,
                         std::size_t events);

}  // namespace locklab::app
