#include "app/timeline/scene/source_state.h"

#include <algorithm>
#include <cctype>

#include "app/words/embedded.h"
#include "lock/strategy.h"

namespace locklab::app {

namespace {

/// A place in a file, found by its text so that edits of the file do not invalidate it.
struct Landmark {
  std::string_view file, words;
};

/// The line number, from 1, of the character at `at`.
std::uint32_t line_at(std::string_view text, std::size_t at) {
  return static_cast<std::uint32_t>(
             std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')) +
         1;
}

/// The line number from 1; 0 if the text is not in the file.
std::uint32_t line_of(const Landmark& mark) {
  const std::string_view text = source_text(mark.file);
  const std::size_t at = text.find(mark.words);
  if (at == std::string_view::npos) return 0;
  return line_at(text, at);
}

/// A client's place after this note; an empty file if the note does not determine it.
Landmark landmark(const sim::Trace& trace, sim::EventKind note) {
  switch (note) {
    case sim::EventKind::started:
      return {client_program, "EventKind::started"};
    case sim::EventKind::attempt: {
      const Strategy* strategy = find_strategy(trace.info.strategy);
      if (strategy && strategy->atomic_work) return {strategy->file, "_work(Env"};
      return strategy ? Landmark{strategy->file, "_acquire(Env"} : Landmark{};
    }
    case sim::EventKind::refused:
      return {"lock/acquire.cpp", "co_await env.sleep(*pause)"};
    case sim::EventKind::acquired:
      return {client_program, "co_await acquire("};
    case sim::EventKind::gave_up:
      return {client_program, "EventKind::gave_up"};
    case sim::EventKind::entered:
      return {client_program, "co_await critical_section("};
    case sim::EventKind::left:
      return {client_program, "EventKind::left"};
    case sim::EventKind::releasing:
    case sim::EventKind::released:
      return {client_program, "co_await release("};
    default:
      return {};
  }
}

constexpr Landmark working{client_program, "if (!co_await actor.sleep(work, stop))"};

using LaneEvents = std::vector<std::uint32_t>;

/// The place of a command in the source; null if unknown.
const sim::Place* place_of(const sim::Trace& trace, const sim::Event& sent) {
  return sent.place < trace.places().size() ? &trace.places()[sent.place] : nullptr;
}

/// The last command before `end`, with the commands that the same line sent to other nodes.
std::vector<Asked> last_asked(const sim::Trace& trace, const LaneEvents& lane,
                              LaneEvents::const_iterator end, std::size_t events) {
  std::vector<Asked> asked;
  for (auto at = end; at != lane.begin();) {
    const sim::Event& event = trace[*--at];
    if (event.kind != sim::EventKind::sent) continue;
    if (!asked.empty()) {
      const sim::Event& last = trace[asked.front().sent];
      const bool again = std::any_of(asked.begin(), asked.end(), [&](const Asked& other) {
        return trace[other.sent].node == event.node;
      });
      if (again || event.place != last.place || event.purpose != last.purpose ||
          event.acquisition != last.acquisition)
        break;
    }
    Asked one{*at, {}};
    for (auto later = at; later != lane.end() && *later < events && !one.reply; ++later) {
      const sim::Event& answer = trace[*later];
      if (answer.message == event.message &&
          (answer.kind == sim::EventKind::received || answer.kind == sim::EventKind::timed_out))
        one.reply = *later;
    }
    asked.insert(asked.begin(), one);
  }
  return asked;
}

/// Sets the client's place. A renewal, sent in the background, counts only while its reply is
/// missing.
void find_place(const sim::Trace& trace, const LaneEvents& lane, LaneEvents::const_iterator end,
                SourceState& state) {
  bool gone = false;
  std::vector<std::uint32_t> answered;
  const auto stand = [&](std::string_view file, std::uint32_t line, bool waits) {
    state.file = file;
    state.line = gone ? 0 : line;
    state.waits = waits && !gone;
  };
  for (auto at = end; at != lane.begin();) {
    const sim::Event& event = trace[*--at];
    if (event.kind == sim::EventKind::finished || event.kind == sim::EventKind::client_crashed)
      gone = true;
    if (event.kind == sim::EventKind::received || event.kind == sim::EventKind::timed_out)
      answered.push_back(event.message);
    if (event.kind == sim::EventKind::sent) {
      const sim::Place* place = place_of(trace, event);
      const bool waits =
          std::find(answered.begin(), answered.end(), event.message) == answered.end();
      if (!place || (event.purpose == Purpose::renew && !waits)) continue;
      // The reply to the read has arrived, so the client is working.
      if (!waits && event.purpose == Purpose::read && place->file == client_program)
        return stand(working.file, line_of(working), false);
      return stand(place->file, place->line, waits);
    }
    const Landmark mark = landmark(trace, event.kind);
    if (!mark.file.empty()) return stand(mark.file, line_of(mark), false);
  }
}

/// Removes the lab's prefix, and shortens a token to eight digits.
std::string brief_word(std::string_view word) {
  constexpr std::string_view prefix = "locklab:";
  constexpr std::size_t digits = 8;
  constexpr std::size_t long_token = 16;
  std::string out(word);
  if (const std::size_t at = out.find(prefix); at == 0 || (at == 1 && out[0] == '{'))
    out.erase(at, prefix.size());
  std::size_t hex = 0;
  while (hex < out.size() && std::isxdigit(static_cast<unsigned char>(out[hex]))) ++hex;
  return hex < long_token ? out : out.substr(0, digits) + "…" + out.substr(hex);
}

}  // namespace

SourceState source_state(const sim::Trace& trace, const std::vector<std::uint32_t>& lane_events,
                         std::size_t events) {
  SourceState state;
  const auto end = std::lower_bound(lane_events.begin(), lane_events.end(), events);
  state.asked = last_asked(trace, lane_events, end, events);
  find_place(trace, lane_events, end, state);
  return state;
}

std::vector<std::vector<Asked>> dialogue(const sim::Trace& trace,
                                         const std::vector<std::uint32_t>& lane_events,
                                         std::size_t events, std::size_t most) {
  std::vector<std::vector<Asked>> all;
  auto end = std::lower_bound(lane_events.begin(), lane_events.end(), events);
  while (all.size() < most) {
    std::vector<Asked> asked = last_asked(trace, lane_events, end, events);
    if (asked.empty()) break;
    end = std::lower_bound(lane_events.begin(), end, asked.front().sent);
    all.push_back(std::move(asked));
  }
  std::reverse(all.begin(), all.end());
  return all;
}

std::string_view source_text(std::string_view file) {
  for (const embedded::File& own : embedded::sources())
    if (own.path == file) return own.text;
  return {};
}

std::string brief_command(const sim::Trace& trace, const sim::Event& sent) {
  std::string out;
  for (const std::string_view word : trace.words(sent)) {
    if (!out.empty()) out += ' ';
    const std::string typed = typed_word(word);
    out += typed == word ? brief_word(word) : typed;
  }
  return out;
}

std::uint32_t line_that_took(const sim::Trace& trace, const std::vector<std::uint32_t>& lane_events,
                             std::size_t events, std::string_view file) {
  const auto end = std::lower_bound(lane_events.begin(), lane_events.end(), events);
  for (auto at = end; at != lane_events.begin();) {
    const sim::Event& event = trace[*--at];
    if (event.kind != sim::EventKind::sent || event.purpose != Purpose::claim) continue;
    const sim::Place* place = place_of(trace, event);
    if (place && place->file == file) return place->line;
    // The command was sent by code that several locks share: use the line that calls it.
    const std::string_view text = source_text(file);
    const std::size_t acquire = text.find("_acquire(Env");
    if (acquire == std::string_view::npos) return 0;
    const std::size_t claim = text.find("claim", text.find('\n', acquire));
    return line_at(text, claim == std::string_view::npos ? acquire : claim);
  }
  return 0;
}

std::string_view script_text(const sim::Trace& trace, const sim::Event& sent) {
  std::vector<std::string_view> words;
  for (const std::string_view word : trace.words(sent)) words.push_back(word);
  if (words.size() < 2) return {};
  if (words[0] == "EVAL") return words[1];
  if (words[0] != "EVALSHA") return {};
  for (const sim::TraceInfo::ScriptText& script : trace.info.scripts)
    if (script.sha1 == words[1]) return script.text;
  return {};
}

}  // namespace locklab::app
