// The visible part of the run: its branch, moment, time span and lanes. The model must have a run.
#pragma once

#include "app/gui/model/intent.h"
#include "app/gui/model/model.h"

namespace locklab::app {

void change_shown(Model& model, const intent::ShowBranch& show);
void change_shown(Model& model, const intent::RemoveBranch& remove);
void change_shown(Model& model, const intent::Compare& wanted);
void change_shown(Model& model, const intent::Undo&);
void change_shown(Model& model, const intent::Redo&);
void change_shown(Model& model, const intent::Step& step);
void change_shown(Model& model, const intent::StepOnLane& step);
void change_shown(Model& model, const intent::Seek& seek);
void change_shown(Model& model, const intent::SeekEvent& seek);
void change_shown(Model& model, const intent::SeekVerdict& seek);
void change_shown(Model& model, const intent::RunUntil& until);
void change_shown(Model& model, const intent::AskTime&);
void change_shown(Model& model, const intent::TypeTime& type);
void change_shown(Model& model, const intent::RunUntilTime&);
void change_shown(Model& model, const intent::GoToStart&);
void change_shown(Model& model, const intent::GoToEnd&);
void change_shown(Model& model, const intent::PlayOrPause&);
void change_shown(Model& model, const intent::SetSpeed& set);
void change_shown(Model& model, const intent::Tick& passed);
void change_shown(Model& model, const intent::Zoom& zoom);
void change_shown(Model& model, const intent::Pan& pan);
void change_shown(Model& model, const intent::Fit&);
void change_shown(Model& model, const intent::SelectLane& select);
void change_shown(Model& model, const intent::ShowLane& show);
void change_shown(Model& model, const intent::MoveLane& move);
void change_shown(Model& model, const intent::PinLane& pin);
void change_shown(Model& model, const intent::ShowRealSource& show);
void change_shown(Model& model, const intent::OnlySelected& only);
void change_shown(Model& model, const intent::OnlyMessage& only);
void change_shown(Model& model, const intent::ShowTelling& show);
void change_shown(Model& model, const intent::OnlyLane& only);
void change_shown(Model& model, const intent::SeekWords& seek);
void change_shown(Model& model, const intent::WordsFound& found);
void change_shown(Model& model, const intent::RemediesFound& found);
void change_shown(Model& model, const intent::LightVerdict& light);

}  // namespace locklab::app
