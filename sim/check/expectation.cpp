#include "sim/check/expectation.h"

#include <algorithm>

namespace locklab::sim {

namespace {

Sentence in_words(Kept kept) {
  return kept == Kept::kept     ? say("kept")
         : kept == Kept::broken ? say("broken")
                                : say("not applicable");
}

/// The report of the client's last release; empty if it released nothing.
std::string_view last_report(const Trace& trace, std::string_view client) {
  for (std::size_t i = trace.size(); i-- > 0;) {
    const Event& event = trace[i];
    if (event.kind == EventKind::released && trace.client_name(event.client) == client)
      return name(static_cast<Released>(event.detail));
  }
  return {};
}

/// The last known value of the resource's counter.
std::optional<std::int64_t> last_value(const Trace& trace) {
  for (std::size_t i = trace.size(); i-- > 0;) {
    const Event& event = trace[i];
    if (event.kind == EventKind::resource_wrote || event.kind == EventKind::resource_read)
      return event.value;
  }
  return std::nullopt;
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
  for (const auto& [client, outcome] : expect.reported) {
    const std::string_view said = last_report(trace, client);
    if (said == outcome) continue;
    sentences.push_back(
        said.empty()
            ? say("expected {}'s release to report {}, but it released nothing", client, outcome)
            : say("expected {}'s release to report {}, but it reported {}", client, outcome, said));
  }
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
