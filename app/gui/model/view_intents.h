// Intents for the visible part of the axis, and for measuring on it.
#pragma once

#include <cstddef>
#include <optional>

#include "app/gui/model/any_of.h"
#include "app/gui/model/model.h"

namespace locklab::app {

namespace intent {

struct Zoom {
  double factor;  ///< above 1 zooms in
  double anchor;  ///< position in the view that stays in place, 0 .. 1
};
struct Pan {
  double by;  ///< fraction of the view's span; later if positive
};
struct Fit {};
/// Sets the quantity on the timeline's horizontal axis: time or events.
struct SetAxis {
  AxisKind axis;
};
/// Sets mark A (0) or B (1), to measure the time between them.
struct SetMark {
  std::size_t mark;
  std::optional<double> at_us;  ///< nullopt for the cursor's time
};
struct ClearMarks {};
struct ZoomToMarks {};
struct DragRange {
  RangeDrag drag;
};
struct DropRange {};
struct LeaveDrag {};  ///< cancels a drag of any kind: dropping has no effect

}  // namespace intent

using ViewIntents = TypeList<intent::Zoom, intent::Pan, intent::Fit, intent::SetAxis,
                             intent::SetMark, intent::ClearMarks, intent::ZoomToMarks,
                             intent::DragRange, intent::DropRange, intent::LeaveDrag>;

}  // namespace locklab::app
