// Each client's place in the source at a moment, in the lock's own code or in the program that uses
// the lock, with its commands and their replies. Plain data from a trace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/trace/trace.h"

namespace locklab::app {

/// A command and its reply so far.
struct Asked {
  std::uint32_t sent = 0;              ///< index of the event
  std::optional<std::uint32_t> reply;  ///< index of `received` or `timed_out`, if it has happened
};

struct SourceState {
  /// The current or last file, relative to the project's folder; empty if the client has not begun,
  /// or its place is unknown.
  std::string file;
  std::uint32_t line = 0;  ///< from 1; 0 if unknown, or the client is done or has crashed
  bool waits = false;      ///< for a reply to the command on this line
  /// The last commands sent by one line, one for each node; empty if none.
  std::vector<Asked> asked;
};

/// The place after `events` events. `lane_events` are the client's events in order (Scene::events).
SourceState source_state(const sim::Trace& trace, const std::vector<std::uint32_t>& lane_events,
                         std::size_t events);

/// The client's last `most` commands to nodes and to the resource, the latest last. Each lists all
/// nodes that it went to, with their replies.
std::vector<std::vector<Asked>> dialogue(const sim::Trace& trace,
                                         const std::vector<std::uint32_t>& lane_events,
                                         std::size_t events, std::size_t most);

/// The source file of the program that every client runs around its lock.
inline constexpr std::string_view client_program = "sim/process/client_program.cpp";

/// The text of an embedded source file; empty if there is no such file.
std::string_view source_text(std::string_view file);

/// A command as shown in a panel: "SET lock 5e41a2b3… NX PX 500".
std::string brief_command(const sim::Trace& trace, const sim::Event& sent);

/// The line of the lock's source `file`, from 1, that last sent a claim for the client, or that
/// called shared code to do so; 0 if there was no claim, or the line is unknown.
std::uint32_t line_that_took(const sim::Trace& trace, const std::vector<std::uint32_t>& lane_events,
                             std::size_t events, std::string_view file);

/// The text of the script that a command runs; empty if it runs none, or the trace lacks its text.
std::string_view script_text(const sim::Trace& trace, const sim::Event& sent);

}  // namespace locklab::app
