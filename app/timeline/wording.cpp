#include "app/timeline/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "app/timeline/display_text.h"

namespace locklab::app {

namespace {

constexpr std::string_view prefix = "locklab:";
constexpr std::size_t longest_word = 28;

bool is_hex(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::string client(const Trace& trace, ClientId id) {
  return id == no_client ? "somebody" : printable(trace.client_name(id));
}

std::string node(const Trace& trace, NodeId id) {
  return id == no_node ? "every node" : printable(trace.node_name(id));
}

const TraceInfo::ScriptText* script_by_sha1(const Trace& trace, std::string_view sha1) {
  for (const TraceInfo::ScriptText& script : trace.info.scripts)
    if (script.sha1 == sha1) return &script;
  return nullptr;
}

std::string joined(const std::vector<std::string_view>& words, std::size_t from) {
  std::string out;
  for (std::size_t i = from; i < words.size(); ++i) {
    out += out.empty() ? "" : " ";
    out += short_word(words[i]);
  }
  return out;
}

bool is_eval(std::string_view verb) { return verb == "EVALSHA" || verb == "EVAL"; }

/// "Lua" and the script's name; `words` is an EVALSHA or EVAL.
std::string script_name(const Trace& trace, const std::vector<std::string_view>& words) {
  if (words.size() < 2) return "Lua";
  if (words[0] == "EVAL") return "Lua (a script)";
  const TraceInfo::ScriptText* script = script_by_sha1(trace, words[1]);
  return "Lua " + (script ? printable(script->name) : std::string(words[1].substr(0, 4)) + "…");
}

std::vector<std::string_view> words_of(const Trace& trace, const Event& sent) {
  std::vector<std::string_view> words;
  for (std::string_view word : trace.words(sent)) words.push_back(word);
  return words;
}

/// A list as redis-cli prints it, without "(integer)".
std::string without_types(std::string text) {
  static constexpr std::string_view type = "(integer) ";
  for (std::size_t at = text.find(type); at != std::string::npos; at = text.find(type, at))
    text.erase(at, type.size());
  return text;
}

std::string release_words(Released outcome) {
  switch (outcome) {
    case Released::released:
      return "has released";
    case Released::released_or_expired:
      return "has released, or the lease had ended";
    case Released::not_owner:
      return "had nothing to release: the lock was no longer its own";
    case Released::expired:
      return "leaves the lock alone: its own deadline has passed";
    case Released::unknown:
      return "does not know whether it has released";
    default:
      return "";
  }
}

std::string clock_words(const Event& e) {
  std::string words = fmt::format("now {}{} off", e.value < 0 ? "-" : "+",
                                  span_text(e.value < 0 ? -e.value : e.value));
  if (e.extra != 0 && e.extra != -1) words += fmt::format(", drifting {:+} ppm", e.extra);
  return words;
}

std::string link_what(const Event& e) {
  std::string what;
  switch (e.kind) {
    case EventKind::link_cut:
      what = "cut";
      break;
    case EventKind::link_healed:
      what = "whole again";
      break;
    case EventKind::link_slowed:
      what = "slower by " + span_text(std::max<std::int64_t>(e.value, 0));
      break;
    case EventKind::link_held:
      what = "holding messages back";
      break;
    case EventKind::link_released:
      what = "letting messages go on";
      break;
    default:
      what = "reset";
      break;
  }
  const bool directed = e.kind == EventKind::link_cut || e.kind == EventKind::link_held;
  if (directed && e.detail == 1) what += " (requests only)";
  if (directed && e.detail == 2) what += " (replies only)";
  return what;
}

std::string key_words(const Trace& trace, const Event& e) {
  const std::string at = node(trace, e.node);
  const std::string key = short_key(trace.name_of(e.key));
  const std::string lease = e.value >= 0 ? " for " + span_text(e.value) : "";
  switch (e.kind) {
    case EventKind::key_set:
      return fmt::format("{}: {} = {}{}", at, key, short_word(trace.text(e)), lease);
    case EventKind::key_lease:
      return fmt::format("{}: {} lasts{}", at, key, lease.empty() ? " for ever" : lease);
    case EventKind::key_deleted:
      return fmt::format("{}: {} is deleted", at, key);
    case EventKind::key_expired:
      return fmt::format("{}: {} expires", at, key);
    default:
      return fmt::format("{}: {} is forgotten", at, key);
  }
}

std::string node_words(const Trace& trace, const Event& e) {
  const std::string at = node(trace, e.node);
  switch (e.kind) {
    case EventKind::node_killed:
      return at + (e.detail ? " loses its power" : "'s process is killed");
    case EventKind::node_stopped:
      return at + " freezes";
    case EventKind::node_continued:
      return at + " goes on";
    case EventKind::node_restarted:
      return fmt::format("{} starts again with {} key{}", at, e.value, e.value == 1 ? "" : "s");
    case EventKind::node_clock:
      return at + "'s clock is " + clock_words(e);
    case EventKind::node_promoted:
      return at + " becomes the master";
    case EventKind::node_demoted:
      return at + " becomes a replica";
    default:
      return at + " is busy with a script that does not end";
  }
}

}  // namespace

std::string short_key(std::string_view key) {
  std::string text = printable(key);
  if (const std::size_t at = text.find(prefix); at == 0 || (at == 1 && text[0] == '{'))
    text.erase(at, prefix.size());
  return fit(text, longest_word);
}

std::string short_word(std::string_view word) {
  if (word.empty()) return "\"\"";
  if (word.size() == 32 && is_hex(word)) return std::string(word.substr(0, 4)) + "…";
  return short_key(word);
}

std::string command_name(const Trace& trace, const Event& sent) {
  const std::vector<std::string_view> words = words_of(trace, sent);
  if (words.empty()) return "?";
  return is_eval(words[0]) ? script_name(trace, words) : short_word(words[0]);
}

std::string short_command(const Trace& trace, const Event& sent) {
  const std::vector<std::string_view> words = words_of(trace, sent);
  if (words.empty()) return "?";
  if (!is_eval(words[0])) return joined(words, 0);
  const std::string arguments = joined(words, 3);
  return script_name(trace, words) + (arguments.empty() ? "" : " " + arguments);
}

std::string short_reply(const Trace& trace, const Event& answer) {
  const std::string_view text = trace.text(answer);
  switch (static_cast<Reply::Kind>(answer.detail)) {
    case Reply::Kind::status:
      return text.empty() ? "OK" : short_word(text);  // traces leave it out
    case Reply::Kind::nil:
    case Reply::Kind::nil_array:
      return "nil";
    case Reply::Kind::integer:
      return fmt::format("{}", answer.value);
    case Reply::Kind::text:
      return text.empty() ? "\"\"" : '"' + short_word(text) + '"';
    case Reply::Kind::array:
      return text.empty() ? "a list" : fit(without_types(printable(text)), 40);
    case Reply::Kind::error:
      return "error " + fit(printable(text), 60);
    case Reply::Kind::cancelled:
      return "cancelled";
    default:
      return text.empty() ? "unknown" : "unknown: " + printable(text);
  }
}

std::string span_text(std::int64_t us) {
  if (us >= 10'000'000) return fmt::format("{}.{:02} s", us / 1'000'000, us / 10'000 % 100);
  if (us % 1000 == 0) return fmt::format("{} ms", us / 1000);
  const std::int64_t tenths = us / 100;
  return fmt::format("{}.{} ms", tenths / 10, tenths % 10);
}

std::string note_words(const Trace& trace, const Event& e) {
  const std::string why = printable(trace.text(e));
  switch (e.kind) {
    case EventKind::refused:
      return why.empty() ? "is refused" : "is refused: " + why;
    case EventKind::acquired: {
      std::string words = "ACQUIRES";
      if (e.value >= 0) words += ", believes " + span_text(e.value) + " are left";
      if (e.extra >= 0) words += fmt::format(", fencing token {}", e.extra);
      return words;
    }
    case EventKind::entered:
      return "enters";
    case EventKind::left:
      return "leaves";
    case EventKind::released:
      return release_words(static_cast<Released>(e.detail));
    case EventKind::lease_lost:
      return "KNOWS its lease is lost" + (why.empty() ? "" : ": " + why);
    case EventKind::gave_up:
      return "gives up waiting";
    case EventKind::finished:
      return "is done";
    default:
      return "";
  }
}

std::string foreign_release_words(const Event& released) {
  switch (static_cast<Released>(released.detail)) {
    case Released::released:
      return "has released a lock that it never held";
    case Released::not_owner:
      return "had nothing to release: it never held the lock";
    default:
      return "";
  }
}

std::string happening(const Trace& trace, const Event& e) {
  switch (e.kind) {
    case EventKind::key_set:
    case EventKind::key_lease:
    case EventKind::key_deleted:
    case EventKind::key_expired:
    case EventKind::key_lost:
      return key_words(trace, e);
    case EventKind::client_crashed:
      return client(trace, e.client) + " crashes";
    case EventKind::client_paused:
      return client(trace, e.client) + " is paused" +
             (e.value >= 0 ? " for " + span_text(e.value) : "");
    case EventKind::client_resumed:
      return client(trace, e.client) + " wakes up";
    case EventKind::client_clock:
      return client(trace, e.client) + "'s clock is " + clock_words(e);
    case EventKind::node_killed:
    case EventKind::node_stopped:
    case EventKind::node_continued:
    case EventKind::node_restarted:
    case EventKind::node_clock:
    case EventKind::node_promoted:
    case EventKind::node_demoted:
    case EventKind::node_busy:
      return node_words(trace, e);
    case EventKind::link_cut:
    case EventKind::link_healed:
    case EventKind::link_slowed:
    case EventKind::link_held:
    case EventKind::link_released:
    case EventKind::link_reset:
      return links_happening(trace, {e});
    default:
      return "";
  }
}

std::string clocks_happening(const Trace& trace, const std::vector<Event>& events) {
  std::string words = "the clocks of";
  for (const Event& e : events) words += " " + node(trace, e.node);
  return words + " are " + clock_words(events.front());
}

std::string links_happening(const Trace& trace, const std::vector<Event>& events) {
  std::vector<std::string> clients;
  std::vector<std::string> nodes;
  const auto add = [](std::vector<std::string>& names, std::string name) {
    if (std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
  };
  for (const Event& e : events) {
    add(clients, e.client == no_client ? "every client" : client(trace, e.client));
    add(nodes, node(trace, e.node));
  }
  std::string words = events.size() == 1 ? "link " : "links ";
  for (const std::string& name : clients) words += name + " ";
  words += "–";
  for (const std::string& name : nodes) words += " " + name;
  return fmt::format("{} {} {}", words, events.size() == 1 ? "is" : "are",
                     link_what(events.front()));
}

std::string event_words(const Trace& trace, std::size_t index) {
  const Event& event = trace[index];
  switch (event.kind) {
    case EventKind::sent:
      return fmt::format("{} → {}: {}", client(trace, event.client), node(trace, event.node),
                         short_command(trace, event));
    case EventKind::ran:
    case EventKind::received:
      return fmt::format("{} ← {}: {}", client(trace, event.client), node(trace, event.node),
                         short_reply(trace, event));
    default:
      break;
  }
  std::string words = happening(trace, event);
  if (!words.empty()) return words;
  words = note_words(trace, event);
  if (words.empty()) words = std::string(name(event.kind));
  return event.client == no_client ? words : client(trace, event.client) + " " + words;
}

}  // namespace locklab::app
