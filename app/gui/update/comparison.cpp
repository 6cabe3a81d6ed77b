#include "app/gui/update/comparison.h"

#include <algorithm>
#include <utility>

#include "app/gui/update/lanes.h"
#include "app/gui/update/navigation.h"
#include "app/timeline/trace_difference.h"
#include "app/timeline/wording.h"
#include "app/words/sentence.h"

namespace locklab::app {

namespace {

const ShownRun& run_of(const Model& model, std::size_t branch) {
  return *model.branches[branch].run;
}

bool is_live(const ShownRun& run) { return run.trace().info.world == "live"; }

}  // namespace

void compare(Model& model, std::optional<std::size_t> branch) {
  model.comparison.reset();
  if (!branch || *branch >= model.branches.size() || *branch == model.branch) return;
  Comparison comparison;
  comparison.shown = model.branch;
  comparison.with = *branch;
  const ShownRun& other = run_of(model, *branch);
  if (is_live(*model.run) || is_live(other)) {
    comparison.causes =
        std::make_shared<const CauseAlignment>(align_by_cause(model.run->trace(), other.trace()));
    // A run that goes on has not done yet what it will.
    const auto& found = comparison.causes->difference;
    const bool later =
        found &&
        ((is_being_recorded(model, model.branch) && found->one == model.run->trace().size()) ||
         (is_being_recorded(model, *branch) && found->other == other.trace().size()));
    if (!later) comparison.difference = found;
  } else if (const auto first = first_difference(model.run->trace(), other.trace())) {
    comparison.difference = {*first, *first};
  }
  model.comparison = comparison;
  // If the view showed the whole run, it shows both runs.
  const std::int64_t end = axis_of(model).end();
  const std::int64_t other_end = Axis(model.settings.axis, other.scene, other.trace()).end();
  const bool whole = model.view.from <= 0 && model.view.to >= static_cast<double>(end);
  // So does one that has left the cursor behind: what differs is seen around it.
  const double cursor = cursor_position(model);
  const bool beside = cursor < model.view.from || cursor > model.view.to;
  if (whole || beside) model.view = fit(std::max(end, other_end));
}

void compare_shown_branch(Model& model) {
  if (!model.comparison) return;
  const Comparison before = *model.comparison;
  compare(model, before.with == model.branch ? before.shown : before.with);
}

std::optional<std::size_t> usual_partner(const Model& model) {
  if (model.branches.size() < 2) return std::nullopt;
  return model.branch == 0 ? model.branches.size() - 1 : model.branches[model.branch].parent;
}

Model other_side(const Model& model) {
  Model other = model;
  const Comparison& comparison = *model.comparison;
  other.branch = comparison.with;
  other.run = model.branches[comparison.with].run;
  fit_lanes(other, model.run->scene, other.run->scene);
  if (other.lane && *other.lane >= other.run->scene.lanes.size()) other.lane.reset();
  if (auto& difference = other.comparison->difference)
    std::swap(difference->one, difference->other);
  if (comparison.causes) {
    const std::vector<std::uint32_t>& passed = comparison.causes->to_other;
    stand_after(other, passed[std::min(model.cursor.events, passed.size() - 1)]);
    other.event.reset();
    return other;
  }
  const std::size_t common = comparison.difference ? comparison.difference->one : SIZE_MAX;
  // While the runs agree, the other cursor has passed the same number of events, also among
  // simultaneous ones.
  if (model.cursor.events > common)
    other.cursor.events =
        events_until(other.run->trace(), static_cast<std::int64_t>(model.cursor.at_us));
  if (other.event && *other.event >= common) other.event.reset();
  return other;
}

Intent wanted_on_other_side(const Intent& wanted, const Model& other) {
  const sim::Trace& trace = other.run->trace();
  const auto* event = std::get_if<intent::SeekEvent>(&wanted);
  if (event && event->event >= trace.size()) return wanted;
  const auto& causes = other.comparison->causes;
  if (!causes)
    return event ? Intent(intent::Seek{static_cast<double>(trace[event->event].at)}) : wanted;
  const auto* time = std::get_if<intent::Seek>(&wanted);
  if (!event && !time) return wanted;
  const std::size_t passed =
      event ? event->event + 1 : events_until(trace, static_cast<std::int64_t>(time->at_us));
  const std::uint32_t here = causes->to_one[passed];
  return here == 0 ? Intent(intent::GoToStart{}) : Intent(intent::SeekEvent{here - 1});
}

std::string difference_words(const Words& say, const ShownRun& run, std::size_t difference) {
  if (difference >= run.trace().size()) return std::string(say("compare.ends"));
  return say.tell(event_words(run.trace(), difference));
}

std::int64_t difference_at(const ShownRun& run, std::size_t difference) {
  return difference < run.trace().size() ? run.trace()[difference].at : run.scene.end;
}

std::vector<DifferingVerdict> differing_verdicts(const ShownRun& above, const ShownRun& below) {
  std::vector<DifferingVerdict> differing;
  for (const sim::Verdict& verdict : above.judged.verdicts) {
    for (const sim::Verdict& other : below.judged.verdicts) {
      if (other.property != verdict.property || other.kept == verdict.kept) continue;
      differing.push_back({verdict.property, verdict.kept, other.kept});
    }
  }
  return differing;
}

std::string branch_name(const Words& say, const Model& model, std::size_t branch) {
  if (branch == 0) return std::string(say("break.story"));
  const bool live = is_live(run_of(model, branch));
  return fmt::format("{} {}", say(live ? "break.live" : "break.branch"), branch);
}

}  // namespace locklab::app
