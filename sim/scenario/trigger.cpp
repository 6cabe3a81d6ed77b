#include "sim/scenario/trigger.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "sim/scenario/trigger_words.h"
#include "sim/scenario/visible.h"
#include "sim/trace/problem.h"

namespace locklab::sim {

namespace {

constexpr std::string_view request_words[] = {"request", "claim", "release",
                                              "renew",   "read",  "write"};
constexpr std::string_view message_words[] = {"request", "reply", "claim", "release",
                                              "renew",   "read",  "write"};

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

/// Whether the word is "0th": an ordinal that counts nothing.
bool is_zeroth(std::string_view word) {
  return word.size() > 2 && word.ends_with("th") && word.find_first_not_of('0') == word.size() - 2;
}

std::optional<Purpose> purpose_named(std::string_view word) {
  for (unsigned i = 1; i < static_cast<unsigned>(Purpose::count_); ++i)
    if (name(static_cast<Purpose>(i)) == word) return static_cast<Purpose>(i);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> command_named(std::string_view word) {
  constexpr std::size_t longest = 16;
  const bool capitals =
      std::all_of(word.begin(), word.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  if (word.empty() || word.size() > longest || !capitals) return std::nullopt;
  return std::string(word == "EVALSHA" ? "EVAL" : word);
}

namespace {

/// Reads one phrase from left to right, and keeps the first mistake.
class Phrase {
 public:
  Phrase(std::string_view phrase, const Cast& cast) : phrase_(phrase), cast_(cast) {
    words_ = split(phrase);
    take("after");
  }

  std::variant<Trigger, BadPhrase> read() {
    if (words_.empty() || words_.size() == at_) return BadPhrase{say("'when' is empty"), forms()};
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
    if (!bad_ && at_ < words_.size()) fail_from_here();
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
  void fail_from_here() {
    fail(say("'{}' makes no sense from '{}' on", phrase_, words_[at_]), forms());
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
      fail(say("'{}': no node is called '{}'", phrase_, name), use_instead(name, ends()));
    }
  }

  std::vector<std::string_view> ends() const {
    std::vector<std::string_view> names(cast_.nodes.begin(), cast_.nodes.end());
    names.push_back(cast_.resource);
    return names;
  }

  void read_place(std::string_view preposition) {
    if (!take(preposition)) return;
    if (!more())
      return fail(say("'{}': a node must follow '{}'", phrase_, preposition),
                  use_instead({}, ends()));
    set_node(words_[at_++]);
  }

  void read_ordinal() {
    if (!more()) return;
    if (is_zeroth(words_[at_]))
      return fail(say("'{}': '{}' counts nothing", phrase_, words_[at_]),
                  say("counts begin at 1st"));
    if (const auto n = ordinal(words_[at_])) {
      trigger_.nth = *n;
      ++at_;
    }
  }

  /// Reads a purpose or a command. Returns false if there is neither.
  bool read_which() {
    if (!more()) return false;
    trigger_.purpose = purpose_named(words_[at_]);
    if (!trigger_.purpose) trigger_.command = command_named(words_[at_]).value_or("");
    const bool found = trigger_.purpose || !trigger_.command.empty();
    at_ += found;
    return found;
  }

  /// Reads "bob's 2nd reply from n3".
  void read_message() {
    if (!set_client(*possessor(words_[at_++]))) return;
    read_ordinal();
    const bool which = read_which();
    if (take("reply")) {
      trigger_.event = EventKind::received;
      read_place("from");
    } else if (take("request") || which) {
      trigger_.event = EventKind::sent;
      read_place("to");
    } else {
      fail_message(message_words);
    }
  }

  /// Reads "n3 ran bob's 2nd claim" or "n1 restarted".
  void read_node_event() {
    if (!take("ran")) return read_event(node_events());
    trigger_.event = EventKind::ran;
    if (!more() || !possessor(words_[at_]))
      return fail(say("'{}' does not say whose request", phrase_), forms());
    if (!set_client(*possessor(words_[at_++]))) return;
    read_ordinal();
    const bool which = read_which();
    if (!take("request") && !which) fail_message(request_words);
  }

  /// Complains about a message that matches none of `nouns`.
  void fail_message(std::span<const std::string_view> nouns) {
    if (!more())
      return fail(say("'{}' does not say which message", phrase_), use_instead({}, nouns));
    fail(say("'{}': '{}' is not a message", phrase_, words_[at_]), use_instead(words_[at_], nouns));
  }

  void read_rejection() {
    trigger_.event = EventKind::resource_rejected;
    if (!take("rejected") || !more())
      return fail(say("'{}' does not say what {} did", phrase_, cast_.resource),
                  say("write for example \"{} rejected {}\" or \"{} ran {}'s write\"",
                      cast_.resource, somebody(), cast_.resource, somebody()));
    if (set_client(words_[at_++])) read_nth_time();
  }

  void read_client_event() {
    const bool reads = more() && words_[at_] == "read";
    if (reads || (more() && words_[at_] == "wrote")) {
      ++at_;
      trigger_.event = reads ? EventKind::resource_read : EventKind::resource_wrote;
      const std::string_view verb = reads ? "read" : "wrote";
      if (!take(cast_.resource))
        return fail(say("'{}': only {} is read and written", phrase_, cast_.resource),
                    say("write for example \"{} {} {}\"", somebody(), verb, cast_.resource));
      return read_nth_time();
    }
    read_event(client_events());
  }

  void read_event(std::span<const EventWords> events) {
    std::string said;
    while (more() && !ordinal(words_[at_]) && !is_zeroth(words_[at_])) {
      if (!said.empty()) said += '_';
      said += words_[at_++];
    }
    if (said.empty()) return fail(say("'{}' does not say what happens", phrase_), forms());
    const auto found = std::find_if(events.begin(), events.end(),
                                    [&](const EventWords& e) { return e.words == said; });
    if (found == events.end()) {
      std::vector<std::string> shown;
      for (const EventWords& e : events) shown.push_back(with_spaces(std::string(e.words)));
      said = with_spaces(said);
      return fail(say("'{}': '{}' is not an event", phrase_, said),
                  use_instead(said, std::vector<std::string_view>(shown.begin(), shown.end())));
    }
    trigger_.event = found->kind;
    read_nth_time();
  }

  void read_nth_time() {
    if (!more()) return;
    const std::size_t before = at_;
    read_ordinal();
    if (at_ == before) return fail_from_here();
    if (!take("time"))
      fail(say("'{}': the word 'time' must follow '{}'", phrase_, words_[before]), forms());
  }

  /// A client's name for examples.
  std::string_view somebody() const { return cast_.clients.empty() ? anyone : cast_.clients[0]; }

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

bool speakable(std::string_view name) {
  constexpr std::ptrdiff_t longest = 32;
  const auto characters = std::count_if(name.begin(), name.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;  // a code point's first byte
  });
  if (!visible(name) || characters > longest || name == anyone || name == "after") return false;
  return std::none_of(name.begin(), name.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= 0x20 || byte == 0x7f || c == '\'' || c == '"' || c == '/' || c == '#';
  });
}

}  // namespace locklab::sim
