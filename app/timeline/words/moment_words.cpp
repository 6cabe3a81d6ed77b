#include "app/timeline/words/moment_words.h"

#include "app/timeline/words/wording.h"
#include "app/words/display_text.h"

namespace locklab::app {

namespace {

using sim::EventKind;

Sentence client_of(const sim::Scenario& scenario, const sim::Trigger& trigger) {
  return trigger.client == no_client ? say("somebody") : client_called(scenario, trigger.client);
}

/// The purpose or command of a request: "claim", "GETSET".
Sentence request_named(const sim::Trigger& trigger) {
  switch (trigger.purpose.value_or(Purpose::other)) {
    case Purpose::claim:
      return say("claim");
    case Purpose::release:
      return say("release");
    case Purpose::renew:
      return say("renewal");
    default:
      return trigger.command.empty() ? say("request") : Sentence::name(trigger.command);
  }
}

/// What a client did or suffered at the event; empty for other events.
Sentence effect_of_client(EventKind event, const Sentence& client, const Sentence& resource) {
  switch (event) {
    case EventKind::started:
      return say("{} started", client);
    case EventKind::attempt:
      return say("{} tried to get the lock", client);
    case EventKind::refused:
      return say("{} was refused", client);
    case EventKind::acquired:
      return say("{} got the lock", client);
    case EventKind::entered:
      return say("{} entered", client);
    case EventKind::left:
      return say("{} left", client);
    case EventKind::releasing:
      return say("{} began to release", client);
    case EventKind::released:
      return say("{} released", client);
    case EventKind::renewed:
      return say("{} renewed its lease", client);
    case EventKind::lease_lost:
      return say("{} lost its lease", client);
    case EventKind::gave_up:
      return say("{} gave up", client);
    case EventKind::finished:
      return say("{} was done", client);
    case EventKind::timed_out:
      return say("{} gave up waiting for a reply", client);
    case EventKind::resource_read:
      return say("{} read {}", client, resource);
    case EventKind::resource_wrote:
      return say("{} wrote {}", client, resource);
    case EventKind::resource_rejected:
      return say("{} rejected {}", resource, client);
    default:
      return {};
  }
}

Sentence effect_of_node(EventKind event, const Sentence& node) {
  switch (event) {
    case EventKind::key_set:
      return say("{} stored a key", node);
    case EventKind::key_lease:
      return say("{} changed a lease", node);
    case EventKind::key_deleted:
      return say("{} deleted a key", node);
    case EventKind::key_expired:
      return say("a key of {} expired", node);
    case EventKind::key_lost:
      return say("{} lost a key", node);
    default:
      return {};
  }
}

}  // namespace

Sentence request_words(const sim::Scenario& scenario, const sim::Trigger& trigger) {
  const Sentence client = client_of(scenario, trigger);
  const Sentence request = request_named(trigger);
  return trigger.nth > 1 ? say("{}'s {} no. {}", client, request, trigger.nth)
                         : say("{}'s {}", client, request);
}

Sentence moment_words(const sim::Scenario& scenario, const sim::Trigger& trigger) {
  const bool somewhere = trigger.node != no_node;
  const Sentence node = somewhere ? node_called(scenario, trigger.node) : Sentence();
  const Sentence request = request_words(scenario, trigger);
  if (trigger.event == EventKind::ran) return say("{} ran {}", node, request);
  if (trigger.event == EventKind::sent)
    return somewhere ? say("{} was sent to {}", request, node) : say("{} was sent", request);
  if (trigger.event == EventKind::received)
    return somewhere ? say("{}'s reply to {} arrived", node, request)
                     : say("the reply to {} arrived", request);
  Sentence effect = effect_of_client(trigger.event, client_of(scenario, trigger),
                                     Sentence::name(printable(scenario.resource)));
  if (effect.empty()) effect = effect_of_node(trigger.event, node);
  if (effect.empty())
    effect = past_fault_words(trigger.event, somewhere ? node : client_of(scenario, trigger));
  return trigger.nth > 1 ? say("{} (no. {})", effect, trigger.nth) : effect;
}

}  // namespace locklab::app
