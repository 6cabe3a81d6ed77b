// Opening and saving files: the dialog, the recent files, and the question before unsaved work is
// lost.
#pragma once

#include <optional>
#include <string>

#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"
#include "app/gui/model/model.h"

namespace locklab::app {

inline constexpr std::size_t most_recent_files = 10;

/// Whether a branch holds unsaved work: changes made by hand, unless a lesson keeps them; a live
/// recording or edited texts.
bool is_unsaved(const Model& model);

/// Requests the loads of a file, for a dialog that opens loads.
std::optional<Job> read_loads(Model& model, const std::string& path);

std::optional<Job> open_dialog(Model& model, const intent::OpenDialog& open);
/// Opens the dialog to save the work that would be lost by leaving the story or the window.
std::optional<Job> save_before_leaving(Model& model);
/// Copies the run's name to the clipboard; for a live run, the path of its trace file. Reports a
/// problem if a live run is not saved.
std::optional<Job> copy_name(Model& model);
/// Copies the run's name with the moment and the view: a line that restores this picture.
std::optional<Job> copy_moment(Model& model);
/// Selects the next or previous entry of the dialog's folder. A selected file fills in the name.
void mark_entry(Model& model, int by);
/// The selected folder; nullopt if a file or nothing is selected.
std::optional<std::string> marked_folder(const FileDialog& dialog);
std::optional<Job> choose_folder(Model& model, const std::string& folder);
std::optional<Job> folder_listed(Model& model, const intent::FolderListed& listed);
void type_name(Model& model, const std::string& name);
/// The path chosen in the dialog for opening; nullopt if no such dialog is open or no name is
/// given.
std::optional<std::string> path_to_open(const Model& model);
std::optional<Job> save_from_dialog(Model& model);
void saved(Model& model, const intent::Saved& done);
void not_saved(Model& model, const intent::NotSaved& failed);

/// Moves a file to the front of the recent files.
void remember_file(Model& model, const std::string& path);
/// Moves a run that was opened by its absolute path to the front of the recent files.
void remember_opened(Model& model, const std::string& name);

}  // namespace locklab::app
