// Where in the source each client stands at a moment, and what it has asked and been told: in the
// lock's own code, or in the program that uses the lock. Plain data from a trace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/trace/trace.h"

namespace locklab::app {

/// One command, and what came of it by that moment.
struct Asked {
  std::uint32_t sent = 0;              ///< the event
  std::optional<std::uint32_t> reply;  ///< received, or timed out, if that has happened
};

struct SourceState {
  /// In what it is, or was last: relative to the project's folder; empty: it has not begun.
  std::string file;
  std::uint32_t line = 0;  ///< from 1; 0: at none, for it is done or gone
  bool waits = false;      ///< for a reply, at this very line
  /// The last commands that it sent from one line, one for each node; empty: none.
  std::vector<Asked> asked;
};

/// `lane_events`: the client's events in order (Scene::events). After `events` events.
SourceState source_state(const Trace& trace, const std::vector<std::uint32_t>& lane_events,
                         std::size_t events);

/// The program that every client runs around its lock.
inline constexpr std::string_view client_program = "sim/process/client_program.cpp";

/// The text of a file that is part of the program; empty: there is none.
std::string_view source_text(std::string_view file);

/// A command as redis-cli takes it: every word in full, quoted where it must be.
std::string typed_command(const Trace& trace, const Event& sent);

/// The text of the script that a command runs; empty: it runs none, or one of a stranger's.
std::string_view script_text(const Trace& trace, const Event& sent);

}  // namespace locklab::app
