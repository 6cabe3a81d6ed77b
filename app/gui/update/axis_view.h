// The user's changes along the axis: the kind of axis, drags of the range, the view or the cursor,
// and the two marks between which time is measured. The model must have a run, except for changing
// the kind.
#pragma once

#include "app/gui/model/intent.h"

namespace locklab::app {

/// Changes the kind of axis. The same part of the run stays visible, and so does the cursor if it
/// was visible.
void change_look(Model& model, const intent::SetAxis& set);

void change_shown(Model& model, const intent::DragRange& drag);
void change_shown(Model& model, const intent::DropRange& drop);
void change_shown(Model& model, const intent::LeaveDrag& leave);
void change_shown(Model& model, const intent::SetMark& set);
void change_shown(Model& model, const intent::ClearMarks& clear);
void change_shown(Model& model, const intent::ZoomToMarks& zoom);

/// The time between the two marks in us; nullopt unless both are set.
std::optional<double> between_marks(const Model& model);

}  // namespace locklab::app
