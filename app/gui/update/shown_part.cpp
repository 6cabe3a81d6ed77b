#include "app/gui/update/shown_part.h"

#include <algorithm>

#include "app/gui/update/branches.h"
#include "app/gui/update/comparison.h"
#include "app/gui/update/lanes.h"
#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/lesson_work.h"
#include "app/gui/update/navigation.h"
#include "app/timeline/words/told_order.h"
#include "app/words/time_words.h"

namespace locklab::app {

void change_shown(Model& model, const intent::ShowBranch& show) {
  if (show.branch < model.branches.size()) show_branch(model, show.branch);
}

void change_shown(Model& model, const intent::RemoveBranch& remove) {
  remove_branch(model, remove.branch);
}

void change_shown(Model& model, const intent::Compare& wanted) {
  if (wanted.branch && predicts(model)) return;  // the other run would reveal the answer
  compare(model, wanted.branch);
}

void change_shown(Model& model, const intent::Undo&) {
  if (model.branch == 0) {
    undo_reset(model);
    return;
  }
  model.undone.push_back(model.branch);
  show_branch(model, model.branches[model.branch].parent);
}

void change_shown(Model& model, const intent::Redo&) {
  if (model.undone.empty()) return;
  const std::size_t branch = model.undone.back();
  model.undone.pop_back();
  show_branch(model, branch);
}

void change_shown(Model& model, const intent::Step& step) {
  model.playing = false;
  const double before = cursor_position(model);
  const auto wanted = static_cast<std::int64_t>(model.cursor.events) + step.by;
  const auto events = static_cast<std::size_t>(std::max<std::int64_t>(wanted, 0));
  const sim::Trace& trace = model.run->trace();
  stand_after(model, step.by > 0 ? step_up(trace, events) : step_down(trace, events));
  follow_step(model, before);
  select_event(model, event_at_cursor(model));
}

void change_shown(Model& model, const intent::StepOnLane& step) { step_on_lane(model, step.by); }

void change_shown(Model& model, const intent::Seek& seek) {
  stand_at(model, seek.at_us);
  select_event(model, event_at_cursor(model));
}

void change_shown(Model& model, const intent::SeekEvent& seek) { go_to_event(model, seek.event); }

void change_shown(Model& model, const intent::SeekVerdict& seek) {
  const auto& verdicts = model.run->judged.verdicts;
  if (seek.verdict >= verdicts.size() || !is_told(model, verdicts[seek.verdict])) return;
  if (!is_reached(model, verdicts[seek.verdict]) && !verdicts[seek.verdict].event) go_to_end(model);
  go_to_verdict(model, seek.verdict);
}

void change_shown(Model& model, const intent::RunUntil& until) { run_until(model, until.what); }

void change_shown(Model& model, const intent::AskTime&) { model.until.asked = true; }

void change_shown(Model& model, const intent::TypeTime& type) {
  model.until = {type.text, false, false};
}

void change_shown(Model& model, const intent::RunUntilTime&) {
  const auto at_us = read_time(model.until.text);
  model.until.wrong = !at_us && !model.until.text.empty();
  if (at_us) run_until_time(model, *at_us);
}

void change_shown(Model& model, const intent::GoToStart&) { go_to_start(model); }

void change_shown(Model& model, const intent::GoToEnd&) { go_to_end(model); }

void change_shown(Model& model, const intent::PlayOrPause&) {
  if (!model.playing && model.cursor.events == model.run->trace().size()) go_to_start(model);
  model.playing = !model.playing;
}

void change_shown(Model& model, const intent::SetSpeed& set) {
  model.speed = std::clamp(set.speed, least_speed, most_speed);
}

void change_shown(Model& model, const intent::Tick& passed) { tick(model, passed.seconds); }

void change_shown(Model& model, const intent::Zoom& zoom) {
  model.view = zoomed(model.view, zoom.factor, zoom.anchor, axis_of(model).end());
}

void change_shown(Model& model, const intent::Pan& pan) {
  model.view = panned(model.view, pan.by, axis_of(model).end());
}

void change_shown(Model& model, const intent::Fit&) { model.view = whole_view(model); }

void change_shown(Model& model, const intent::SelectLane& select) { model.lane = select.lane; }

void change_shown(Model& model, const intent::ShowLane& show) {
  for (LaneChoice& choice : model.lanes)
    if (choice.lane == show.lane) choice.shown = show.shown;
}

void change_shown(Model& model, const intent::MoveLane& move) {
  move_lane(model, move.lane, move.by);
}

void change_shown(Model& model, const intent::PinLane& pin) {
  pin_lane(model, pin.lane, pin.pinned);
}

void change_shown(Model& model, const intent::ShowRealSource& show) { model.real_source = show.on; }

void change_shown(Model& model, const intent::OnlySelected& only) { model.only_selected = only.on; }

void change_shown(Model& model, const intent::OnlyMessage& only) { model.only_message = only.on; }

void change_shown(Model& model, const intent::ShowTelling& show) { model.tale.shown = show.page; }

void change_shown(Model& model, const intent::OnlyLane& only) { model.tale.only_lane = only.on; }

void change_shown(Model& model, const intent::SeekWords& seek) {
  model.tale.sought = seek.words;
  model.tale.found_in.reset();
}

void change_shown(Model& model, const intent::WordsFound& found) {
  if (model.tale.job != found.job) return;
  model.tale.job.reset();
  model.tale.found = found.events;
}

void change_shown(Model& model, const intent::RemediesFound& found) {
  if (model.remedies.job != found.job) return;
  model.remedies.job.reset();
  model.remedies.found = found.found;
}

void change_shown(Model& model, const intent::LightVerdict& light) {
  const auto& verdicts = model.run->judged.verdicts;
  const bool told =
      light.verdict && *light.verdict < verdicts.size() && is_told(model, verdicts[*light.verdict]);
  model.lit = told ? light.verdict : std::nullopt;
}

}  // namespace locklab::app
