#include "app/gui/update/headline.h"

#include <algorithm>
#include <vector>

#include "app/changes/saving_event.h"
#include "app/gui/update/done.h"
#include "app/gui/update/first_strike.h"
#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/live_state.h"
#include "app/gui/update/navigation.h"
#include "app/gui/update/story_form.h"
#include "app/timeline/causes/plain_wording.h"
#include "app/timeline/scene/cluster_state.h"
#include "app/timeline/words/wording.h"
#include "app/words/verdict_name.h"
#include "sim/check/verdict_words.h"

namespace locklab::app {

namespace {

/// The question of a step without its markup; the step's title if there is none.
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

bool is_moment_of_step(const Model& model) {
  return model.lesson && model.cursor == model.asked_at;
}

/// Whether the selected verdict is the one that a lesson's step highlights at its moment.
bool is_pointed_at(const Model& model) {
  return is_moment_of_step(model) && model.verdict == pointed_verdict(model);
}

/// Whether a lesson's step has moved past the clash of the selected verdict.
bool is_after_the_clash(const Model& model) {
  const std::vector<Clash>& clashes = model.run->scene.clashes;
  return is_moment_of_step(model) && model.verdict &&
         std::any_of(clashes.begin(), clashes.end(), [&](const Clash& clash) {
           return clash.verdict == *model.verdict && clash.to > clash.from &&
                  model.cursor.at_us > static_cast<double>(clash.to);
         });
}

/// The event at the cursor, if it saved the branch on screen.
std::optional<std::uint32_t> saved_at_cursor(const Model& model) {
  if (model.branch >= model.branches.size()) return std::nullopt;
  const auto saved = model.branches[model.branch].saved_at;
  return saved && model.cursor.events == std::size_t{*saved} + 1 ? saved : std::nullopt;
}

/// The earliest broken promise that `wanted` accepts.
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
  if (is_after_the_clash(model)) return std::nullopt;
  const std::vector<sim::Verdict>& verdicts = model.run->judged.verdicts;
  if (model.verdict && *model.verdict < verdicts.size() &&
      is_broken_by_now(model, verdicts[*model.verdict]) &&
      (model.presenting || clash_lasts(model, *model.verdict) || is_pointed_at(model)))
    return model.verdict;
  const auto at_cursor = first_broken(model, [&](const sim::Verdict& verdict) {
    return *verdict.event + 1 == model.cursor.events;
  });
  if (at_cursor || !model.presenting) return at_cursor;
  return first_broken(model, [](const sim::Verdict&) { return true; });
}

/// Whether the property is essential for a lock, promised or not.
bool is_purpose_of_locks(sim::Property property) {
  return property == sim::Property::mutual_exclusion || property == sim::Property::no_lost_update ||
         property == sim::Property::no_deadlock;
}

/// The selected verdict, if the cursor is at the end of the run and the run has kept it; otherwise
/// null. The user asked about this verdict, so it takes precedence over broken promises.
const sim::Verdict* kept_answer(const Model& model) {
  const std::vector<sim::Verdict>& verdicts = model.run->judged.verdicts;
  if (!model.verdict || *model.verdict >= verdicts.size() || !is_at_its_end(model)) return nullptr;
  const sim::Verdict& verdict = verdicts[*model.verdict];
  return verdict.kept == sim::Kept::kept ? &verdict : nullptr;
}

/// Names the promises that the run has broken or, without `promised`, the essential properties that
/// it broke without a promise.
std::vector<Sentence> broken_by_run(const Model& model, bool promised) {
  std::vector<Sentence> broken;
  for (const sim::Verdict& verdict : model.run->judged.verdicts)
    if (verdict.promised == promised && verdict.kept == sim::Kept::broken &&
        (promised || is_purpose_of_locks(verdict.property)))
      broken.push_back(verdict_name(verdict.property, verdict.kept));
  return broken;
}

bool keeps_data(const ShownRun& run) {
  const sim::Verdict& data =
      run.judged.verdicts[static_cast<std::size_t>(sim::Property::no_lost_update)];
  return data.promised && data.kept == sim::Kept::kept;
}

/// The outcome of a run without a broken promise.
Sentence kept_outcome(const Model& model) {
  const sim::Trace& trace = model.run->trace();
  if (trace.info.cut_short) return say("ended before its time; no promise was broken until then");
  const std::vector<Sentence> never_promised = broken_by_run(model, false);
  if (!never_promised.empty())
    return say("every promise was kept; never promised, and broken: {}",
               sim::listed(never_promised));
  const ClusterResource stock =
      cluster_at(trace, model.run->scene, trace.size(), model.run->scene.end).resource;
  const std::int64_t first = trace.info.initial_value.value_or(-1);
  if (first >= 0 && stock.touched && stock.value < 0)
    return say("every promise was kept, but {} were sold of {}: a lock does not look what is left",
               first - stock.value, first);
  return say("every promise was kept");
}

/// The outcome of the run: "2 promises broken: mutual exclusion and lost update".
Sentence outcome(const Model& model, const std::vector<Sentence>& broken) {
  Sentence words = broken.empty() ? kept_outcome(model)
                   : broken.size() == 1
                       ? say("1 promise broken: {}", broken.front())
                       : say("{} promises broken: {}", broken.size(), sim::listed(broken));
  if (const auto late = broken.empty() ? std::nullopt : late_write_refused(*model.run))
    if (keeps_data(*model.run))
      words = say("{}; but the data are right: {}'s late write was refused", words,
                  client_words(model.run->trace(), *late));
  return is_live(*model.run) ? say("on a real Redis: {}", words) : words;
}

}  // namespace

