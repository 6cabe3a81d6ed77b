#include "app/timeline/words/fault_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "app/timeline/words/moment_words.h"
#include "app/timeline/words/wording.h"
#include "app/words/display_text.h"
#include "sim/scenario/cluster_slots.h"
#include "sim/scenario/fault_rows.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

Sentence client_of(const sim::Scenario& scenario, const sim::Fault& fault) {
  return fault.client == no_client ? say("every client") : client_called(scenario, fault.client);
}

Sentence node_of(const sim::Scenario& scenario, const sim::Fault& fault) {
  return fault.node == no_node ? say("every node") : node_called(scenario, fault.node);
}

/// Adds "for 450 ms" if the fault ends by itself.
Sentence lasting(const Sentence& what, const sim::Fault& fault) {
  return fault.duration ? say("{} for {}", what, span_text(us(*fault.duration))) : what;
}

/// The argument of the fault's wording: "450 ms", "40 % fast", a reason or a command. Empty if a
/// fault of its kind has none.
Sentence size_of(const sim::Fault& fault) {
  const sim::FaultRow& row = sim::row_of(fault.kind);
  const auto needs = [&](sim::FaultField field) {
    const sim::FieldUse* use = row.use_of(field);
    return use && use->needed;
  };
  if (needs(sim::FaultField::shift)) return Sentence::name(signed_span_text(us(fault.amount)));
  if (needs(sim::FaultField::pace)) return pace_words(fault.ppm);
  if (needs(sim::FaultField::refusal)) return refusal_reason(fault.refusal);
  if (row.target != sim::FaultTarget::link && row.use_of(sim::FaultField::command))
    return fault.command.empty() ? say("a command") : Sentence::name(fault.command);
  if (!needs(sim::FaultField::duration)) return {};
  return Sentence::name(span_text(us(fault.duration.value_or(Duration{0}))));
}

/// The effect of the fault on `whom`, as worded by the table of faults, and its duration.
Sentence row_words(const sim::Fault& fault, const Sentence& whom) {
  const sim::FaultRow& row = sim::row_of(fault.kind);
  const Sentence size = size_of(fault);
  Sentence effect = size.empty()   ? say(row.effect, whom)
                    : whom.empty() ? say(row.effect, size)
                                   : say(row.effect, whom, size);
  if (fault.jitter > 0us) effect = say("{}, give or take {}", effect, span_text(us(fault.jitter)));
  const bool ends_unsaid = row.lasts == sim::FaultField::restart_after;
  const auto time = ends_unsaid ? std::nullopt : sim::lasts(fault);
  return time ? say("{} for {}", effect, span_text(us(*time))) : effect;
}

Sentence link_effect(const sim::Fault& fault) {
  const bool takes_command = sim::row_of(fault.kind).use_of(sim::FaultField::command);
  const Sentence messages = !takes_command          ? Sentence()
                            : fault.command.empty() ? say("messages")
                                                    : Sentence::name(fault.command);
  Sentence effect = row_words(fault, messages);
  if (fault.requests && !fault.replies) return say("{} (requests only)", effect);
  if (fault.replies && !fault.requests) return say("{} (replies only)", effect);
  return effect;
}

Sentence promotion(const sim::Scenario& scenario, const sim::Fault& fault) {
  const Sentence node = node_of(scenario, fault);
  Sentence effect = say("{} becomes the master", node);
  if (fault.client != no_client) {
    effect = say("{} becomes the master for {} alone", node, client_of(scenario, fault));
  } else if (splits(fault)) {
    effect = say("{} becomes the master, and the old master remains one", node);
  }
  effect = lasting(effect, fault);
  return fault.after > 0us ? say("{} (after {})", effect, span_text(us(fault.after))) : effect;
}

Sentence migration(const sim::Scenario& scenario, const sim::Fault& fault) {
  const NodeId to = sim::receiver_of(fault, scenario.nodes.size());
  return say("{} gives the lock's slot to {}", node_of(scenario, fault),
             Sentence::name(printable(scenario.nodes[index(to)].name)));
}

Sentence effect_of(const sim::Scenario& scenario, const sim::Fault& fault) {
  const Sentence client = client_of(scenario, fault);
  const Sentence node = node_of(scenario, fault);
  if (sim::row_of(fault.kind).target == sim::FaultTarget::link)
    return say("link {} – {} is {}", client, node, link_effect(fault));
  if (fault.kind == sim::FaultKind::promote) return promotion(scenario, fault);
  if (fault.kind == sim::FaultKind::migrate) return migration(scenario, fault);
  if (fault.kind == sim::FaultKind::remove) return removal_words(fault.removal, node);
  if (fault.kind == sim::FaultKind::kill && fault.power) return say("{} loses its power", node);
  return row_words(fault, fault.client == no_client ? node : client);
}

/// Whether the fault affects exactly one message, at the moment when it is sent.
bool of_one_message(const sim::Fault& fault) {
  const bool leaves = fault.replies ? fault.trigger.event == sim::EventKind::ran
                                    : fault.trigger.event == sim::EventKind::sent;
  const sim::Trigger& trigger = fault.trigger;
  const bool same_link = trigger.client != no_client && trigger.client == fault.client &&
                         trigger.node != no_node && trigger.node == fault.node;
  return !trigger.at && leaves && same_link && trigger.plus == 0us && fault.count == 1 &&
         fault.requests != fault.replies &&
         (fault.command.empty() || fault.command == fault.trigger.command) &&
         (fault.kind == sim::FaultKind::delay || fault.kind == sim::FaultKind::hold ||
          fault.kind == sim::FaultKind::drop);
}

