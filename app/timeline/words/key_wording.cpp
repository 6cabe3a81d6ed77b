#include "app/timeline/words/key_wording.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "app/timeline/words/wording.h"

namespace locklab::app {

namespace {

/// How far back to search for a key's owner, in events.
constexpr std::size_t far_back = 4096;

/// The client whose claim set this key; for a copy on a replica or a key read from a file, the
/// client that claimed with that value. nullopt if there is none, or it is too long ago.
std::optional<ClientId> owner_of_set(const sim::Trace& trace, std::size_t set) {
  const sim::Event& here = trace[set];
  const std::size_t from = std::max(trace.first(), set - std::min(set, far_back));
  for (std::size_t i = set + 1; i-- > from;) {
    const sim::Event& e = trace[i];
    if (e.kind != sim::EventKind::key_set || e.key != here.key) continue;
    if (e.client != no_client && e.purpose == Purpose::claim && trace.text(e) == trace.text(here))
      return e.client;
  }
  return std::nullopt;
}

}  // namespace

std::optional<ClientId> owner_of_gone(const sim::Trace& trace, std::size_t event) {
  const sim::Event& gone = trace[event];
  const std::size_t from = std::max(trace.first(), event - std::min(event, far_back));
  for (std::size_t i = event; i-- > from;) {
    const sim::Event& e = trace[i];
    if (e.kind == sim::EventKind::key_set && e.node == gone.node && e.key == gone.key)
      return owner_of_set(trace, i);
  }
  return std::nullopt;
}

namespace {

/// The key by its name; the usual one is called a lock in the reader's language.
Sentence called(const std::string& key) {
  return key == "lock" ? say("lock") : Sentence::name(key);
}

/// The lock whose fencing token counter the key is, named as in lock/key_beside.h: "lock" for
/// "{lock}:token". Empty for any other key.
std::string counted_lock(const std::string& key) {
  constexpr std::string_view counter = ":token";
  if (!key.ends_with(counter) || key.find('}') == key.npos) return {};
  std::string lock = key.substr(0, key.size() - counter.size());
  if (lock.front() == '{' && lock.back() == '}') lock = lock.substr(1, lock.size() - 2);
  return lock;
}

/// Adds how late a key expired: a key cannot expire while its node is frozen or dead.
Sentence late_end(const sim::Event& expired, const Sentence& words) {
  return expired.value > 0
             ? say("{}, {} after its lease had ended", words, span_text(expired.value))
             : words;
}

/// Formats "alice's lock on n1 is evicted": a key that somebody outside the run, or the node
/// itself, removed.
Sentence removed(const sim::Trace& trace, const sim::Event& lost, std::optional<ClientId> owner,
                 const Sentence& key) {
  const Sentence at = node_words(trace, lost.node);
  const std::string lock = counted_lock(short_key(trace.name_of(lost.key)));
  const Sentence whose = !lock.empty() ? say("the fencing token of {} on {}", lock, at)
                         : owner       ? say("{}'s {} on {}", client_words(trace, *owner), key, at)
                                       : say("{} on {}", key, at);
  switch (sim::loss_of_key(lost)) {
    case sim::KeyLoss::flushed:
      return say("{} is flushed", whose);
    case sim::KeyLoss::evicted:
      return say("{} is evicted", whose);
    default:
      return say("{} is deleted by somebody outside the run", whose);
  }
}

}  // namespace

Sentence key_gone(const sim::Trace& trace, std::size_t event) {
  const sim::Event& e = trace[event];
  const Sentence at = node_words(trace, e.node);
  const std::string name = short_key(trace.name_of(e.key));
  const Sentence key = called(name);
  const auto owner = owner_of_gone(trace, event);
  switch (e.kind) {
    case sim::EventKind::key_deleted:
      return owner ? say("{} deletes {}'s {}", at, client_words(trace, *owner), key)
                   : say("{}: {} is deleted", at, key);
    case sim::EventKind::key_expired:
      return late_end(e, owner ? say("{}'s {} expires on {}", client_words(trace, *owner), key, at)
                               : say("{}: {} expires", at, key));
    default: {
      const sim::KeyLoss how = sim::loss_of_key(e);
      const bool moved = how == sim::KeyLoss::moved;
      if (how == sim::KeyLoss::vanished)
        return owner ? say("{}'s {} on {} is gone: deleted or flushed by somebody outside the run, "
                           "or evicted",
                           client_words(trace, *owner), key, at)
                     : say("{}: {} is gone: deleted or flushed by somebody outside the run, or "
                           "evicted",
                           at, key);
      if (sim::is_removed(how)) return removed(trace, e, owner, key);
      if (const std::string lock = counted_lock(name); moved && !lock.empty())
        return say("{} hands over the fencing token of {}", at, lock);
      if (moved)
        return owner ? say("{} hands over {}'s {}", at, client_words(trace, *owner), key)
                     : say("{}: {} is handed over", at, key);
      return owner ? say("{} forgets {}'s {}", at, client_words(trace, *owner), key)
                   : say("{}: {} is forgotten", at, key);
    }
  }
}

Sentence slot_move(const sim::Trace& trace, const sim::Event& moved) {
  return say("{} gives slot {} with its keys to {}", node_words(trace, moved.node), moved.extra,
             node_words(trace, static_cast<NodeId>(moved.value)));
}

Sentence key_happening(const sim::Trace& trace, std::size_t event) {
  const sim::Event& e = trace[event];
  const Sentence at = node_words(trace, e.node);
  const std::string key = short_key(trace.name_of(e.key));
  const std::string value = short_word(trace.text(e));
  switch (e.kind) {
    case sim::EventKind::key_set:
      if (const std::string lock = counted_lock(key); !lock.empty())
        return say("{}: the fencing token of {} is {}", at, lock, value);
      if (e.client != no_client && e.purpose == Purpose::claim) {
        const Sentence owner = client_words(trace, e.client);
        return e.value < 0
                   ? say("{} stores {}'s {}", at, owner, called(key))
                   : say("{} stores {}'s {} for {}", at, owner, called(key), span_text(e.value));
      }
      if (const auto owner = owner_of_set(trace, event)) {
        const Sentence whose = client_words(trace, *owner);
        return e.value < 0
                   ? say("{} now has {}'s {}", at, whose, called(key))
                   : say("{} now has {}'s {} for {}", at, whose, called(key), span_text(e.value));
      }
      return e.value < 0 ? say("{}: {} = {}", at, key, value)
                         : say("{}: {} = {} for {}", at, key, value, span_text(e.value));
    default:
      return e.value < 0 ? say("{}: {} now lasts for ever", at, key)
                         : say("{}: {} now lasts {}", at, key, span_text(e.value));
  }
}

}  // namespace locklab::app
