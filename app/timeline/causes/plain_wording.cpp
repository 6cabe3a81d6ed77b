#include "app/timeline/causes/plain_wording.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "app/timeline/words/wording.h"
#include "app/words/display_text.h"

namespace locklab::app {

namespace {

using sim::Event;
using sim::EventKind;

/// Describes a request to the resource, "WRITE stock 9 TOKEN 2"; empty for a malformed write.
Sentence access_words(const sim::Trace& trace, const Event& sent) {
  const Sentence who = client_words(trace, sent.client);
  const Sentence what = node_words(trace, resource_node);
  std::vector<std::string_view> words;
  for (const std::string_view word : trace.words(sent)) words.push_back(word);
  const auto token = std::find(words.begin(), words.end(), "TOKEN");
  const bool has_token = token != words.end() && token + 1 != words.end();
  Sentence asks = say("{} asks for {}", who, what);
  if (sent.purpose == Purpose::write) {
    if (words.size() < 3) return {};
    asks = say("{} asks {} to become {}", who, what, printable(words[2]));
  }
  return has_token ? say("{} (token {})", asks, printable(*(token + 1))) : asks;
}

Sentence request_words(const sim::Trace& trace, const Event& sent) {
  const Sentence who = client_words(trace, sent.client);
  const Sentence whom = node_words(trace, sent.node);
  const bool at_resource = sent.node == resource_node;
  switch (sent.purpose) {
    case Purpose::claim:
      return say("{} asks {} for the lock", who, whom);
    case Purpose::release:
      return say("{} asks {} to release the lock", who, whom);
    case Purpose::renew:
      return say("{} asks {} to renew the lease", who, whom);
    case Purpose::read:
    case Purpose::write:
      return at_resource ? access_words(trace, sent) : Sentence();
    default:
      return {};
  }
}

/// The last event of `kind` with the same message as event `from`, at or before `from`; nullopt if
/// neither `from` nor one of the 4096 events before it is one.
std::optional<std::size_t> of_message(const sim::Trace& trace, std::size_t from, EventKind kind) {
  constexpr std::size_t far = 4096;
  const std::size_t least = std::max(trace.first(), from - std::min(from, far));
  for (std::size_t i = from + 1; i-- > least;)
    if (trace[i].kind == kind && trace[i].message == trace[from].message) return i;
  return std::nullopt;
}

/// Whether the command of a reply has set a key. Changes of keys follow the command in the trace.
bool set_a_key(const sim::Trace& trace, std::size_t answer) {
  const auto ran = of_message(trace, answer, EventKind::ran);
  for (std::size_t i = ran ? *ran + 1 : trace.size(); i < trace.size(); ++i) {
    if (!is_key_event(trace[i].kind) || trace[i].message != trace[answer].message) break;
    if (trace[i].kind == EventKind::key_set) return true;
  }
  return false;
}

/// Whether the command of a reply returns a key's value (GET, GETSET), so that nil means that there
/// was no key. True if the trace lacks the command.
bool only_read(const sim::Trace& trace, std::size_t answer) {
  const auto sent = of_message(trace, answer, EventKind::sent);
  return !sent || command_name(trace, trace[*sent]).starts_with("GET");
}

/// The meaning of a reply to a claim, a renewal, a release or a write; empty if it has none beyond
/// its text.
Sentence reply_meaning(const sim::Trace& trace, std::size_t answer) {
  const Event& e = trace[answer];
  const auto kind = static_cast<Reply::Kind>(e.detail);
  const bool yes = kind == Reply::Kind::status || (kind == Reply::Kind::integer && e.value > 0);
  const bool no = kind == Reply::Kind::nil || (kind == Reply::Kind::integer && e.value == 0);
  if ((!yes && !no) || only_read(trace, answer)) return {};
  switch (e.purpose) {
    case Purpose::claim:
      if (no) return say("somebody holds it");
      return set_a_key(trace, answer) ? say("the lock is granted") : Sentence();
    case Purpose::release:
      return yes ? say("the lock is released") : say("there was nothing to release");
    case Purpose::renew:
      return yes ? say("the lease is renewed") : say("there was no lease to renew");
    case Purpose::write:
      return yes ? say("the write is accepted") : Sentence();
    default:
      return {};
  }
}

Sentence answer_words(const sim::Trace& trace, std::size_t index) {
  const Event& e = trace[index];
  const Sentence who = client_words(trace, e.client);
  const Sentence node = node_words(trace, e.node);
  const Sentence meaning = reply_meaning(trace, index);
  const Sentence said = meaning.empty() ? short_reply(trace, e) : meaning;
  return e.kind == EventKind::ran ? say("{} answers {}: {}", node, who, said)
                                  : say("{}'s answer reaches {}: {}", node, who, said);
}

/// The holders whose lock the old master had at a failover and the new one does not.
std::vector<Sentence> forgotten_holders(const sim::Trace& trace, const Scene& scene,
                                        const Event& promoted) {
  const std::size_t now = scene.lane_of(promoted.node);
  const std::size_t old = scene.lane_of(static_cast<NodeId>(promoted.value));
  std::vector<Sentence> all;
  if (now >= scene.keys.size() || old >= scene.keys.size()) return all;
  for (std::uint16_t client = 0; client < scene.clients; ++client) {
    const auto has = [&](const Span& key, bool still) {
      return key.owner == client && key.from <= promoted.at && (!still || key.to > promoted.at);
    };
    const auto begun = last_begun(scene.bars[client], promoted.at);
    if (!begun) continue;
    const Bar bar = scene.bars[client][*begun].bar;
    if (bar != Bar::inside && bar != Bar::believes && bar != Bar::paused_holding) continue;
    const auto& had = scene.keys[old];
    const auto lost =
        std::find_if(had.rbegin(), had.rend(), [&](const Span& key) { return has(key, false); });
    if (lost == had.rend() || lost->lease_end <= promoted.at) continue;
    const bool kept =
        std::any_of(scene.keys[now].begin(), scene.keys[now].end(),
                    [&](const Span& key) { return has(key, true) && key.key == lost->key; });
    if (!kept) all.push_back(client_words(trace, ClientId{client}));
  }
  return all;
}

}  // namespace

Sentence plain_words(const sim::Trace& trace, std::size_t index) {
  const Event& event = trace[index];
  Sentence words;
  if (event.kind == EventKind::sent) words = request_words(trace, event);
  const bool answer = event.kind == EventKind::ran || event.kind == EventKind::received;
  if (answer && event.purpose != Purpose::other) words = answer_words(trace, index);
  return words.empty() ? event_words(trace, index) : words;
}

Sentence cause_words(const sim::Trace& trace, const Scene& scene, std::size_t index) {
  Sentence words = plain_words(trace, index);
  const Event& event = trace[index];
  if (event.kind != EventKind::node_promoted) return words;
  for (const Sentence& holder : forgotten_holders(trace, scene, event))
    words = say("{}, without {}'s lock", words, holder);
  return words;
}

Sentence cause_words(const sim::Trace& trace, const Scene& scene, const WhyStep& step) {
  if (step.also.empty()) return cause_words(trace, scene, step.event);
  const Event& event = trace[step.event];
  std::vector<NodeId> all{event.node};
  for (const std::uint32_t other : step.also) all.push_back(trace[other].node);
  std::sort(all.begin(), all.end());
  std::string names;
  for (const NodeId node : all)
    names += (names.empty() ? "" : " ") + printable(trace.node_name(node));
  const Sentence nodes = Sentence::name(names);
  const Sentence client = client_words(trace, event.client);
  switch (event.kind) {
    case EventKind::key_expired:
      return say("{}'s lock expires on {}",
                 client_words(trace, owner_of_gone(trace, step.event).value_or(no_client)), nodes);
    case EventKind::timed_out:
      return say("{} gets no reply from {}", client, nodes);
    default:
      return say("{} store {}'s lock", nodes, client);
  }
}

}  // namespace locklab::app
