// The look of the window: its language, theme and size, its panels, and its messages.
#pragma once

#include <string_view>

#include "app/gui/model/intent.h"
#include "app/gui/model/model.h"

namespace locklab::app {

void change_look(Model& model, const intent::SetLanguage& set);
void change_look(Model& model, const intent::SetTheme& set);
void change_look(Model& model, const intent::SetScale& set);
void change_look(Model& model, const intent::SetMotion& set);
void change_look(Model& model, const intent::SetLayout& set);
void change_look(Model& model, const intent::ShowPanes& show);
/// Shows or hides any panel except the lesson.
void change_look(Model& model, const intent::ShowPanel& show);
void change_look(Model& model, const intent::PutWarningAway&);
void change_look(Model& model, const intent::PutDoneAway&);
void change_look(Model& model, const intent::PutProblemAway&);
void change_look(Model& model, const intent::WrongInput& input);
void change_look(Model& model, const intent::Welcomed&);
void change_look(Model& model, const intent::Help& help);
void change_look(Model& model, const intent::Present& present);
void change_look(Model& model, const intent::SetFullScreen& set);

/// Whether a dialog or a question covers the window.
bool is_covered(const Model& model);
/// Whether the lab is shown in presenter mode.
bool is_presenting(const Model& model);

/// The panes chosen by the user; in a lesson both by default.
Panes wanted_panes(const Model& model);
/// Whether the panel is wanted: outside of lessons by the user's settings; in a lesson by the
/// lesson, or by the user's choice within it.
bool is_wanted(const Model& model, Panel panel);
/// Whether the lesson's step highlights the panel or something in it.
bool is_pointed_at(const Model& model, Panel panel);
/// Whether the panel is shown, because the user wants it or the lesson highlights it.
bool is_shown(const Model& model, Panel panel);
/// The panes shown: wanted_panes(), and the timeline or the cluster if the lesson highlights it.
Panes shown_panes(const Model& model);

/// The scale at which the window is drawn, in screen pixels per pixel at 100 %: wanted_scale(),
/// limited so that the window remains usable; in presenter mode up to 1.35 times as large.
float drawn_scale(const Model& model, float density, float width, float height);
/// The scale before presenter mode and the limit apply, in the same unit: the user's percentage of
/// the screen's density or, if that is larger, of a factor for the window's size (1.25 at
/// 1920x1080). The projector theme adds a quarter.
float wanted_scale(const Model& model, float density, float width, float height);

/// The panel's id: "palette" for the text "panel.palette".
std::string_view name(Panel panel);

}  // namespace locklab::app
