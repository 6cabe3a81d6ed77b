#include "app/gui/update/headline.h"

#include <algorithm>
#include <vector>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/navigation.h"
#include "app/gui/update/story_form.h"
#include "app/timeline/wording.h"
#include "app/words/verdict_name.h"
#include "sim/check/verdict_words.h"

namespace locklab::app {

namespace {

/// The question of a step without its marks.
std::string question_text(const LessonStep& step) {
  std::string text;
  for (const TextRun& run : step.question ? step.question->question : std::vector<TextRun>{})
    text += run.text;
  return text.empty() ? step.title : text;
}

bool clash_lasts(const Model& model, std::uint16_t verdict) {
  const std::vector<Clash>& clashes = model.run->scene.clashes;
  return std::any_of(clashes.begin(), clashes.end(), [&](const Clash& clash) {
    return clash.verdict == verdict && model.cursor.at_us <= static_cast<double>(clash.to);
  });
}

/// The first promise, in the order of time, that `wanted` accepts.
template <class Wanted>
std::optional<std::uint16_t> first_broken(const Model& model, Wanted wanted) {
  const std::vector<sim::Verdict>& verdicts = model.run->judged.verdicts;
  std::optional<std::uint16_t> first;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    const sim::Verdict& verdict = verdicts[i];
    if (!verdict.promised || !is_broken_by_now(model, verdict) || !wanted(verdict)) continue;
    if (!first || *verdict.event < *verdicts[*first].event) first = static_cast<std::uint16_t>(i);
  }
  return first;
}

std::optional<std::uint16_t> broken_now(const Model& model) {
  const std::vector<sim::Verdict>& verdicts = model.run->judged.verdicts;
  if (model.verdict && *model.verdict < verdicts.size() &&
      is_broken_by_now(model, verdicts[*model.verdict]) &&
      (model.presenting || clash_lasts(model, *model.verdict)))
    return model.verdict;
  const auto at_cursor = first_broken(model, [&](const sim::Verdict& verdict) {
    return *verdict.event + 1 == model.cursor.events;
  });
  if (at_cursor || !model.presenting) return at_cursor;
  return first_broken(model, [](const sim::Verdict&) { return true; });
}

/// An event in the words of a headline, which name what a request wants and not its command.
Sentence large_words(const sim::Trace& trace, std::uint32_t index) {
  const sim::Event& event = trace[index];
  if (event.kind != sim::EventKind::sent) return event_words(trace, index);
  const Sentence who = client_words(trace, event.client);
  const Sentence whom = node_words(trace, event.node);
  if (event.purpose == Purpose::claim) return say("{} asks {} for the lock", who, whom);
  if (event.purpose == Purpose::release) return say("{} asks {} to release the lock", who, whom);
  return event_words(trace, index);
}

/// Whether the cursor stands behind a run that came to its end.
bool is_over(const Model& model) {
  const sim::Trace& trace = model.run->trace();
  return !trace.empty() && model.cursor.events == trace.size() &&
         trace.back().kind == sim::EventKind::ended && trace.back().detail == 0;
}

/// The promises that the run has broken, by name.
std::vector<Sentence> broken_by_run(const Model& model) {
  std::vector<Sentence> broken;
  for (const sim::Verdict& verdict : model.run->judged.verdicts)
    if (verdict.promised && verdict.kept == sim::Kept::broken)
      broken.push_back(verdict_name(verdict.property, verdict.kept));
  return broken;
}

/// What came of the run: "2 promises broken: mutual exclusion and lost update".
Sentence outcome(const Model& model, const std::vector<Sentence>& broken) {
  const Sentence words = broken.empty() ? say("every promise was kept")
                         : broken.size() == 1
                             ? say("1 promise broken: {}", broken.front())
                             : say("{} promises broken: {}", broken.size(), sim::listed(broken));
  return model.run->trace().info.world == "live" ? say("on a real Redis: {}", words) : words;
}

}  // namespace

bool is_broken_by_now(const Model& model, const sim::Verdict& verdict) {
  return verdict.kept == sim::Kept::broken && verdict.event &&
         *verdict.event < model.cursor.events && is_told(model, verdict);
}

Headline headline_of(const Model& model) {
  Headline headline;
  if (!model.run) return headline;
  if (predicts(model)) {
    headline.now = Sentence::name(question_text(*step_at(model)));
    return headline;
  }
  if (model.branch < model.branches.size()) headline.title = story_of(model, model.branch).title;
  headline.broken = broken_now(model);
  if (headline.broken) {
    headline.now = model.run->judged.verdicts[*headline.broken].sentence;
  } else if (is_over(model)) {
    const std::vector<Sentence> broken = broken_by_run(model);
    headline.now = outcome(model, broken);
    headline.ends_broken = !broken.empty();
  } else if (const auto event = event_at_cursor(model)) {
    headline.now = large_words(model.run->trace(), *event);
  }
  return headline;
}

}  // namespace locklab::app
