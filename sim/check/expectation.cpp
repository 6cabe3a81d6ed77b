#include "sim/check/expectation.h"

#include <algorithm>
#include <map>
#include <string>

#include "sim/trace/tables.h"
#include "sim/trace/time_words.h"

namespace locklab::sim {

namespace {

Sentence in_words(Kept kept) {
  return kept == Kept::kept     ? say("kept")
         : kept == Kept::broken ? say("broken")
                                : say("not applicable");
}

/// The report of the client's last release; empty if there was none.
std::string_view last_report(const Trace& trace, std::string_view client) {
  for (std::size_t i = trace.size(); i-- > 0;) {
    const Event& event = trace[i];
    if (event.kind == EventKind::released && trace.client_name(event.client) == client)
      return name(static_cast<Released>(event.detail));
  }
  return {};
}

/// The value of the last accepted access to the resource, or else its initial value, if known.
std::optional<std::int64_t> last_value(const Trace& trace) {
  for (std::size_t i = trace.size(); i-- > 0;) {
    const Event& event = trace[i];
    if (event.kind == EventKind::resource_wrote || event.kind == EventKind::resource_read)
      return event.value;
  }
  return trace.info.initial_value;
}

/// A client's entries, refusals and waits in a run.
struct Fate {
  std::int64_t entered = 0;
  bool refused = false;
  std::map<std::uint16_t, std::int64_t> asked_at = {};  ///< by lock: start of an open wait, in us
  std::int64_t longest_wait = 0;                        ///< in us

  void stop_waiting(std::uint16_t lock, std::int64_t now) {
    const auto wait = asked_at.find(lock);
    if (wait == asked_at.end()) return;
    longest_wait = std::max(longest_wait, now - wait->second);
    asked_at.erase(wait);
  }
  void stop_all(std::int64_t now) {
    while (!asked_at.empty()) stop_waiting(asked_at.begin()->first, now);
  }
};

struct Counts {
  ByClient<Fate> clients;
  std::int64_t entered = 0;
  std::int64_t written = 0;
};

void count(const Event& event, Counts& counts) {
  counts.written += event.kind == EventKind::resource_wrote;
  if (event.client == no_client) return;
  Fate& fate = counts.clients[event.client];
  if (event.kind == EventKind::finished || event.kind == EventKind::client_crashed)
    fate.stop_all(event.at);
  switch (event.kind) {
    case EventKind::attempt:
      fate.asked_at.emplace(event.key, event.at);
      break;
    case EventKind::refused:
      fate.refused = true;
      break;
    case EventKind::acquired:
    case EventKind::gave_up:
      fate.stop_waiting(event.key, event.at);
      break;
    case EventKind::entered:
      ++fate.entered;
      ++counts.entered;
      break;
    default:
      break;
  }
}

std::string_view in_words(bool truth) { return truth ? "true" : "false"; }

/// Adds a sentence for each expected count, refusal or upper bound of a wait that the run did not
/// meet.
void compare_counts(const Expectation& expect, const Trace& trace,
                    std::vector<Sentence>& sentences) {
  Counts counts;
  for (std::size_t i = trace.first(); i < trace.size(); ++i) count(trace[i], counts);
  const auto fate_of = [&](std::string_view client) {
    const auto& names = trace.info.clients;
    const auto at = std::find(names.begin(), names.end(), client) - names.begin();
    Fate fate = counts.clients[static_cast<ClientId>(at)];
    if (!trace.empty()) fate.stop_all(trace.back().at);
    return fate;
  };
  const auto compare = [&](const std::string& key, const auto& wanted, const auto& found) {
    if (wanted != found)
      sentences.push_back(say("expected {} = {}, but it was {}", key, wanted, found));
  };
  if (expect.entered) compare("entered", *expect.entered, counts.entered);
  for (const auto& [client, wanted] : expect.entered_by)
    compare("entered." + client, wanted, fate_of(client).entered);
  for (const auto& [client, wanted] : expect.refused)
    compare("refused." + client, in_words(wanted), in_words(fate_of(client).refused));
  for (const auto& [client, most] : expect.waited)
    if (const std::int64_t longest = fate_of(client).longest_wait; longest > us(most))
      sentences.push_back(say("expected {}'s longest wait to be {} at most, but it was {}", client,
                              about_ms(us(most)), about_ms(longest)));
  if (expect.written) compare("written", *expect.written, counts.written);
}

void compare_reports(const Expectation& expect, const Trace& trace,
                     std::vector<Sentence>& sentences) {
  for (const auto& [client, outcome] : expect.reported) {
    const std::string_view found = last_report(trace, client);
    if (found == outcome || (found.empty() && outcome == name(Released::nothing))) continue;
    sentences.push_back(
        found.empty()
            ? say("expected {}'s release to report {}, but there was none", client, outcome)
            : say("expected {}'s release to report {}, but it reported {}", client, outcome,
                  found));
  }
}

}  // namespace

std::vector<Sentence> unmet(const Expectation& expect, const Trace& trace,
                            const std::vector<Verdict>& verdicts) {
  std::vector<Sentence> sentences;
  for (std::size_t i = 0; i < property_count; ++i) {
    if (!expect.verdicts[i]) continue;
    const auto property = static_cast<Property>(i);
    const auto found = std::find_if(verdicts.begin(), verdicts.end(),
                                    [&](const Verdict& v) { return v.property == property; });
    const Kept kept = found == verdicts.end() ? Kept::not_applicable : found->kept;
    if (kept == *expect.verdicts[i]) continue;
    Sentence sentence = say("expected {} {}, but it was {}", name(property),
                            in_words(*expect.verdicts[i]), in_words(kept));
    if (found != verdicts.end() && !found->sentence.empty())
      sentence = say("{}: {}", sentence, found->sentence);
    sentences.push_back(std::move(sentence));
  }
  compare_reports(expect, trace, sentences);
  const bool counts = expect.entered || expect.written || !expect.entered_by.empty() ||
                      !expect.refused.empty() || !expect.waited.empty();
  if (counts) compare_counts(expect, trace, sentences);
  if (!expect.final_value) return sentences;
  const auto value = last_value(trace);
  if (!value)
    sentences.push_back(say("expected {} to end at {}, but nobody read or wrote it",
                            trace.info.resource, *expect.final_value));
  else if (*value != *expect.final_value)
    sentences.push_back(say("expected {} to end at {}, but it ended at {}", trace.info.resource,
                            *expect.final_value, *value));
  return sentences;
}

Expectation expecting(const std::vector<Verdict>& verdicts) {
  Expectation expect;
  for (const Verdict& verdict : verdicts)
    if (verdict.promised && verdict.kept != Kept::not_applicable)
      expect.verdicts[static_cast<std::size_t>(verdict.property)] = verdict.kept;
  return expect;
}

}  // namespace locklab::sim
