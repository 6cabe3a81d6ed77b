#include "app/gui/update/comparison.h"

#include <algorithm>
#include <utility>

#include "app/gui/update/lanes.h"
#include "app/gui/update/navigation.h"
#include "app/timeline/causes/difference_words.h"
#include "app/timeline/causes/trace_difference.h"
#include "app/timeline/words/wording.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

const ShownRun& run_of(const Model& model, std::size_t branch) {
  return *model.branches[branch].run;
}

bool shows_all(const Model& model) {
  return model.view.from <= 0 && model.view.to >= static_cast<double>(axis_of(model).end());
}

/// A new owner of the main lock on a node, or an access that the resource accepts or rejects.
struct LaneFact {
  std::int64_t at = 0;
  std::uint16_t client = 0xffff;
  MarkKind kind = MarkKind::fault;
};

/// The owners of the main lock on a node before `until` in us, or all marks of the resource.
std::vector<LaneFact> facts_of_lane(const Scene& scene, std::size_t lane, std::int64_t until) {
  std::vector<LaneFact> facts;
  if (lane >= scene.lanes.size()) return facts;
  if (scene.lanes[lane].kind == LaneKind::resource) {
    for (const Mark& mark : scene.marks)
      if (mark.lane == lane) facts.push_back({mark.at, mark.client, mark.kind});
    return facts;
  }
  if (lane < scene.keys.size())
    for (const Span& span : scene.keys[lane])
      if (span.key == scene.main_lock && span.from < until &&
          (facts.empty() || facts.back().client != span.owner))
        facts.push_back({span.from, span.owner});
  return facts;
}

/// The time at which a lane first differs in two runs; INT64_MAX if never.
std::int64_t lanes_part_at(const std::vector<LaneFact>& one, const std::vector<LaneFact>& other) {
  for (std::size_t i = 0; i < std::max(one.size(), other.size()); ++i) {
    if (i >= one.size()) return other[i].at;
    if (i >= other.size()) return one[i].at;
    if (one[i].client != other[i].client || one[i].kind != other[i].kind)
      return std::min(one[i].at, other[i].at);
  }
  return INT64_MAX;
}

}  // namespace

void compare(Model& model, std::optional<std::size_t> branch) {
  const std::optional<Comparison> last = std::exchange(model.comparison, std::nullopt);
  if (!branch || *branch >= model.branches.size() || *branch == model.branch) {
    // A view that the user has changed during the comparison is kept.
    if (last && last->before && shows_all(model))
      model.view = last->was_whole ? whole_view(model) : *last->before;
    return;
  }
  Comparison comparison;
  comparison.shown = model.branch;
  comparison.with = *branch;
  const ShownRun& other = run_of(model, *branch);
  if (is_live(*model.run) || is_live(other)) {
    comparison.causes =
        std::make_shared<const CauseAlignment>(align_by_cause(model.run->trace(), other.trace()));
    // A run in progress may still catch up with the other one.
    const auto& found = comparison.causes->difference;
    const std::size_t done = model.run->trace().size();
    const std::size_t other_done = other.trace().size();
    const bool goes_on = is_being_recorded(model, model.branch);
    const bool other_goes_on = is_being_recorded(model, *branch);
    const bool later = (goes_on && (!found || found->one == done)) ||
                       (other_goes_on && (!found || found->other == other_done));
    if (!later) comparison.difference = found;
    if (later) comparison.so_far = goes_on ? done : other_done;
  } else if (const auto first = first_difference(model.run->trace(), other.trace())) {
    comparison.difference = {*first, *first};
  }
  // A view that showed the whole run is widened to show both runs.
  const std::int64_t end = axis_of(model).end();
  const std::int64_t other_end = Axis(model.settings.axis, other.scene, other.trace()).end();
  const bool whole = shows_all(model);
  // A view without the cursor is widened too, since differences are shown around the cursor.
  const double cursor = cursor_position(model);
  const auto out_of_sight = [&](double at) { return at < model.view.from || at > model.view.to; };
  bool beside = out_of_sight(cursor);
  // A view without the first difference is widened as well.
  if (const auto& parts = comparison.difference; parts && parts->one < model.run->trace().size())
    beside =
        beside || out_of_sight(axis_of(model).position(model.run->trace()[parts->one].at,
                                                       static_cast<std::uint32_t>(parts->one)));
  if (last && last->before) {
    comparison.before = last->before;
    comparison.was_whole = last->was_whole;
  } else if (whole || beside) {
    comparison.before = model.view;
    comparison.was_whole = whole;
  }
  if (whole || beside) model.view = fit(std::max(end, other_end));
  model.comparison = std::move(comparison);
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
  // While the runs agree, the other cursor has passed the same number of events, even among
  // simultaneous ones.
  if (model.cursor.events > common)
    other.cursor.events =
        events_until(other.run->trace(), static_cast<std::int64_t>(model.cursor.at_us));
  if (other.event && *other.event >= common) other.event.reset();
  return other;
}

