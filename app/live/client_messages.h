// What the lab and a client that is a process of its own say to each other, in words of a Command.
//
// The client says each thing that it does before it goes on, and waits for the lab's "go". So the
// lab records it, and what strikes the client just then does so before it does anything more.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "app/live/client_channel.h"
#include "lock/ids.h"
#include "lock/redis/endpoint.h"
#include "lock/reply.h"
#include "lock/strategy.h"
#include "sim/process/client_program.h"
#include "sim/process/clock.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// What a client says. All but those marked with * wait for "go".
namespace said {
inline constexpr std::string_view event = "event";        ///< happened to it, or was done by it
inline constexpr std::string_view between = "between";    ///< has done one thing; faults may strike
inline constexpr std::string_view waits = "waits";        ///< * done, orders followed, lateness, at
inline constexpr std::string_view number = "number";      ///< wants the number of a new message
inline constexpr std::string_view open = "open";          ///< wants a connection: node, endpoint
inline constexpr std::string_view announce = "announce";  ///< writes next: way, signature
inline constexpr std::string_view read = "read";          ///< reads next: way
inline constexpr std::string_view last_word = "last word";  ///< asks what ended it: way
inline constexpr std::string_view left = "left";            ///< * has closed its end: way
inline constexpr std::string_view forget = "forget";        ///< * does not speak of it again: way
inline constexpr std::string_view ask = "ask";              ///< * asks the resource: event, command
inline constexpr std::string_view shut = "shut";            ///< * wants no answer of the resource
inline constexpr std::string_view ready = "ready";          ///< * is connected: lost node, why
inline constexpr std::string_view rounded = "rounded";      ///< * has done a round: its first timer
}  // namespace said

/// What the lab says.
namespace lab_tells {
inline constexpr std::string_view begin = "begin";        ///< first of all (ClientSetting)
inline constexpr std::string_view start = "start";        ///< the run begins: when, faults wait
inline constexpr std::string_view go = "go";              ///< faults wait, the answer
inline constexpr std::string_view answered = "answered";  ///< by the resource: message, reply
inline constexpr std::string_view routes = "routes";      ///< which nodes are reached, by NodeId
inline constexpr std::string_view jump = "jump";          ///< your wall clock, by so many us
inline constexpr std::string_view drift = "drift";        ///< your clock, by so many ppm
inline constexpr std::string_view strike = "strike";      ///< a fault of yours: line, token
inline constexpr std::string_view round = "round";        ///< time stands there: what can be done?
inline constexpr std::string_view fire = "fire";          ///< the same, and fire the first timer
inline constexpr std::string_view flow = "flow";          ///< time goes on, so far behind
}  // namespace lab_tells

/// What a client has to know before the run.
struct ClientSetting {
  ClientId self{};
  std::vector<redis::Endpoint> nodes;  ///< by NodeId
  redis::Login login;
  sim::ClientProgram program;
  sim::Clock clock;
  std::vector<NodeId> routes;
  std::vector<NodeId> first_reached;  ///< where it has connections when the run begins
};
void put(Command& message, const ClientSetting& setting);
ClientSetting read_setting(MessageReader& from);

void put(Command& message, const Reply& reply);
Reply read_reply(MessageReader& from);

void put(Command& message, const redis::Endpoint& endpoint);
redis::Endpoint read_endpoint(MessageReader& from);

void put(Command& message, const std::vector<NodeId>& nodes);
std::vector<NodeId> read_nodes(MessageReader& from);

/// The command with its purpose and its acquisition, and no script.
void put(Command& message, const Command& command);
Command read_command(MessageReader& from);

/// An event with what its trace keeps for it, for another trace.
void put(Command& message, const sim::Event& event, const sim::Trace& trace);
sim::Event read_event(MessageReader& from, sim::Trace& trace);

}  // namespace locklab::app
