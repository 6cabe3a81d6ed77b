// Opening and saving: the dialog, the files that were used last, and the question before work by
// hand is left unsaved.
#pragma once

#include <optional>
#include <string>

#include "app/gui/intent.h"
#include "app/gui/job.h"
#include "app/gui/model.h"

namespace locklab::app {

inline constexpr std::size_t most_recent_files = 10;

/// What was set or broken by hand is in no file.
bool is_unsaved(const Model& model);

std::optional<Job> open_dialog(Model& model, const intent::OpenDialog& open);
std::optional<Job> choose_folder(Model& model, const std::string& folder);
void folder_listed(Model& model, const intent::FolderListed& listed);
void type_name(Model& model, const std::string& name);
/// The path to open; none: a job does the rest, or the dialog stays and says why.
std::optional<std::string> path_to_open(const Model& model);
std::optional<Job> save_from_dialog(Model& model);
void saved(Model& model, const intent::Saved& done);
void not_saved(Model& model, const intent::NotSaved& failed);

/// Puts a file first among those that were used last.
void remember_file(Model& model, const std::string& path);

}  // namespace locklab::app
