// The look of the window: its language, theme and size, and its panels.
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
/// Whether the window is in presenter mode, without bars.
bool is_presenting(const Model& model);

/// Timeline, cluster or both, as chosen by the user.
Panes wanted_panes(const Model& model);
/// Whether the panel is wanted. In a lesson: by the lesson, or by the user within it; the user's
/// choice outside of lessons is unaffected.
bool is_wanted(const Model& model, Panel panel);
/// Whether the lesson's step highlights the panel or something in it.
bool is_pointed_at(const Model& model, Panel panel);
/// Whether the panel is shown, because the user wants it or the lesson highlights it.
bool is_shown(const Model& model, Panel panel);
/// Timeline, cluster or both; includes what the lesson highlights.
Panes shown_panes(const Model& model);

/// Pixels per unit: from the settings and the screen's density or, if that is larger, the window's
/// size; half as large again in presenter mode, and limited so that the window remains usable.
float drawn_scale(const Model& model, float density, float width, float height);
/// The scale without presenter mode and the limit: 100 % suits the window, which is 1.25 for
/// 1920x1080.
float wanted_scale(const Model& model, float density, float width, float height);

/// The panel's id: "palette" for the text "panel.palette".
std::string_view name(Panel panel);

}  // namespace locklab::app
