// The part of the axis on the screen, changed by hand: the kind of axis, a dragged range, and the
// two marks between which time is measured. The model must have a run, except for the kind.
#pragma once

#include "app/gui/model/intent.h"

namespace locklab::app {

/// Keeps what is in sight in sight.
void change_look(Model& model, const intent::SetAxis& set);

void change_shown(Model& model, const intent::DragRange& drag);
void change_shown(Model& model, const intent::DropRange& drop);
void change_shown(Model& model, const intent::LeaveDrag& leave);
void change_shown(Model& model, const intent::SetMark& set);
void change_shown(Model& model, const intent::ClearMarks& clear);
void change_shown(Model& model, const intent::ZoomToMarks& zoom);

/// The time between the two marks in us; none: not both are set.
std::optional<double> between_marks(const Model& model);

}  // namespace locklab::app
