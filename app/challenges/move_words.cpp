#include "app/challenges/move_words.h"

#include <fmt/format.h>

#include <cstdlib>

#include "app/timeline/words/wording.h"
#include "app/words/display_text.h"
#include "lock/strategy.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

bool watches_lease(const sim::Scenario& scenario) {
  const Strategy* const strategy = find_strategy(scenario.strategy);
  return strategy && strategy->traits.has(Trait::watches_lease);
}

namespace {

/// The last event of a kind for a client's message; nullopt if there is none.
std::optional<sim::Event> event_of(const sim::Trace& trace, sim::EventKind kind, ClientId client,
                                   std::uint32_t message) {
  for (std::size_t i = trace.size(); i-- > 0;) {
    const sim::Event event = trace[i];
    if (event.kind == kind && event.message == message && event.client == client) return event;
  }
  return std::nullopt;
}

Sentence message_due(const sim::Scenario& scenario, const sim::Trace& trace,
                     const sim::PendingEvent& due) {
  const Sentence client = client_called(scenario, due.client);
  const Sentence node = node_called(scenario, due.node);
  const Sentence cargo = cargo_words(trace, due);
  switch (due.stage) {
    case sim::Stage::request:
      // A command to the resource names it already.
      if (due.node == resource_node) return say("{}, from {}", cargo, client);
      return say("{} → {}, from {}", cargo, node, client);
    case sim::Stage::at_node:
      return say("{} answers {}'s {}", node, client, command_words(trace, due.client, due.message));
    default:
      return due.paused ? say("{} → {}, who is paused and reads it later", cargo, client)
                        : say("{} → {}, {}'s reply to {}", cargo, client, node,
                              command_words(trace, due.client, due.message));
  }
}

Sentence nap_due(const sim::Scenario& scenario, const sim::PendingEvent& due) {
  const Sentence client = client_called(scenario, due.client);
  if (due.paused) return say("a timer of {} runs out while it is paused", client);
  switch (due.phase) {
    case sim::Phase::idle:
      return say("{} begins", client);
    case sim::Phase::wait:
      return say("{} tries again", client);
    case sim::Phase::hold:
      return watches_lease(scenario) ? say("a timer of {} goes off", client)
                                     : say("{}'s work is done", client);
    default:
      return say("{} goes on", client);
  }
}

/// An effect with its maximum duration: "pause alice (up to 200 ms)".
Sentence lasting_at_most(const Sentence& effect, const std::optional<Duration>& most) {
  return most ? say("{} (up to {})", effect, span_text(us(*most))) : effect;
}

Sentence message_effect(const sim::Scenario& scenario, const sim::Fault& fault) {
  const Sentence client = client_called(scenario, fault.client);
  const bool lose = fault.kind == sim::FaultKind::drop;
  if (fault.node == no_node)
    return lose ? say("lose a message of {}", client) : say("hold a message of {} back", client);
  const Sentence node = node_called(scenario, fault.node);
  if (fault.requests)
    return lose ? say("lose {}'s next request to {}", client, node)
                : say("hold back {}'s next request to {}", client, node);
  return lose ? say("lose {}'s next reply to {}", node, client)
              : say("hold back {}'s next reply to {}", node, client);
}

Sentence jump_effect(const sim::Scenario& scenario, const sim::Fault& fault) {
  const Sentence whose = fault.client == no_client ? node_called(scenario, fault.node)
                                                   : client_called(scenario, fault.client);
  if (us(fault.amount) == 0) return say("move {}'s clock", whose);
  const std::string by = span_text(std::abs(us(fault.amount)));
  return us(fault.amount) < 0 ? say("set {}'s clock back by {}", whose, by)
                              : say("set {}'s clock forward by {}", whose, by);
}

Sentence drift_effect(const sim::Scenario& scenario, const sim::Fault& fault) {
  const Sentence whose = fault.client == no_client ? node_called(scenario, fault.node)
                                                   : client_called(scenario, fault.client);
  if (fault.ppm == 0) return say("change the pace of {}'s clock", whose);
  const std::string by = fmt::format("{} %", std::abs(fault.ppm) / 10'000);
  return fault.ppm < 0 ? say("let {}'s clock run {} slower", whose, by)
                       : say("let {}'s clock run {} faster", whose, by);
}

Sentence client_effect(const sim::Scenario& scenario, const sim::Fault& fault) {
  const Sentence client = client_called(scenario, fault.client);
  switch (fault.kind) {
    case sim::FaultKind::crash:
      return say("crash {}", client);
    case sim::FaultKind::pause:
      return lasting_at_most(say("pause {}", client), fault.duration);
    case sim::FaultKind::resume:
      return say("wake {} up", client);
    default:
      return say("let {} run its release", client);
  }
}

Sentence node_effect(const sim::Scenario& scenario, const sim::Fault& fault) {
  const Sentence node = node_called(scenario, fault.node);
  switch (fault.kind) {
    case sim::FaultKind::kill:
      return lasting_at_most(
          fault.power ? say("switch {}'s power off", node) : say("kill {}'s process", node),
          fault.restart_after);
    case sim::FaultKind::stop:
      return lasting_at_most(say("freeze {}", node), fault.duration);
    case sim::FaultKind::restart:
      return say("let {} go on", node);
    case sim::FaultKind::remove:
      return say("delete the lock's key on {}", node);
    default:
      if (fault.client != no_client)
        return lasting_at_most(say("make {} a second master, for {} alone", node,
                                   client_called(scenario, fault.client)),
                               fault.duration);
      return say("let {} take its master's place", node);
  }
}

Sentence link_effect_of(const sim::Scenario& scenario, const sim::Fault& fault) {
  const Sentence client = client_called(scenario, fault.client);
  if (fault.node == no_node) return say("cut a link of {}", client);
  const Sentence node = node_called(scenario, fault.node);
  switch (fault.kind) {
    case sim::FaultKind::cut:
      if (!fault.replies)
        return lasting_at_most(say("cut off the requests {} → {}", client, node), fault.duration);
      if (!fault.requests)
        return lasting_at_most(say("cut off the replies {} → {}", node, client), fault.duration);
      return lasting_at_most(say("cut the link {} – {}", client, node), fault.duration);
    case sim::FaultKind::heal:
      return say("mend the link {} – {}", client, node);
    default:
      return say("release what is held back between {} and {}", client, node);
  }
}

Sentence effect(const sim::Scenario& scenario, const sim::Fault& fault) {
  switch (fault.kind) {
    case sim::FaultKind::crash:
    case sim::FaultKind::pause:
    case sim::FaultKind::resume:
    case sim::FaultKind::foreign_release:
      return client_effect(scenario, fault);
    case sim::FaultKind::jump:
      return jump_effect(scenario, fault);
    case sim::FaultKind::drift:
      return drift_effect(scenario, fault);
    case sim::FaultKind::kill:
    case sim::FaultKind::stop:
    case sim::FaultKind::restart:
    case sim::FaultKind::promote:
    case sim::FaultKind::remove:
      return node_effect(scenario, fault);
    case sim::FaultKind::drop:
      return message_effect(scenario, fault);
    case sim::FaultKind::hold:
      return lasting_at_most(message_effect(scenario, fault), fault.duration);
    default:
      return link_effect_of(scenario, fault);
  }
}

/// The pending end of a fault, or a pending promotion.
Sentence fault_due(const sim::Scenario& scenario, const sim::PendingEvent& due) {
  if (!due.fault || due.vain) return say("time goes on");
  const Sentence client =
      due.client == no_client ? Sentence() : client_called(scenario, due.client);
  const Sentence node = due.node == no_node ? Sentence() : node_called(scenario, due.node);
  switch (*due.fault) {
    case sim::FaultKind::pause:
      return say("{}'s pause ends", client);
    case sim::FaultKind::kill:
      return say("{} starts again", node);
    case sim::FaultKind::stop:
      return say("{} goes on", node);
    case sim::FaultKind::cut:
      return say("the link {} – {} is whole again", client, node);
    case sim::FaultKind::hold:
      return say("what is held back between {} and {} goes on", client, node);
    default:
      return due.client == no_client ? say("{} takes its master's place", node)
                                     : say("everybody learns that {} is the master", node);
  }
}

}  // namespace

Sentence command_words(const sim::Trace& trace, ClientId client, std::uint32_t message) {
  const auto sent = event_of(trace, sim::EventKind::sent, client, message);
  return Sentence::name(sent ? command_name(trace, *sent) : "");
}

Sentence cargo_words(const sim::Trace& trace, const sim::PendingEvent& message) {
  const bool reply = is_reply(message);
  const auto event = event_of(trace, reply ? sim::EventKind::ran : sim::EventKind::sent,
                              message.client, message.message);
  if (!event) return say("a reset");  // the node's end of the connection is gone
  return reply ? short_reply(trace, *event) : Sentence::name(short_command(trace, *event));
}

Sentence due_words(const sim::Scenario& scenario, const sim::Trace& trace,
                   const sim::PendingEvent& due) {
  switch (due.kind) {
    case sim::TimerKind::wire:
      return message_due(scenario, trace, due);
    case sim::TimerKind::deadline:
      return say("{} no longer waits for {}'s reply", client_called(scenario, due.client),
                 node_called(scenario, due.node));
    case sim::TimerKind::sleep:
      return nap_due(scenario, due);
    case sim::TimerKind::expiry:
      return say("a lease ends at {}", node_called(scenario, due.node));
    case sim::TimerKind::replication:
      return say("the master's changes reach {}", node_called(scenario, due.node));
    case sim::TimerKind::fault:
      return fault_due(scenario, due);
    default:
      return say("time goes on");
  }
}

namespace {

/// Describes a fault that hits a node after it has run a command and before it replies.
Sentence before_answer_words(const sim::Scenario& scenario, const std::vector<sim::Fault>& faults) {
  const sim::Fault& fault = faults.front();
  const Sentence node = node_called(scenario, fault.node);
  const Sentence client = client_called(scenario, fault.trigger.client);
  if (faults.size() == 2)
    return say("{} runs {}'s request and dies before it answers, and {} will take its place", node,
               client, node_called(scenario, faults[1].node));
  if (fault.kind == sim::FaultKind::jump || fault.kind == sim::FaultKind::remove)
    return say("let {} run {}'s request, and then {}", node_called(scenario, fault.trigger.node),
               client, effect(scenario, fault));
  if (fault.kind == sim::FaultKind::stop)
    return lasting_at_most(
        say("let {} run {}'s request, and freeze it before it answers", node, client),
        fault.duration);
  return lasting_at_most(
      fault.power
          ? say("let {} run {}'s request, and switch its power off before it answers", node, client)
          : say("let {} run {}'s request, and kill its process before it answers", node, client),
      fault.restart_after);
}

}  // namespace

Sentence effect_words(const sim::Scenario& scenario, const sim::Fault& fault) {
  return effect(scenario, fault);
}

Sentence strike_words(const sim::Scenario& scenario, const std::vector<sim::Fault>& faults) {
  if (faults.front().trigger.event == sim::EventKind::ran)
    return before_answer_words(scenario, faults);
  if (faults.size() == 2 && faults[1].kind == sim::FaultKind::promote)
    return say("{} dies, and {} will take its place", node_called(scenario, faults[0].node),
               node_called(scenario, faults[1].node));
  return effect_words(scenario, faults.front());
}

StrikeOption strike_option(const sim::Scenario& scenario, const std::vector<sim::Fault>& faults) {
  const sim::Fault& fault = faults.front();
  if (faults.size() > 1) return {};
  const bool jump = fault.kind == sim::FaultKind::jump && us(fault.amount) != 0;
  const bool drift = fault.kind == sim::FaultKind::drift && fault.ppm != 0;
  if (!jump && !drift) return {};
  sim::Fault any = fault;
  any.amount = Duration(0);
  any.ppm = 0;
  if (jump) return {strike_words(scenario, {any}), signed_span_text(us(fault.amount))};
  const std::string by = fmt::format("{:+} %", fault.ppm / 10'000);
  return {strike_words(scenario, {any}), by};
}

}  // namespace locklab::app