/// Whether the fault kills or stops a node after it has run a command but before it replies.
bool before_its_answer(const sim::Fault& fault) {
  return !fault.trigger.at && fault.trigger.event == sim::EventKind::ran &&
         us(fault.trigger.plus) == 0 && fault.trigger.node == fault.node &&
         fault.trigger.client != no_client && fault.client == no_client &&
         (fault.kind == sim::FaultKind::kill || fault.kind == sim::FaultKind::stop);
}

/// Formats "n1 dies before it answers alice's claim".
Sentence before_answer_words(const sim::Scenario& scenario, const sim::Fault& fault) {
  const Sentence node = node_of(scenario, fault);
  const Sentence unanswered = request_words(scenario, fault.trigger);
  if (fault.kind == sim::FaultKind::stop && fault.duration)
    return say("{} freezes for {} before it answers {}", node, span_text(us(*fault.duration)),
               unanswered);
  if (fault.kind == sim::FaultKind::stop)
    return say("{} freezes before it answers {}", node, unanswered);
  return fault.power ? say("{} loses its power before it answers {}", node, unanswered)
                     : say("{} dies before it answers {}", node, unanswered);
}

/// Formats "bob's request no. 2 to n3: delayed by 40 ms".
Sentence message_words(const sim::Scenario& scenario, const sim::Fault& fault) {
  Sentence effect = say("lost");
  if (fault.kind == sim::FaultKind::delay)
    effect = say("delayed by {}", span_text(us(fault.duration.value_or(Duration{0}))));
  if (fault.kind == sim::FaultKind::hold) effect = lasting(say("held back"), fault);
  const Sentence request = request_words(scenario, fault.trigger);
  const Sentence node = node_of(scenario, fault);
  return fault.replies ? say("{}'s reply to {}: {}", node, request, effect)
                       : say("{} to {}: {}", request, node, effect);
}

/// A fault's kind with its article. Empty for a fault that only ends another one.
Sentence kind_with_article(const sim::Fault& fault) {
  switch (fault.kind) {
    case sim::FaultKind::slow:
      return say("a slow link");
    case sim::FaultKind::reset:
      return say("a reset connection");
    case sim::FaultKind::migrate:
      return say("a moved slot");
    case sim::FaultKind::remove:
      return fault.removal == sim::KeyRemoval::flush     ? say("a flushed server")
             : fault.removal == sim::KeyRemoval::evicted ? say("an evicted key")
                                                         : say("a deleted key");
    default:
      break;
  }
  const auto kind = sim::strike_of(fault);
  return kind ? kind_words(*kind) : Sentence();
}

}  // namespace

Sentence fault_words(const sim::Scenario& scenario, const sim::Fault& fault) {
  if (of_one_message(fault)) return message_words(scenario, fault);
  if (before_its_answer(fault)) return before_answer_words(scenario, fault);
  Sentence effect = effect_of(scenario, fault);
  if (fault.trigger.at) return say("{} at {}", effect, span_text(us(*fault.trigger.at)));
  if (fault.place.moment.empty()) return effect;
  const Sentence moment = moment_words(scenario, fault.trigger);
  return fault.trigger.plus > 0us
             ? say("{}, {} after {}", effect, span_text(us(fault.trigger.plus)), moment)
             : say("{}, after {}", effect, moment);
}

std::vector<Sentence> fault_kinds(const std::vector<sim::Fault>& faults) {
  const bool fails_over = std::any_of(faults.begin(), faults.end(), [](const sim::Fault& fault) {
    return fault.kind == sim::FaultKind::promote && !sim::splits(fault);
  });
  std::vector<Sentence> kinds;
  for (const sim::Fault& fault : faults) {
    if (fails_over && fault.kind == sim::FaultKind::kill) continue;
    Sentence kind = kind_with_article(fault);
    const auto same = [&](const Sentence& one) { return one.english() == kind.english(); };
    if (!kind.empty() && std::none_of(kinds.begin(), kinds.end(), same))
      kinds.push_back(std::move(kind));
  }
  return kinds;
}

Sentence kind_words(sim::StrikeKind kind) {
  switch (kind) {
    case sim::StrikeKind::crash:
      return say("a crash");
    case sim::StrikeKind::pause:
      return say("a pause");
    case sim::StrikeKind::kill:
      return say("a killed process");
    case sim::StrikeKind::power:
      return say("a loss of power");
    case sim::StrikeKind::stop:
      return say("a frozen node");
    case sim::StrikeKind::cut:
      return say("a cut link");
    case sim::StrikeKind::hold:
      return say("a message held back");
    case sim::StrikeKind::lose:
      return say("a lost message");
    case sim::StrikeKind::clock_jump:
      return say("a clock jump");
    case sim::StrikeKind::drift:
      return say("a drifting clock");
    case sim::StrikeKind::failover:
      return say("a failover");
    case sim::StrikeKind::split_brain:
      return say("a split brain");
    case sim::StrikeKind::remove:
      return say("a deleted key");
    default:
      return say("a foreign release");
  }
}

}  // namespace locklab::app