Intent wanted_on_other_side(const Intent& wanted, const Model& other) {
  const sim::Trace& trace = other.run->trace();
  const auto* event = wanted.get_if<intent::SeekEvent>();
  if (event && event->event >= trace.size()) return wanted;
  const auto& causes = other.comparison->causes;
  if (!causes)
    return event ? Intent(intent::Seek{static_cast<double>(trace[event->event].at)}) : wanted;
  const auto* time = wanted.get_if<intent::Seek>();
  if (!event && !time) return wanted;
  const std::size_t passed =
      event ? event->event + 1 : events_until(trace, static_cast<std::int64_t>(time->at_us));
  const std::uint32_t here = causes->to_one[passed];
  return here == 0 ? Intent(intent::GoToStart{}) : Intent(intent::SeekEvent{here - 1});
}

std::string difference_words(const Words& say, const ShownRun& run, std::size_t difference,
                             const ShownRun& other, std::size_t there) {
  return say.tell(words_of_difference(run.trace(), difference, other.trace(), there));
}

std::int64_t difference_at(const ShownRun& run, std::size_t difference) {
  return difference < run.trace().size() ? run.trace()[difference].at : run.scene.end;
}

std::vector<DifferingVerdict> differing_verdicts(const Model& model) {
  if (!model.comparison) return {};
  const std::size_t with = model.comparison->with;
  // A broken promise stays broken; everything else is known only at the end.
  const auto known = [&](std::size_t branch, sim::Kept kept) -> std::optional<sim::Kept> {
    if (is_being_recorded(model, branch) && kept != sim::Kept::broken) return std::nullopt;
    return kept;
  };
  std::vector<DifferingVerdict> differing;
  for (const sim::Verdict& verdict : model.run->judged.verdicts)
    for (const sim::Verdict& other : run_of(model, with).judged.verdicts) {
      if (other.property != verdict.property) continue;
      const auto above = known(model.branch, verdict.kept);
      const auto below = known(with, other.kept);
      const bool tells = (above && below) || (above ? above : below) == sim::Kept::broken;
      if (above != below && tells) differing.push_back({verdict.property, above, below});
    }
  return differing;
}

std::vector<std::uint16_t> lanes_that_differ_first(const Model& model) {
  std::vector<std::uint16_t> lanes = shown_lanes(model);
  if (!model.comparison) return lanes;
  const ShownRun& one = run_of(model, model.comparison->shown);
  const ShownRun& other = run_of(model, model.comparison->with);
  // Differences after the last violation are irrelevant.
  std::int64_t until = 0;
  for (const ShownRun* run : {&one, &other})
    for (const Clash& clash : run->scene.clashes) until = std::max(until, clash.to);
  if (until == 0) until = INT64_MAX;
  std::vector<std::int64_t> differs(std::max(one.scene.lanes.size(), other.scene.lanes.size()));
  for (std::size_t lane = 0; lane < differs.size(); ++lane)
    differs[lane] = lanes_part_at(facts_of_lane(one.scene, lane, until),
                                  facts_of_lane(other.scene, lane, until));
  for (const ShownRun* run : {&one, &other})
    for (const Clash& clash : run->scene.clashes)
      for (const std::uint32_t event : {clash.event, clash.other}) {
        if (event >= run->trace().size()) continue;
        const std::size_t lane = index(run->trace()[event].client);
        if (lane < run->scene.clients) differs[lane] = -1;  // before all nodes
      }
  const auto unpinned = lanes.begin() + static_cast<std::ptrdiff_t>(pinned_lanes(model));
  std::stable_sort(unpinned, lanes.end(),
                   [&](std::uint16_t a, std::uint16_t b) { return differs.at(a) < differs.at(b); });
  return lanes;
}

bool all_is_judged(const Model& model) {
  return model.comparison && !is_being_recorded(model, model.branch) &&
         !is_being_recorded(model, model.comparison->with);
}

std::string branch_name(const Words& say, const Model& model, std::size_t branch) {
  if (branch == 0) return std::string(say("break.story"));
  const bool live = is_live(run_of(model, branch));
  return fmt::format("{} {}", say(live ? "break.live" : "break.branch"), branch);
}

}  // namespace locklab::app
