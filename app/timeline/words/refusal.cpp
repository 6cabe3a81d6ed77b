#include "app/timeline/words/refusal.h"

#include <algorithm>
#include <string_view>

#include "app/timeline/words/wording.h"

namespace locklab::app {

namespace {

using sim::Event;
using sim::EventKind;
using EventPlace = std::optional<std::size_t>;

/// Maximum number of events to search backwards: a long run has millions of refusals, each
/// described repeatedly.
constexpr std::size_t most_looked_back = 4096;

/// The last matching event among the most_looked_back events before `before`.
template <class Fits>
EventPlace last_before(const sim::Trace& trace, std::size_t before, Fits fits) {
  const std::size_t least = std::max(trace.first(), before - std::min(before, most_looked_back));
  while (before > least)
    if (fits(trace[--before])) return before;
  return std::nullopt;
}

bool changes_key(EventKind kind) {
  return kind == EventKind::key_set || kind == EventKind::key_deleted ||
         kind == EventKind::key_expired || kind == EventKind::key_lost;
}

}  // namespace

std::optional<ClientId> holder_at_refusal(const sim::Trace& trace, std::size_t refused) {
  const Event& e = trace[refused];
  if (sim::refusal_of(e.reason) != Refusal::taken) return std::nullopt;
  const auto of_attempt = [&](const Event& x) {
    return x.client == e.client && x.acquisition == e.acquisition;
  };
  const EventPlace attempt = last_before(trace, refused, [&](const Event& x) {
    return x.kind == EventKind::attempt && of_attempt(x);
  });
  const EventPlace answer = last_before(trace, refused, [&](const Event& x) {
    return x.kind == EventKind::ran && of_attempt(x) && x.node != no_node;
  });
  if (!attempt || !answer) return std::nullopt;
  const std::uint16_t lock = trace[*attempt].key;
  const EventPlace key = last_before(trace, *answer, [&](const Event& x) {
    return changes_key(x.kind) && x.node == trace[*answer].node && x.key == lock;
  });
  if (!key || trace[*key].kind != EventKind::key_set) return std::nullopt;
  ClientId holder = trace[*key].client;
  if (holder == no_client) {  // a replica's copy, or a key that a node read from its file
    const EventPlace origin = last_before(trace, *key, [&](const Event& x) {
      return x.kind == EventKind::key_set && x.client != no_client && x.key == lock &&
             trace.text(x) == trace.text(trace[*key]);
    });
    if (origin) holder = trace[*origin].client;
  }
  if (holder == no_client || holder == e.client) return std::nullopt;
  return holder;
}

Sentence refusal_words(const sim::Trace& trace, std::size_t refused) {
  if (const auto holder = holder_at_refusal(trace, refused))
    return say("is refused: {} holds it", client_words(trace, *holder));
  return note_words(trace, trace[refused]);
}

}  // namespace locklab::app