bool is_broken_by_now(const Model& model, const sim::Verdict& verdict) {
  return is_broken_at_cursor(model, verdict) && is_told(model, verdict);
}

bool is_at_its_end(const Model& model) {
  const sim::Trace& trace = model.run->trace();
  return !trace.empty() && model.cursor.events == trace.size() &&
         trace.back().kind == sim::EventKind::ended && trace.back().detail == 0;
}

std::optional<std::uint16_t> told_at_end(const Model& model) {
  const std::vector<sim::Verdict>& verdicts = model.run->judged.verdicts;
  if (model.verdict && *model.verdict < verdicts.size() &&
      is_broken_by_now(model, verdicts[*model.verdict]))
    return model.verdict;
  return first_broken(model, [](const sim::Verdict&) { return true; });
}

Headline headline_of(const Model& model) {
  Headline headline;
  if (!model.run) return headline;
  if (predicts(model)) {
    headline.now = Sentence::name(question_text(*step_at(model)));
    return headline;
  }
  if (is_first_strike(model)) {
    headline.now = first_strike_words(model);
    headline.asks = true;
    return headline;
  }
  // A title may reveal what happens.
  if (model.branch < model.branches.size() && !hides_title(model))
    headline.title = story_of(model, model.branch).title;
  if (is_starting_live(model)) {
    headline.now = model.pending->starting;
    headline.asks = true;
    return headline;
  }
  if (const auto saved = saved_at_cursor(model)) {
    headline.now = saving_words(*model.run, *saved);
    headline.saves = true;
    return headline;
  }
  if (const sim::Verdict* const kept = kept_answer(model)) {
    headline.now = say("{}: {}", verdict_name(kept->property, kept->kept), kept->sentence);
    headline.saves = true;
    return headline;
  }
  headline.broken = broken_now(model);
  if (headline.broken) {
    headline.now = model.run->judged.verdicts[*headline.broken].sentence;
    headline.promised = model.run->judged.verdicts[*headline.broken].promised;
  } else if (is_at_its_end(model)) {
    const std::vector<Sentence> broken = broken_by_run(model, true);
    headline.now = outcome(model, broken);
    headline.ends_broken = !broken.empty();
  } else if (const auto event = event_at_cursor(model)) {
    headline.now = plain_words(model.run->trace(), *event);
  }
  return headline;
}

}  // namespace locklab::app
