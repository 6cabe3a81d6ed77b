// How the window looks: its language, theme and size, and which of its panels are shown.
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
/// Of any panel but the lesson.
void change_look(Model& model, const intent::ShowPanel& show);
void change_look(Model& model, const intent::PutWarningAway&);
void change_look(Model& model, const intent::Welcomed&);
void change_look(Model& model, const intent::Help& help);
void change_look(Model& model, const intent::Present& present);
void change_look(Model& model, const intent::SetFullScreen& set);

/// Whether a dialog or a question stands before the window: nothing below it can be done.
bool is_covered(const Model& model);
/// Whether a class looks at it: the bars are gone.
bool is_presenting(const Model& model);

/// Whether the user wants it on the screen.
bool is_wanted(const Model& model, Panel panel);
/// Whether the lesson's step points at it, or at something in it.
bool is_pointed_at(const Model& model, Panel panel);
/// Whether it is: also what the lesson's step points at.
bool is_shown(const Model& model, Panel panel);
/// Timeline, cluster or both, so that what the lesson's step points at can be seen.
Panes shown_panes(const Model& model);

/// How many pixels one unit is: as the settings and the screen's density want it, half as large
/// again before a class, and never so large that the window would hold nothing but fragments.
float drawn_scale(const Model& model, float density, float width, float height);
/// What they want it to be, though there is no room for it.
float wanted_scale(const Model& model, float density);

/// "palette": its texts have the key "panel.palette".
std::string_view name(Panel panel);

}  // namespace locklab::app
