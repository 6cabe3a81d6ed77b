// The messages between the lab and a client process, as the words of a Command.
//
// A client reports each of its events, and waits for the lab's "go" before it continues. The lab
// records the event, and can inject a fault before the next.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "app/live/clients/client_channel.h"
#include "lock/ids.h"
#include "lock/redis/endpoint.h"
#include "lock/reply.h"
#include "lock/strategy.h"
#include "sim/process/client_program.h"
#include "sim/process/clock.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// Messages of a client, with their words after the colon. All except those marked * wait for "go".
namespace said {
inline constexpr std::string_view event = "event";        ///< its next event: event, scripts, reply
inline constexpr std::string_view between = "between";    ///< asks the lab to inject due faults
inline constexpr std::string_view waits = "waits";        ///< * idle: done, strikes, lateness, time
inline constexpr std::string_view number = "number";      ///< requests a message number
inline constexpr std::string_view open = "open";          ///< requests a connection: node, endpoint
inline constexpr std::string_view announce = "announce";  ///< will write: connection, event
inline constexpr std::string_view read = "read";          ///< asks for due replies: connection
inline constexpr std::string_view last_word = "last word";  ///< asks why a connection ended:
                                                            ///< connection
inline constexpr std::string_view left = "left";            ///< * closed its end: connection
inline constexpr std::string_view forget = "forget";        ///< * will not use it again: connection
inline constexpr std::string_view ask = "ask";              ///< * asks the resource: event, command
inline constexpr std::string_view shut = "shut";            ///< * drops the resource's replies
inline constexpr std::string_view ready = "ready";          ///< * connected; if lost: node, why
inline constexpr std::string_view rounded = "rounded";      ///< * finished a round: its first timer
}  // namespace said

/// Messages of the lab, with their words after the colon.
namespace lab_tells {
inline constexpr std::string_view begin = "begin";        ///< the first message: ClientSetting
inline constexpr std::string_view start = "start";        ///< starts the run: time, faults wait
inline constexpr std::string_view go = "go";              ///< continue: faults wait, answer
inline constexpr std::string_view answered = "answered";  ///< reply of the resource: message, reply
inline constexpr std::string_view routes = "routes";      ///< the nodes reached, by NodeId
inline constexpr std::string_view jump = "jump";          ///< moves the wall clock: us
inline constexpr std::string_view drift = "drift";        ///< changes the clock's rate: ppm
inline constexpr std::string_view strike = "strike";      ///< injects a fault: line, token
inline constexpr std::string_view round = "round";        ///< freezes time, and runs a round: time
inline constexpr std::string_view fire = "fire";          ///< the same, and fires the first timer
inline constexpr std::string_view flow = "flow";          ///< resumes time: us behind the machine's
}  // namespace lab_tells

/// The configuration of a client process.
struct ClientSetting {
  ClientId self{};
  std::vector<redis::Endpoint> nodes;  ///< by NodeId
  redis::Login login;
  sim::ClientProgram program;
  sim::Clock clock;
  std::vector<NodeId> routes;
  std::vector<NodeId> first_reached;  ///< nodes it connects to before the run
};
void put(Command& message, const ClientSetting& setting);
ClientSetting read_setting(MessageReader& from);

void put(Command& message, const Reply& reply);
Reply read_reply(MessageReader& from);

void put(Command& message, const redis::Endpoint& endpoint);
redis::Endpoint read_endpoint(MessageReader& from);

void put(Command& message, const std::vector<NodeId>& nodes);
std::vector<NodeId> read_nodes(MessageReader& from);

/// Adds the command with its purpose and its acquisition, but without its script.
void put(Command& message, const Command& command);
Command read_command(MessageReader& from);

/// Adds an event with its texts in `trace`; read_event() keeps them in another trace.
void put(Command& message, const sim::Event& event, const sim::Trace& trace);
sim::Event read_event(MessageReader& from, sim::Trace& trace);

}  // namespace locklab::app
