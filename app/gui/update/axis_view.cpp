#include "app/gui/update/axis_view.h"

#include <algorithm>
#include <cmath>

#include "app/gui/update/navigation.h"

namespace locklab::app {

namespace {

/// Converts a view from the axis `old` to the axis `now`, with the same part of the run visible.
TimeView on_axis(const TimeView& view, const Axis& old, const Axis& now) {
  if (view == fit(old.end())) return fit(now.end());
  const double from = now.position(old.time(view.from));
  const double to = now.position(old.time(view.to));
  return spanning(from, to, now.end());
}

}  // namespace

void change_look(Model& model, const intent::SetAxis& set) {
  const AxisKind before = model.settings.axis;
  model.settings.axis = set.axis;
  model.range.reset();
  if (!model.run || before == set.axis) return;
  const Axis old(before, model.run->scene, model.run->trace());
  const double cursor = old.after(model.cursor.events, model.cursor.at_us);
  const bool seen = model.view.from <= cursor && cursor <= model.view.to;
  model.view = on_axis(model.view, old, axis_of(model));
  if (model.unreset) model.unreset->view = on_axis(model.unreset->view, old, axis_of(model));
  if (seen) model.view = showing(model.view, cursor_position(model), axis_of(model).end());
}

void change_shown(Model& model, const intent::DragRange& wanted) {
  const bool left = model.range && model.range->left;
  model.range = wanted.drag;
  model.range->left = left;
  if (left) return;
  const RangeDrag& drag = *model.range;
  const double by = drag.to - drag.from;
  const std::int64_t end = axis_of(model).end();
  switch (drag.grip) {
    case RangeGrip::band:
      break;  // zooms when it is dropped
    case RangeGrip::view:
      model.view = panned(drag.before, by / drag.before.span(), end);
      break;
    case RangeGrip::left_edge:
      model.view = spanning(std::min(drag.before.from + by, drag.before.to), drag.before.to, end);
      break;
    case RangeGrip::right_edge:
      model.view = spanning(drag.before.from, std::max(drag.before.to + by, drag.before.from), end);
      break;
    case RangeGrip::cursor:
      stand_at(model, axis_of(model).time(drag.to));
      select_event(model, event_at_cursor(model));
      break;
  }
}

void change_shown(Model& model, const intent::DropRange&) {
  if (!model.range) return;
  const RangeDrag drag = *std::exchange(model.range, std::nullopt);
  if (drag.left || drag.grip != RangeGrip::band || drag.from == drag.to) return;
  model.view =
      spanning(std::min(drag.from, drag.to), std::max(drag.from, drag.to), axis_of(model).end());
}

void change_shown(Model& model, const intent::LeaveDrag&) {
  if (model.drag) model.drag->left = true;
  if (model.fault_drag) model.fault_drag->left = true;
  if (!model.range || model.range->left) return;
  model.range->left = true;
  model.view = model.range->before;
}

void change_shown(Model& model, const intent::SetMark& set) {
  if (set.mark >= model.marks.size()) return;
  const auto end = static_cast<double>(model.run->scene.end);
  model.marks[set.mark] = std::clamp(set.at_us.value_or(model.cursor.at_us), 0.0, end);
}

void change_shown(Model& model, const intent::ClearMarks&) { model.marks = {}; }

void change_shown(Model& model, const intent::ZoomToMarks&) {
  if (!model.marks[0] || !model.marks[1]) return;
  const auto [from, to] = std::minmax(*model.marks[0], *model.marks[1]);
  model.view = view_around(model, from, to);
}

std::optional<double> between_marks(const Model& model) {
  if (!model.marks[0] || !model.marks[1]) return std::nullopt;
  return std::abs(*model.marks[1] - *model.marks[0]);
}

}  // namespace locklab::app
