#include "app/gui/update/headline.h"

#include <algorithm>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/navigation.h"
#include "app/gui/update/story_form.h"
#include "app/timeline/wording.h"

namespace locklab::app {

namespace {

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

}  // namespace

bool is_broken_by_now(const Model& model, const sim::Verdict& verdict) {
  return verdict.kept == sim::Kept::broken && verdict.event &&
         *verdict.event < model.cursor.events && is_told(model, verdict);
}

Headline headline_of(const Model& model) {
  Headline headline;
  if (!model.run) return headline;
  if (!predicts(model) && model.branch < model.branches.size())
    headline.title = story_of(model, model.branch).title;
  headline.broken = broken_now(model);
  if (headline.broken) {
    headline.now = model.run->judged.verdicts[*headline.broken].sentence;
  } else if (const auto event = event_at_cursor(model)) {
    headline.now = event_words(model.run->trace(), *event);
  }
  return headline;
}

}  // namespace locklab::app
