#include "app/gui/update/tale.h"

#include <algorithm>
#include <iterator>

#include "app/changes/added_faults.h"
#include "app/gui/update/branches.h"
#include "app/gui/update/headline.h"
#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/navigation.h"
#include "app/timeline/words/told_order.h"

namespace locklab::app {

namespace {

const std::vector<std::uint32_t>* events_of_lane(const Model& model) {
  const auto& lanes = model.run->scene.events;
  return model.tale.only_lane && model.lane && *model.lane < lanes.size() ? &lanes[*model.lane]
                                                                          : nullptr;
}

/// The selected event if it has happened, otherwise the event at the cursor.
std::optional<std::uint32_t> event_shown(const Model& model) {
  if (model.event && *model.event < model.cursor.events) return model.event;
  return event_at_cursor(model);
}

std::optional<Job> find_words_again(Model& model) {
  Tale& tale = model.tale;
  if (tale.sought.empty()) return std::nullopt;
  if (tale.found_in == model.run && tale.found_as == model.settings.language) return std::nullopt;
  tale.found_in = model.run;
  tale.found_as = model.settings.language;
  tale.found.clear();
  tale.job = ++model.jobs;
  return Job{model.jobs, work::FindWords{model.run, tale.found_as, tale.sought}};
}

std::optional<Job> find_remedies_once(Model& model) {
  if (!tells_remedies(model) || model.remedies.of == model.run) return std::nullopt;
  model.remedies = {model.run, ++model.jobs, {}};
  return Job{model.jobs, work::FindRemedies{model.run}};
}

}  // namespace

ToldRows::ToldRows(const Model& model) : trace_(model.run->trace()) {
  const std::vector<std::uint32_t>* const of_lane = events_of_lane(model);
  const bool seeks = !model.tale.sought.empty();
  if (seeks && of_lane) {
    std::set_intersection(of_lane->begin(), of_lane->end(), model.tale.found.begin(),
                          model.tale.found.end(), std::back_inserter(both_));
    some_ = &both_;
  } else {
    some_ = seeks ? &model.tale.found : of_lane;
  }
  size_ = some_ ? some_->size() : trace_.size() - trace_.first();
  const auto before = [&](std::size_t events) {
    if (!some_) return events - std::min(events, trace_.first());
    const auto next = std::lower_bound(some_->begin(), some_->end(), events);
    return static_cast<std::size_t>(next - some_->begin());
  };
  const std::size_t before_cursor = before(model.cursor.events);
  if (const auto until = told_until(model)) size_ = std::min(size_, before(until->events));
  const std::optional<std::uint32_t> now = event_shown(model);
  if (!now || before_cursor == 0) return;
  if (!some_) {
    if (*now >= trace_.first()) at_cursor_ = place_of(trace_, *now) - trace_.first();
  } else {
    const auto after = std::upper_bound(some_->begin(), some_->end(), *now);
    if (after == some_->begin()) return;
    at_cursor_ = static_cast<std::size_t>(after - some_->begin()) - 1;
    const OneStep step = step_of(*at_cursor_);
    if (step.turned) at_cursor_ = *at_cursor_ == step.first ? step.last : *at_cursor_ - 1;
  }
}

std::uint32_t ToldRows::event(std::size_t row) const {
  if (some_) {
    const OneStep step = step_of(row);
    if (!step.turned) return (*some_)[row];
    return (*some_)[row < step.last ? row + 1 : step.first];
  }
  return told_at(trace_, static_cast<std::uint32_t>(row + trace_.first()));
}

ToldRows::OneStep ToldRows::step_of(std::size_t row) const {
  const std::vector<std::uint32_t>& some = *some_;
  const ToldGroup group = group_of(trace_, some[row]);
  OneStep step{row, row, false};
  while (step.first > 0 && some[step.first - 1] >= group.first) --step.first;
  while (step.last + 1 < size_ && some[step.last + 1] <= group.last) ++step.last;
  step.turned = some[step.first] == group.first;
  return step;
}

bool is_finding(const Model& model) {
  return !model.tale.sought.empty() && model.tale.job.has_value();
}

std::optional<Job> work_for_tale(Model& model) {
  if (!model.run) return std::nullopt;
  auto job = find_words_again(model);
  return job ? job : find_remedies_once(model);
}

std::optional<Job> try_remedy(Model& model, std::size_t remedy) {
  if (model.remedies.of != model.run || remedy >= model.remedies.found.size()) return std::nullopt;
  Job job = make_run(model, model.remedies.found[remedy].run, model.branch);
  model.pending->saves = true;
  return job;
}

bool tells_remedies(const Model& model) {
  if (!model.run || model.run->recorded || model.tale.shown != Telling::why) return false;
  const auto verdict = explained(model);
  return verdict && model.run->judged.verdicts[*verdict].promised;
}

std::optional<std::uint16_t> explained(const Model& model) {
  const std::optional<std::uint32_t> event = event_shown(model);
  if (!event) return std::nullopt;
  const std::vector<sim::Verdict>& verdicts = model.run->judged.verdicts;
  const std::optional<std::uint16_t> headline = headline_of(model).broken;
  for (const auto& verdict : {model.verdict, headline})
    if (verdict && *verdict < verdicts.size() && verdicts[*verdict].event == *event &&
        is_broken_by_now(model, verdicts[*verdict]))
      return verdict;
  if (const auto broken = broken_by(model, *event)) return broken;
  return is_at_its_end(model) && *event + 1 == model.run->trace().size() ? told_at_end(model)
                                                                         : std::nullopt;
}

std::vector<WhyStep> why_shown(const Model& model) {
  const std::optional<std::uint32_t> event = event_shown(model);
  if (!event) return {};
  const ShownRun& run = *model.run;
  const auto verdict = explained(model);
  return verdict ? why_broken(run.trace(), run.scene, run.judged.verdicts[*verdict])
                 : why(run.trace(), run.scene, *event);
}

Sentence design_shown(const Model& model) {
  const auto verdict = explained(model);
  const bool known = verdict && *verdict < model.run->designs.size();
  return known ? words(model.run->designs[*verdict]) : Sentence();
}

std::string_view beginning_of(const ShownRun& run, std::uint32_t event) {
  const sim::EventKind kind = run.trace()[event].kind;
  if (kind == sim::EventKind::ended || kind == sim::EventKind::resource_final)
    return "tale.run_ends";
  if (!strikes(kind)) return "tale.no_cause";
  return added_fault_at(run, event) ? "tale.struck_by_you" : "tale.struck_by_story";
}

std::optional<std::uint16_t> broken_by(const Model& model, std::uint32_t event) {
  const std::vector<sim::Verdict>& verdicts = model.run->judged.verdicts;
  for (std::size_t i = 0; i < verdicts.size(); ++i)
    if (verdicts[i].promised && verdicts[i].kept == sim::Kept::broken &&
        verdicts[i].event == event && is_told(model, verdicts[i]))
      return static_cast<std::uint16_t>(i);
  return std::nullopt;
}

}  // namespace locklab::app
