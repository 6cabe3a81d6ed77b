// Opening and saving: the dialog, the files that were used last, and the question before work by
// hand is left unsaved.
#pragma once

#include <optional>
#include <string>

#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"
#include "app/gui/model/model.h"

namespace locklab::app {

inline constexpr std::size_t most_recent_files = 10;

/// What was set or broken by hand, or recorded on live servers, is in no file.
bool is_unsaved(const Model& model);

std::optional<Job> open_dialog(Model& model, const intent::OpenDialog& open);
/// What was to be saved before the window or the story is left.
std::optional<Job> save_before_leaving(Model& model);
/// The run's name, for the clipboard; of a live run the file in which its trace is kept.
std::optional<Job> copy_name(Model& model);
/// The next entry of the dialog's folder, or the one before: a file's name is taken.
void mark_entry(Model& model, int by);
/// The folder that is marked; none: a file is, or nothing.
std::optional<std::string> marked_folder(const FileDialog& dialog);
std::optional<Job> choose_folder(Model& model, const std::string& folder);
std::optional<Job> folder_listed(Model& model, const intent::FolderListed& listed);
void type_name(Model& model, const std::string& name);
/// The path to open; none: a job does the rest, or the dialog stays and says why.
std::optional<std::string> path_to_open(const Model& model);
std::optional<Job> save_from_dialog(Model& model);
void saved(Model& model, const intent::Saved& done);
void not_saved(Model& model, const intent::NotSaved& failed);

/// Puts a file first among those that were used last.
void remember_file(Model& model, const std::string& path);
/// Of what was opened by its path, and could be.
void remember_opened(Model& model, const std::string& name);

}  // namespace locklab::app
