#include "app/timeline/words/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <vector>

#include "app/timeline/words/sent_on.h"
#include "app/words/display_text.h"
#include "sim/trace/sentence.h"
#include "sim/trace/time_words.h"

namespace locklab::app {

namespace {

constexpr std::string_view prefix = "locklab:";
constexpr std::size_t longest_word = 28;

bool is_hex(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

const sim::TraceInfo::ScriptText* script_by_sha1(const sim::Trace& trace, std::string_view sha1) {
  for (const sim::TraceInfo::ScriptText& script : trace.info.scripts)
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

/// "Lua" and the script's name, from the words of an EVALSHA or EVAL.
std::string script_name(const sim::Trace& trace, const std::vector<std::string_view>& words) {
  if (words.size() < 2) return "Lua";
  if (words[0] == "EVAL") return "Lua (a script)";
  const sim::TraceInfo::ScriptText* script = script_by_sha1(trace, words[1]);
  return "Lua " + (script ? printable(script->name) : std::string(words[1].substr(0, 4)) + "…");
}

std::vector<std::string_view> words_of(const sim::Trace& trace, const sim::Event& sent) {
  std::vector<std::string_view> words;
  for (std::string_view word : trace.words(sent)) words.push_back(word);
  return words;
}

/// Removes each "(integer) " from a reply as redis-cli prints it.
std::string without_types(std::string text) {
  static constexpr std::string_view type = "(integer) ";
  for (std::size_t at = text.find(type); at != std::string::npos; at = text.find(type, at))
    text.erase(at, type.size());
  return text;
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

std::string command_name(const sim::Trace& trace, const sim::Event& sent) {
  const std::vector<std::string_view> words = words_of(trace, sent);
  if (words.empty()) return "?";
  return is_eval(words[0]) ? script_name(trace, words) : short_word(words[0]);
}

std::string short_command(const sim::Trace& trace, const sim::Event& sent) {
  const std::vector<std::string_view> words = words_of(trace, sent);
  if (words.empty()) return "?";
  if (!is_eval(words[0])) return joined(words, 0);
  const std::string arguments = joined(words, 3);
  return script_name(trace, words) + (arguments.empty() ? "" : " " + arguments);
}

Sentence short_reply(const sim::Trace& trace, const sim::Event& answer) {
  const std::string_view text = trace.text(answer);
  const auto name = Sentence::name;
  switch (static_cast<Reply::Kind>(answer.detail)) {
    case Reply::Kind::status:
      return name(text.empty() ? "OK" : short_word(text));  // traces omit OK
    case Reply::Kind::nil:
    case Reply::Kind::nil_array:
      return name("nil");
    case Reply::Kind::integer:
      return name(std::to_string(answer.value));
    case Reply::Kind::text:
      return name(text.empty() ? "\"\"" : '"' + short_word(text) + '"');
    case Reply::Kind::array:
      return text.empty() ? say("a list") : name(fit(without_types(printable(text)), 40));
    case Reply::Kind::error:
      if (const auto node = sent_on_to(trace, text))
        return say("{} to {}", text.substr(0, text.find(' ')), node_words(trace, *node));
      return text.starts_with("STALE ") ? say("rejected: {}", stale_words(text))
                                        : say("error {}", fit(printable(text), 60));
    case Reply::Kind::cancelled:
      return say("cancelled");
    default:
      return text.empty() ? say("unknown") : say("unknown: {}", Sentence::text(printable(text)));
  }
}

bool was_refused(const sim::Event& timed_out) {
  return sim::silence_of(timed_out.reason) == Silence::refused;
}

Sentence stale_words(std::string_view why) {
  static constexpr std::string_view token = "token ";
  static constexpr std::string_view older = " is older than ";
  if (why.starts_with("STALE ")) why.remove_prefix(6);
  const std::size_t at = why.find(older);
  if (!why.starts_with(token) || at == std::string_view::npos)
    return Sentence::text(printable(why));
  return say("token {} is older than {}", printable(why.substr(token.size(), at - token.size())),
             printable(why.substr(at + older.size())));
}

Sentence pace_words(std::int64_t ppm) {
  constexpr std::int64_t a_thousandth = 1'000;
  const std::int64_t size = std::abs(ppm);
  const std::string pace =
      size < a_thousandth ? fmt::format("{} ppm", size) : sim::as_percent(size);
  return ppm < 0 ? say("{} slow", pace) : say("{} fast", pace);
}

std::string span_text(std::int64_t us) {
  if (us >= 10'000'000) return sim::as_span(us);
  if (us % 1000 == 0) return fmt::format("{} ms", us / 1000);
  if (us < 100) return fmt::format("{} µs", us);
  const std::int64_t tenths = (us + 50) / 100;
  return fmt::format("{}.{} ms", tenths / 10, tenths % 10);
}

std::string signed_span_text(std::int64_t us) {
  return (us < 0 ? "−" : "+") + span_text(us < 0 ? -us : us);
}

}  // namespace locklab::app
