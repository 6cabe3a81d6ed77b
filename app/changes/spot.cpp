#include "app/changes/spot.h"

#include <algorithm>

#include "sim/scenario/trigger.h"

namespace locklab::app {

Spot message_spot(const Scene& scene, std::uint32_t message, bool reply) {
  const Message& of = scene.messages[message];
  return {SpotKind::message, of.client, of.node, message, reply};
}

std::optional<Spot> message_of_event(const ShownRun& run, std::uint32_t event) {
  const auto& messages = run.scene.messages;
  const auto found = std::find_if(messages.begin(), messages.end(), [&](const Message& m) {
    return m.sent == event || m.ran == event || m.received == event || m.lost == event ||
           m.gave_up == event;
  });
  if (found == messages.end()) return std::nullopt;
  const bool reply = event == found->ran || event == found->received ||
                     (event == found->lost && found->ran != none_at);
  return message_spot(run.scene, static_cast<std::uint32_t>(found - messages.begin()), reply);
}

std::string message_moment(const ShownRun& run, const Spot& spot) {
  const Message& message = run.scene.messages[spot.message];
  const sim::Trace& trace = run.trace();
  const sim::EventKind kind = spot.reply ? sim::EventKind::ran : sim::EventKind::sent;
  const std::uint32_t last = spot.reply && message.ran != none_at ? message.ran : message.sent;
  const sim::Event& of = trace[last];
  std::uint32_t nth = 0;
  for (std::uint32_t i = 0; i <= last; ++i)
    nth += trace[i].kind == kind && trace[i].client == of.client && trace[i].node == of.node;
  const sim::Scenario& scenario = run.judged.scenario;
  return sim::message_phrase(
      scenario.clients[index(of.client)].name, nth,
      of.node == resource_node ? scenario.resource : scenario.nodes[index(of.node)].name,
      spot.reply);
}

std::optional<std::int64_t> arrival(const ShownRun& run, const Spot& spot) {
  const Message& message = run.scene.messages[spot.message];
  const std::uint32_t event = spot.reply ? message.received : message.ran;
  return event == none_at ? std::nullopt : std::optional(run.trace()[event].at);
}

}  // namespace locklab::app
