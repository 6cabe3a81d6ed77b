// The notebook: moments with a note each. Stored with the settings, so that nothing is lost when
// the window closes.
#pragma once

#include <optional>
#include <string>

#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// The notebook's title, or a default in the user's language.
std::string name_of_notebook(const Model& model);
/// The notebook in the format of its file.
std::string text_of_notebook(const Model& model);
/// The time of a moment in its run, in ms.
double time_of(const NotedMoment& moment);

/// The moment on the screen; nullopt if there is no run, or no name can recreate it.
std::optional<NotedMoment> moment_on_screen(const Model& model);

std::optional<Job> change_notebook(Model& model, const intent::ShowNotebook& show);
std::optional<Job> change_notebook(Model& model, const intent::NoteMoment&);
std::optional<Job> change_notebook(Model& model, const intent::NameNotebook& name);
std::optional<Job> change_notebook(Model& model, const intent::NameMoment& name);
std::optional<Job> change_notebook(Model& model, const intent::WriteNote& write);
std::optional<Job> change_notebook(Model& model, const intent::MoveMoment& move);
std::optional<Job> change_notebook(Model& model, const intent::RemoveMoment& remove);
std::optional<Job> change_notebook(Model& model, const intent::BringMomentBack&);
std::optional<Job> change_notebook(Model& model, const intent::BeginNotebook& begin);
std::optional<Job> change_notebook(Model& model, const intent::KeepNotebook&);
std::optional<Job> change_notebook(Model& model, const intent::TakeUpLesson&);

/// Shows a moment of one of the branches, or requests its run as a new branch if it is a variant of
/// the current story. Returns false if its run must replace the story first.
bool go_within_story(Model& model, std::size_t moment, std::optional<Job>& job);
/// Moves to the moment that the user has chosen, once its run is open.
void arrive_at_moment(Model& model);

}  // namespace locklab::app
