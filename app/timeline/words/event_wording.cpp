// Words for events: a sentence for each kind.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/runs/vain_faults.h"
#include "app/timeline/words/client_progress.h"
#include "app/timeline/words/key_wording.h"
#include "app/timeline/words/refusal.h"
#include "app/timeline/words/wording.h"
#include "app/words/display_text.h"
#include "app/words/verdict_name.h"
#include "lock/lock_config.h"
#include "sim/trace/sentence.h"
#include "sim/trace/time_words.h"

namespace locklab::app {

namespace {

Sentence release_words(Released outcome) {
  switch (outcome) {
    case Released::released:
      return say("has released");
    case Released::released_or_expired:
      return say("has released, or the lease had already ended");
    case Released::not_owner:
      return say("is told that it no longer owned the lock");
    case Released::expired:
      return say("leaves the lock alone: its own deadline has passed");
    case Released::unknown:
      return say("has no confirmation that it has released");
    default:
      return {};
  }
}

Sentence clock_words(const sim::Event& e) {
  const Sentence off =
      e.value < 0 ? say("{} behind", span_text(-e.value)) : say("{} ahead", span_text(e.value));
  const bool drifts = e.extra != 0;
  if (e.value == 0) return drifts ? say("now {}", pace_words(e.extra)) : say("right again");
  return drifts ? say("now {}, and {}", off, pace_words(e.extra)) : say("now {}", off);
}

Sentence promoted_words(const sim::Trace& trace, const sim::Event& e) {
  const Sentence at = node_words(trace, e.node);
  if (e.detail == 0) return say("{} becomes the master", at);
  const Sentence old = node_words(trace, static_cast<NodeId>(e.value));
  if (e.client == no_client) return say("{} becomes the master, but {} remains one", at, old);
  return say("{} is the master for {} from now on, but {} remains one", at,
             client_words(trace, e.client), old);
}

Sentence node_happening(const sim::Trace& trace, const sim::Event& e) {
  const Sentence at = node_words(trace, e.node);
  switch (e.kind) {
    case sim::EventKind::node_killed:
      if (e.detail) return say("{} loses its power", at);
      return e.standing ? say("{} is killed while it is down: it stays down until both end", at)
                        : say("{}'s process is killed", at);
    case sim::EventKind::node_stopped:
      return say("{} freezes", at);
    case sim::EventKind::node_continued:
      return e.standing ? say("one freeze of {} ends; another lasts", at) : say("{} goes on", at);
    case sim::EventKind::node_restarted:
      if (e.standing) return say("one kill of {} ends; another lasts", at);
      return e.value == 1 ? say("{} starts again with 1 key", at)
                          : say("{} starts again with {} keys", at, e.value);
    case sim::EventKind::node_clock:
      return e.detail == 1
                 ? say("{}'s clock is {}, which its keys do not live by", at, clock_words(e))
                 : say("{}'s clock is {}", at, clock_words(e));
    case sim::EventKind::node_refuses:
      return say("{} refuses writes, {}", at,
                 refusal_reason(static_cast<sim::WriteRefusal>(e.detail)));
    case sim::EventKind::node_accepts:
      return e.standing ? say("one reason of {} to refuse writes ends; another lasts", at)
                        : say("{} writes again", at);
    case sim::EventKind::node_promoted:
      return promoted_words(trace, e);
    case sim::EventKind::node_demoted:
      return e.detail ? say("{} is to be a replica when it returns", at)
                      : say("{} becomes a replica", at);
    case sim::EventKind::sentinels_agree:
      return e.value > 1 ? say("{} Sentinels agree: {} is down", e.value, at)
                         : say("Sentinel takes {} to be down", at);
    case sim::EventKind::sentinels_pick:
      return say("Sentinel picks {} as the new master", at);
    default:
      return say("{} is busy with a script that does not end", at);
  }
}

Sentence lost_words(const sim::Trace& trace, std::size_t index) {
  const sim::Event& e = trace[index];
  const Sentence node = node_words(trace, e.node);
  const Sentence client = client_words(trace, e.client);
  switch (sim::lost_part(e)) {
    case sim::LostPart::request:
      return say("{}'s request to {} is lost", client, node);
    case sim::LostPart::reply:
      return say("{}'s reply to {} is lost", node, client);
    default:
      return say("{}'s reply to {} never leaves it", node, client);
  }
}

/// Words for events that neither happening() nor note_words() describes.
Sentence passing_words(const sim::Trace& trace, std::size_t index) {
  const sim::Event& e = trace[index];
  const Sentence why = Sentence::text(printable(trace.text(e)));
  switch (e.kind) {
    case sim::EventKind::started:
      return say("starts");
    case sim::EventKind::attempt:
      if (e.detail == static_cast<std::uint8_t>(Mode::shared))
        return say("tries to get the lock, shared with others");
      return e.value > 0 ? say("tries to get {} of the lock's permits", e.value)
                         : say("tries to get the lock");
    case sim::EventKind::releasing:
      return say("begins to release");
    case sim::EventKind::released:
      return say("has nothing to release");
    case sim::EventKind::renewed:
      return e.value < 0 ? say("has renewed the lease")
                         : say("has renewed the lease, believes {} are left", span_text(e.value));
    case sim::EventKind::timed_out:
      if (was_refused(e))
        return say("cannot reach {}: connection refused, the command never ran",
                   node_words(trace, e.node));
      return why.empty() ? say("gets no reply from {}", node_words(trace, e.node))
                         : say("gets no reply from {}: {}", node_words(trace, e.node), why);
    case sim::EventKind::push_received:
      return say("receives from {}: {}", node_words(trace, e.node), why);
    case sim::EventKind::ended:
      if (e.detail == 1)
        return say("end: {}; its choices fitted only up to {}", why, sim::as_ms(e.value));
      return why.empty() ? say("end") : say("end: {}", why);
    default:
      return Sentence::text(name(e.kind));
  }
}

}  // namespace

Sentence spaced(const std::vector<Sentence>& all) {
  Sentence words = all.front();
  for (std::size_t i = 1; i < all.size(); ++i) words = say("{} {}", words, all[i]);
  return words;
}

Sentence refusal_reason(sim::WriteRefusal why) {
  switch (why) {
    case sim::WriteRefusal::full:
      return say("its memory is full");
    case sim::WriteRefusal::read_only:
      return say("it behaves as a read-only replica");
    case sim::WriteRefusal::rejoining:
      return say("it has just returned to its cluster");
    case sim::WriteRefusal::unsaved:
      break;
  }
  return say("it could not save to its disk");
}

Sentence removal_words(sim::KeyRemoval how, const Sentence& node) {
  switch (how) {
    case sim::KeyRemoval::flush:
      return say("somebody flushes all keys of {}", node);
    case sim::KeyRemoval::evicted:
      return say("{} evicts its keys with a lease to free memory", node);
    default:
      return say("somebody deletes the lock's key on {}", node);
  }
}

Sentence client_words(const sim::Trace& trace, ClientId id) {
  return id == no_client ? say("somebody") : Sentence::name(printable(trace.client_name(id)));
}

Sentence node_words(const sim::Trace& trace, NodeId id) {
  return id == no_node ? say("every node") : Sentence::name(printable(trace.node_name(id)));
}

Sentence client_called(const sim::Scenario& scenario, ClientId client) {
  return Sentence::name(printable(scenario.clients[index(client)].name));
}

Sentence node_called(const sim::Scenario& scenario, NodeId node) {
  return Sentence::name(
      printable(node == resource_node ? scenario.resource : scenario.nodes[index(node)].name));
}

Sentence note_words(const sim::Trace& trace, const sim::Event& e) {
  const Sentence why = Sentence::text(printable(trace.text(e)));
  if (!has_critical_section(trace.info)) {
    if (e.kind == sim::EventKind::acquired) return say("needs no lock");
    if (e.kind == sim::EventKind::entered) return say("does it in one step");
    if (e.kind == sim::EventKind::left) return say("is through");
  }
  switch (e.kind) {
    case sim::EventKind::refused: {
      const auto refusal = sim::refusal_of(e.reason);
      if (why.empty()) return say("is refused");
      const bool said_no =
          refusal != Refusal::unknown && refusal != Refusal::outvoted && !is_silence(refusal);
      return said_no ? say("is refused: {}", why) : say("does not get it: {}", why);
    }
    case sim::EventKind::acquired: {
      Sentence words = trace.info.quota_limit > 0 ? say("is admitted") : say("has the lock");
      if (e.value >= 0) words = say("{}, believes {} are left", words, span_text(e.value));
      return e.extra >= 0 ? say("{}, fencing token {}", words, e.extra) : words;
    }
    case sim::EventKind::entered:
      return sim::without_lock(e) ? say("goes on without the lock") : say("enters");
    case sim::EventKind::left:
      return say("leaves");
    case sim::EventKind::released:
      return release_words(static_cast<Released>(e.detail));
    case sim::EventKind::lease_lost:
      return why.empty() ? say("KNOWS its lease is lost") : say("KNOWS its lease is lost: {}", why);
    case sim::EventKind::gave_up:
      return say("gives up waiting");
    case sim::EventKind::finished:
      return say("is done");
    default:
      return {};
  }
}

Sentence foreign_release_words(const sim::Event& released) {
  switch (static_cast<Released>(released.detail)) {
    case Released::released:
      return say("has released a lock that it never held");
    case Released::not_owner:
      return say("never held the lock and released nothing");
    default:
      return {};
  }
}

Sentence resource_words(const sim::Trace& trace, const sim::Event& e, std::string_view why) {
  const Sentence who = client_words(trace, e.client);
  const Sentence resource = node_words(trace, resource_node);
  const auto with_token = [&](const Sentence& words) {
    return e.extra >= 0 ? say("{} (token {})", words, e.extra) : words;
  };
  if (e.kind == sim::EventKind::resource_read)
    return with_token(say("{} reads {}: {}", who, resource, e.value));
  if (e.kind == sim::EventKind::resource_wrote)
    return with_token(say("{} writes {}: {}", who, resource, e.value));
  const Sentence words = e.detail ? say("{} rejects {}'s write of {}", resource, who, e.value)
                                  : say("{} rejects {}'s read", resource, who);
  const Sentence reason = stale_words(why);
  return reason.empty() ? with_token(words) : say("{}: {}", words, reason);
}

/// The words from the table of event kinds (facts_of); empty if it has none for this kind.
Sentence words_of_kind(const sim::Trace& trace, const sim::Event& e) {
  const sim::EventFacts& facts = facts_of(e.kind);
  if (facts.words.empty()) return {};
  const Sentence client = client_words(trace, e.client);
  return facts.names_node ? say(facts.words, client, node_words(trace, e.node))
                          : say(facts.words, client);
}

Sentence happening(const sim::Trace& trace, std::size_t index) {
  const sim::Event& e = trace[index];
  switch (e.kind) {
    case sim::EventKind::key_set:
    case sim::EventKind::key_lease:
      return key_happening(trace, index);
    case sim::EventKind::key_deleted:
    case sim::EventKind::key_expired:
    case sim::EventKind::key_lost:
      return key_gone(trace, index);
    case sim::EventKind::slot_moved:
      return slot_move(trace, e);
    case sim::EventKind::keys_removed:
      return removal_words(sim::removal_of(e), node_words(trace, e.node));
    case sim::EventKind::fault_missed:
      return say("a fault changes nothing: {}", why_missed(trace, e));
    case sim::EventKind::client_paused:
      return e.value < 0
                 ? say("{} is paused", client_words(trace, e.client))
                 : say("{} is paused for {}", client_words(trace, e.client), span_text(e.value));
    case sim::EventKind::client_resumed:
      return e.standing ? say("one pause of {} ends; another lasts", client_words(trace, e.client))
                        : say("{} wakes up", client_words(trace, e.client));
    case sim::EventKind::client_clock:
      return say("{}'s clock is {}", client_words(trace, e.client), clock_words(e));
    case sim::EventKind::node_killed:
    case sim::EventKind::node_stopped:
    case sim::EventKind::node_continued:
    case sim::EventKind::node_restarted:
    case sim::EventKind::node_clock:
    case sim::EventKind::node_promoted:
    case sim::EventKind::node_demoted:
    case sim::EventKind::sentinels_agree:
    case sim::EventKind::sentinels_pick:
    case sim::EventKind::node_refuses:
    case sim::EventKind::node_accepts:
    case sim::EventKind::node_busy:
      return node_happening(trace, e);
    case sim::EventKind::resource_final:
      return say("at the end {} has {}: {}", node_words(trace, e.node),
                 node_words(trace, resource_node), e.value);
    case sim::EventKind::pushed:
      return say("{} sends to {} by itself: {}", node_words(trace, e.node),
                 client_words(trace, e.client), Sentence::text(printable(trace.text(e))));
    case sim::EventKind::message_delayed:
      if (e.detail == 1)
        return say("the reply from {} to {} is delayed by {}", node_words(trace, e.node),
                   client_words(trace, e.client), span_text(e.value));
      return say("the request from {} to {} is delayed by {}", client_words(trace, e.client),
                 node_words(trace, e.node), span_text(e.value));
    case sim::EventKind::link_cut:
    case sim::EventKind::link_healed:
    case sim::EventKind::link_slowed:
    case sim::EventKind::link_held:
    case sim::EventKind::link_released:
      return links_happening(trace, {e});
    case sim::EventKind::link_reset:
      return is_drop(e) ? drop_words(trace, index) : links_happening(trace, {e});
    default:
      return words_of_kind(trace, e);
  }
}

Sentence clocks_happening(const sim::Trace& trace, const std::vector<sim::Event>& events) {
  std::vector<Sentence> nodes;
  for (const sim::Event& e : events) nodes.push_back(node_words(trace, e.node));
  return say("the clocks of {} are {}", spaced(nodes), clock_words(events.front()));
}

Sentence broken_words(const sim::Verdict& verdict) {
  return say("{}: {}", verdict_name(verdict.property, verdict.kept), verdict.sentence);
}

Sentence event_words(const sim::Trace& trace, std::size_t index) {
  const sim::Event& event = trace[index];
  switch (event.kind) {
    case sim::EventKind::sent:
      return say("{} → {}: {}", client_words(trace, event.client), node_words(trace, event.node),
                 short_command(trace, event));
    case sim::EventKind::ran:
      return say("{} answers {}: {}", node_words(trace, event.node),
                 client_words(trace, event.client), short_reply(trace, event));
    case sim::EventKind::received:
      return say("{} ← {}: {}", client_words(trace, event.client), node_words(trace, event.node),
                 short_reply(trace, event));
    case sim::EventKind::message_lost:
      return lost_words(trace, index);
    case sim::EventKind::resource_read:
    case sim::EventKind::resource_wrote:
    case sim::EventKind::resource_rejected:
      return resource_words(trace, event, trace.text(event));
    default:
      break;
  }
  Sentence words = happening(trace, index);
  if (!words.empty()) return words;
  words = event.kind == sim::EventKind::refused ? refusal_words(trace, index)
                                                : note_words(trace, event);
  if (words.empty()) words = passing_words(trace, index);
  return event.client == no_client ? words : say("{} {}", client_words(trace, event.client), words);
}

}  // namespace locklab::app
