// The notebook: moments with a note each. What is in it is kept with the settings, so that nothing
// is lost when the window closes.
#pragma once

#include <optional>
#include <string>

#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// The notebook's title, which has a default in the user's language.
std::string name_of_notebook(const Model& model);
/// The notebook as a file.
std::string text_of_notebook(const Model& model);
/// The time of a moment in its run, in ms.
double time_of(const NotedMoment& moment);

/// The moment on the screen; none: there is no run, or one that no name makes again.
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

/// Shows a moment whose run is among the branches, or is a change of their story, which becomes one
/// more. False: its run must be opened first, in place of the story.
bool go_within_story(Model& model, std::size_t moment, std::optional<Job>& job);
/// Shows the moment that is waited for, if its run is open now.
void arrive_at_moment(Model& model);

}  // namespace locklab::app
