#include "sim/scenario/trigger.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "sim/scenario/visible.h"
#include "sim/trace/problem.h"

namespace locklab::sim {

namespace {

constexpr std::string_view anyone = "anyone";
Sentence forms() {
  return say(
      "write for example \"alice entered\", \"alice entered 2nd time\", \"alice read stock\", "
      "\"after bob's 2nd reply from n3\", \"bob's claim to n1\", \"n3 ran bob's claim\" or \"n1 "
      "restarted\"");
}

std::vector<std::string_view> split(std::string_view phrase) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t begin = phrase.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return words;
    const std::size_t end = std::min(phrase.find_first_of(" \t\r\n", begin), phrase.size());
    words.push_back(phrase.substr(begin, end - begin));
    phrase.remove_prefix(end);
  }
}

std::optional<std::uint32_t> ordinal(std::string_view word) {
  std::uint32_t n = 0;
  const auto [stopped, error] = std::from_chars(word.data(), word.data() + word.size(), n);
  const std::string_view ending(stopped, word.data() + word.size() - stopped);
  const bool named = ending == "st" || ending == "nd" || ending == "rd" || ending == "th";
  if (error != std::errc{} || !named || n == 0) return std::nullopt;
  return n;
}

std::optional<Purpose> purpose_named(std::string_view word) {
  for (unsigned i = 1; i < static_cast<unsigned>(Purpose::count_); ++i)
    if (name(static_cast<Purpose>(i)) == word) return static_cast<Purpose>(i);
  return std::nullopt;
}

/// An event of a client or a node as words of a phrase.
struct EventWords {
  std::string_view words;  ///< without the leading "client_" or "node_"
  EventKind kind;
};

std::vector<EventWords> event_words(std::string_view prefix, EventKind first, EventKind last) {
  std::vector<EventWords> all;
  for (auto i = static_cast<unsigned>(first); i <= static_cast<unsigned>(last); ++i) {
    const auto kind = static_cast<EventKind>(i);
    std::string_view words = name(kind);
    if (words.starts_with(prefix)) words.remove_prefix(prefix.size());
    all.push_back({words, kind});
  }
  return all;
}

std::vector<EventWords> client_events() {
  auto events = event_words("client_", EventKind::started, EventKind::finished);
  const auto suffered = event_words("client_", EventKind::client_crashed, EventKind::client_clock);
  events.insert(events.end(), suffered.begin(), suffered.end());
  events.push_back({name(EventKind::timed_out), EventKind::timed_out});
  return events;
}

std::vector<EventWords> node_events() {
  auto events = event_words("node_", EventKind::key_set, EventKind::key_lost);
  const auto suffered = event_words("node_", EventKind::node_killed, EventKind::node_busy);
  events.insert(events.end(), suffered.begin(), suffered.end());
  return events;
}

/// Reads one phrase from left to right, and keeps the first mistake.
class Phrase {
 public:
  Phrase(std::string_view phrase, const Cast& cast) : phrase_(phrase), cast_(cast) {
    words_ = split(phrase);
    take("after");
  }

  std::variant<Trigger, BadPhrase> read() {
    if (words_.empty() || words_.size() == at_) return BadPhrase{say("an empty 'when'"), forms()};
    const std::string_view first = words_[at_];
    if (possessor(first)) {
      read_message();
    } else if (const auto node = index_of(cast_.nodes, first)) {
      ++at_;
      trigger_.node = NodeId{*node};
      read_node_event();
    } else if (first == cast_.resource) {
      ++at_;
      if (more() && words_[at_] == "ran") {
        trigger_.node = resource_node;
        read_node_event();
      } else {
        read_rejection();
      }
    } else if (set_client(first)) {
      ++at_;
      read_client_event();
    }
    if (!bad_ && at_ < words_.size()) fail_at(say("too much"), {});
    if (bad_) return *bad_;
    return trigger_;
  }

 private:
  bool more() const { return at_ < words_.size() && !bad_; }
  bool take(std::string_view word) {
    if (!more() || words_[at_] != word) return false;
    ++at_;
    return true;
  }
  void fail(Sentence what, Sentence instead) {
    if (!bad_) bad_ = BadPhrase{std::move(what), std::move(instead)};
  }
  void fail_at(const Sentence& what, std::span<const std::string_view> choices) {
    const std::string_view word = more() ? words_[at_] : std::string_view{};
    const auto meant = nearest(word, choices);
    fail(word.empty() ? say("'{}': {} at the end", phrase_, what)
                      : say("'{}': {} at '{}'", phrase_, what, word),
         meant ? say("did you mean '{}'?", *meant) : forms());
  }

  static std::optional<std::uint16_t> index_of(std::span<const std::string_view> names,
                                               std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return std::nullopt;
    return static_cast<std::uint16_t>(found - names.begin());
  }

  static std::optional<std::string_view> possessor(std::string_view word) {
    if (!word.ends_with("'s")) return std::nullopt;
    return word.substr(0, word.size() - 2);
  }

  std::vector<std::string_view> everybody() const {
    std::vector<std::string_view> names(cast_.clients.begin(), cast_.clients.end());
    names.insert(names.end(), cast_.nodes.begin(), cast_.nodes.end());
    return names;
  }

  bool set_client(std::string_view name) {
    if (name == anyone) return true;
    if (const auto client = index_of(cast_.clients, name)) {
      trigger_.client = ClientId{*client};
      return true;
    }
    fail(say("'{}': nobody is called '{}'", phrase_, name), use_instead(name, everybody()));
    return false;
  }

  void set_node(std::string_view name) {
    if (name == cast_.resource) {
      trigger_.node = resource_node;
    } else if (const auto node = index_of(cast_.nodes, name)) {
      trigger_.node = NodeId{*node};
    } else {
      std::vector<std::string_view> names(cast_.nodes.begin(), cast_.nodes.end());
      names.push_back(cast_.resource);
      fail(say("'{}': no node is called '{}'", phrase_, name), use_instead(name, names));
    }
  }

  void read_place(std::string_view preposition) {
    if (!take(preposition)) return;
    if (!more()) return fail_at(say("the node is missing"), {});
    set_node(words_[at_++]);
  }

  void read_ordinal() {
    if (!more()) return;
    if (const auto n = ordinal(words_[at_])) {
      trigger_.nth = *n;
      ++at_;
    }
  }

  void read_purpose() {
    if (!more()) return;
    trigger_.purpose = purpose_named(words_[at_]);
    if (trigger_.purpose) ++at_;
  }

  /// Reads "bob's 2nd reply from n3".
  void read_message() {
    if (!set_client(*possessor(words_[at_++]))) return;
    read_ordinal();
    read_purpose();
    if (take("reply")) {
      trigger_.event = EventKind::received;
      read_place("from");
    } else if (take("request") || trigger_.purpose) {
      trigger_.event = EventKind::sent;
      read_place("to");
    } else {
      static constexpr std::string_view nouns[] = {"request", "reply", "claim", "release",
                                                   "renew",   "read",  "write"};
      fail_at(say("neither a request nor a reply"), nouns);
    }
  }

  /// Reads "n3 ran bob's 2nd claim" or "n1 restarted".
  void read_node_event() {
    if (!take("ran")) return read_event(node_events());
    trigger_.event = EventKind::ran;
    if (!more() || !possessor(words_[at_])) return fail_at(say("whose request?"), {});
    if (!set_client(*possessor(words_[at_++]))) return;
    read_ordinal();
    read_purpose();
    if (!take("request") && !trigger_.purpose) fail_at(say("which request?"), {});
  }

  void read_rejection() {
    trigger_.event = EventKind::resource_rejected;
    if (!take("rejected") || !more())
      return fail_at(say("a resource only rejects somebody, or has run a request"), {});
    if (set_client(words_[at_++])) read_nth_time();
  }

  void read_client_event() {
    const bool reads = more() && words_[at_] == "read";
    if (reads || (more() && words_[at_] == "wrote")) {
      ++at_;
      trigger_.event = reads ? EventKind::resource_read : EventKind::resource_wrote;
      if (!take(cast_.resource)) return fail_at(say("it can only be {}", cast_.resource), {});
      return read_nth_time();
    }
    read_event(client_events());
  }

  void read_event(std::span<const EventWords> events) {
    std::string said;
    while (more() && !ordinal(words_[at_])) {
      if (!said.empty()) said += '_';
      said += words_[at_++];
    }
    const auto found = std::find_if(events.begin(), events.end(),
                                    [&](const EventWords& e) { return e.words == said; });
    if (found == events.end()) {
      std::vector<std::string_view> choices;
      for (const EventWords& e : events) choices.push_back(e.words);
      const auto meant = nearest(said, choices);
      return fail(say("'{}': nothing that happens is called '{}'", phrase_, said),
                  meant ? say("did you mean '{}'?", *meant) : forms());
    }
    trigger_.event = found->kind;
    read_nth_time();
  }

  void read_nth_time() {
    if (!more()) return;
    read_ordinal();
    if (!take("time")) fail_at(say("expected something like '2nd time'"), {});
  }

  std::string_view phrase_;
  const Cast& cast_;
  std::vector<std::string_view> words_;
  std::size_t at_ = 0;
  Trigger trigger_;
  std::optional<BadPhrase> bad_;
};

}  // namespace

std::variant<Trigger, BadPhrase> parse_trigger(std::string_view phrase, const Cast& cast) {
  return Phrase(phrase, cast).read();
}

namespace {

/// A number as an ordinal: "2nd".
std::string ordinal_of(std::uint32_t nth) {
  const bool teen = nth % 100 / 10 == 1;
  const char* ending = teen            ? "th"
                       : nth % 10 == 1 ? "st"
                       : nth % 10 == 2 ? "nd"
                       : nth % 10 == 3 ? "rd"
                                       : "th";
  return fmt::format("{}{}", nth, ending);
}

}  // namespace

std::string message_phrase(std::string_view client, std::uint32_t nth, std::string_view node,
                           bool reply) {
  return reply ? fmt::format("{} ran {}'s {} request", node, client, ordinal_of(nth))
               : fmt::format("{}'s {} request to {}", client, ordinal_of(nth), node);
}

std::string answer_phrase(const Trigger& trigger, const Cast& cast) {
  const bool at_resource = trigger.node == resource_node;
  const bool named = trigger.purpose && *trigger.purpose != Purpose::other;
  return fmt::format(
      "{} ran {}'s {}{}", at_resource ? cast.resource : cast.nodes[index(trigger.node)],
      cast.clients[index(trigger.client)], trigger.nth > 1 ? ordinal_of(trigger.nth) + " " : "",
      named ? name(*trigger.purpose) : "request");
}

bool speakable(std::string_view name) {
  constexpr std::size_t longest = 32;
  if (!visible(name) || name.size() > longest || name == anyone || name == "after") return false;
  return std::none_of(name.begin(), name.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= 0x20 || byte == 0x7f || c == '\'' || c == '"' || c == '/' || c == '#';
  });
}

}  // namespace locklab::sim
