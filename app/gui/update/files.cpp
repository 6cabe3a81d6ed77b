#include "app/gui/update/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/changes/run_settings.h"
#include "app/gui/update/branches.h"
#include "app/gui/update/done.h"
#include "app/gui/update/moments.h"
#include "app/gui/update/notebook.h"
#include "app/gui/update/story_form.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

/// A default name: that of the run's scenario without its folder, "load" or "notebook".
std::string proposed_name(const Model& model, FileKind kind) {
  if (is_of_loads(kind)) return fmt::format("load.{}", ending(kind));
  if (kind == FileKind::notebook) return fmt::format("notebook.{}", ending(kind));
  std::string name = model.run ? model.run->judged.scenario.name : "scenario";
  const std::size_t file = name.rfind(".toml/");
  if (file != std::string::npos) name.erase(file, 5);
  if (name.ends_with(".toml")) name.erase(name.size() - 5);
  const std::size_t slash = name.rfind('/');
  // "F06_pause_past_ttl/fenced" is a variation, not a folder.
  if (slash != std::string::npos && !name.starts_with('/')) name[slash] = '_';
  if (name.starts_with('/')) name = name.substr(slash + 1);
  return fmt::format("{}.{}", name, ending(kind));
}

std::optional<Job> list(Model& model, const std::string& folder) {
  FileDialog& dialog = *model.dialog;
  dialog.folder = folder;
  dialog.marked.reset();
  dialog.listed = dialog.saves_on_list = false;
  dialog.job = ++model.jobs;
  return Job{dialog.job, work::List{folder, dialog.saving || is_of_loads(dialog.kind)
                                                ? std::string(ending(dialog.kind))
                                                : std::string()}};
}

bool is_live_record(const ShownRun& run) { return run.recorded && is_live(run); }

/// The first unsaved branch recorded on live servers, which cannot be recreated; nullopt if none.
std::optional<std::size_t> unsaved_recording(const Model& model) {
  for (std::size_t i = 1; i < model.branches.size(); ++i)
    if (is_live_record(*model.branches[i].run) && model.branches[i].saved_as.empty()) return i;
  return std::nullopt;
}

/// A branch with unsaved changes made by hand, the current one first; nullopt if there is none, or
/// if a lesson keeps the branches.
std::optional<std::size_t> unsaved_change(const Model& model) {
  if (model.lesson && model.shown_step) return std::nullopt;
  std::optional<std::size_t> unsaved;
  std::vector<bool> saved(model.branches.size());
  for (std::size_t i = model.branches.size(); i-- > 0;) {
    const Branch& branch = model.branches[i];
    if (branch.run->recorded || !changed_by_hand(*branch.run)) continue;
    if (model.saved_runs.contains(branch.run->judged.name)) saved[i] = true;
    if (saved[i]) {
      saved[branch.parent] = true;  // its changes are part of this branch
    } else if (!unsaved || i == model.branch) {
      unsaved = i;
    }
  }
  return unsaved;
}

/// The line that reopens the current run; reports a problem for an unsaved live run.
std::optional<std::string> name_to_copy(Model& model) {
  if (!model.run) return std::nullopt;
  std::string name = model.run->judged.name;
  if (is_live_record(*model.run)) {
    name = model.branches[model.branch].saved_as;
    if (name.empty()) {
      model.problem = say("a live run cannot be made again by its name: save its trace first");
      return std::nullopt;
    }
  }
  model.problem = {};
  return name;
}

/// Whether there is something of that kind to save.
bool can_be_saved(const Model& model, FileKind kind) {
  if (kind == FileKind::notebook) return !model.notebook.moments.empty();
  return is_of_loads(kind) ? !chosen_results(model.stress).empty() : model.run != nullptr;
}

/// Remembers the file's folder for the next dialog.
void remember_folder(Model& model, const std::string& path) {
  if (path.starts_with('/')) model.settings.folder = folder_above(path);
}

}  // namespace

bool is_unsaved(const Model& model) {
  return unsaved_change(model) || unsaved_recording(model) || unsaved_story(model);
}

std::optional<Job> save_before_leaving(Model& model) {
  const auto recording = unsaved_recording(model);
  std::optional<std::size_t> branch = recording;
  if (!branch) branch = unsaved_change(model);
  if (!branch) branch = unsaved_story(model);
  if (branch && *branch != model.branch) show_branch(model, *branch);
  return open_dialog(model, {true, recording ? FileKind::trace : FileKind::scenario});
}

std::optional<Job> copy_name(Model& model) {
  auto name = name_to_copy(model);
  if (!name) return std::nullopt;
  return Job{++model.jobs, work::Copy{std::move(*name)}};
}

std::optional<Job> copy_moment(Model& model) {
  const auto name = name_to_copy(model);
  if (!name) return std::nullopt;
  return Job{++model.jobs, work::Copy{fmt::format("{} {}", *name, moment_text(model))}};
}

void mark_entry(Model& model, int by) {
  if (!model.dialog) return;
  FileDialog& dialog = *model.dialog;
  const bool above = !dialog.folder.empty();
  // The parent folder is listed first.
  const auto last = static_cast<std::int64_t>(dialog.entries.size()) - 1;
  const std::int64_t first = above ? -1 : 0;
  if (last < first) return;
  std::int64_t at = by > 0 ? first : last;
  if (dialog.marked) {
    const bool is_above = *dialog.marked == dialog.entries.size();
    at = (is_above ? -1 : static_cast<std::int64_t>(*dialog.marked)) + by;
    at = std::clamp(at, first, last);
  }
  dialog.marked = at < 0 ? dialog.entries.size() : static_cast<std::size_t>(at);
  if (at < 0 || dialog.entries[*dialog.marked].folder) return;
  dialog.name = dialog.entries[*dialog.marked].name;
  ++dialog.chosen;
  dialog.replacing = false;
  dialog.problem = {};
}

std::optional<std::string> marked_folder(const FileDialog& dialog) {
  if (!dialog.marked) return std::nullopt;
  if (*dialog.marked >= dialog.entries.size()) return folder_above(dialog.folder);
  const FolderEntry& entry = dialog.entries[*dialog.marked];
  return entry.folder ? std::optional(inside(dialog.folder, entry.name)) : std::nullopt;
}

std::optional<Job> open_dialog(Model& model, const intent::OpenDialog& open) {
  if (open.saving && !can_be_saved(model, open.kind)) return std::nullopt;
  FileDialog dialog;
  dialog.saving = open.saving;
  dialog.kind = open.kind;
  if (open.saving) dialog.name = proposed_name(model, open.kind);
  model.dialog = std::move(dialog);
  return list(model, model.settings.folder);
}

std::optional<Job> choose_folder(Model& model, const std::string& folder) {
  if (!model.dialog) return std::nullopt;
  if (!model.dialog->saving) model.dialog->name.clear();
  model.dialog->replacing = false;
  return list(model, folder.empty() ? "/" : folder);
}

std::optional<Job> folder_listed(Model& model, const intent::FolderListed& listed) {
  if (!model.dialog || model.dialog->job != listed.job) return std::nullopt;
  FileDialog& dialog = *model.dialog;
  dialog.folder = listed.folder;
  dialog.entries = listed.entries;
  dialog.listed = true;
  dialog.problem = listed.problem;
  const bool save = std::exchange(dialog.saves_on_list, false);
  if (!listed.problem.empty()) return std::nullopt;
  model.settings.folder = listed.folder;
  return save ? save_from_dialog(model) : std::nullopt;
}

void type_name(Model& model, const std::string& name) {
  if (!model.dialog || model.dialog->name == name) return;
  model.dialog->name = name;
  model.dialog->marked.reset();
  model.dialog->replacing = false;
  model.dialog->problem = {};
}

std::optional<Job> read_loads(Model& model, const std::string& path) {
  model.dialog->job = ++model.jobs;
  remember_folder(model, path);
  return Job{model.jobs, work::ReadLoads{path}};
}

std::optional<std::string> path_to_open(const Model& model) {
  if (!model.dialog || model.dialog->saving || model.dialog->name.empty()) return std::nullopt;
  return path_of(*model.dialog);
}

std::optional<Job> save_from_dialog(Model& model) {
  FileDialog& dialog = *model.dialog;
  if (dialog.name.empty() || !can_be_saved(model, dialog.kind)) return std::nullopt;
  if (!dialog.listed) {  // the folder's entries are not known yet
    dialog.saves_on_list = true;
    return std::nullopt;
  }
  const std::string path = path_of(dialog);
  if (const std::string folder = folder_above(path); folder != dialog.folder) {
    // The input names another folder, whose entries must be listed first.
    dialog.name = path.substr(folder.size() + 1);
    ++dialog.chosen;
    auto job = list(model, folder.empty() ? "/" : folder);
    dialog.saves_on_list = true;
    return job;
  }
  const bool there =
      std::any_of(dialog.entries.begin(), dialog.entries.end(), [&](const FolderEntry& entry) {
        return !entry.folder && inside(dialog.folder, entry.name) == path;
      });
  if (there && !dialog.replacing) {
    dialog.replacing = true;
    return std::nullopt;
  }
  dialog.job = ++model.jobs;
  if (dialog.kind == FileKind::picture) {
    model.dialog.reset();  // keeps the dialog out of the picture
    return Job{model.jobs, work::Picture{path}};
  }
  if (is_of_loads(dialog.kind))
    return Job{dialog.job, work::SaveLoads{chosen_results(model.stress), path, dialog.kind,
                                           model.settings.language}};
  if (dialog.kind == FileKind::notebook)
    return Job{dialog.job, work::SaveNotebook{text_of_notebook(model), path}};
  return Job{dialog.job, work::Save{model.run, path, dialog.kind, model.settings.language,
                                    story_of(model, model.branch)}};
}

void saved(Model& model, const intent::Saved& done) {
  model.notice = done.path;
  tell_saved(model, done);
  model.problem = {};
  if (done.kind == FileKind::scenario) {
    model.saved_runs.insert(done.run);
    for (Branch& branch : model.branches)
      if (branch.run->judged.name == done.run) branch.story_unsaved = false;
    remember_file(model, done.path);
  }
  if (done.kind == FileKind::notebook) {
    model.notebook.unsaved = false;
    remember_file(model, done.path);
  }
  if (done.kind == FileKind::trace) {
    remember_file(model, done.path);
    for (Branch& branch : model.branches)
      if (branch.run == done.trace) branch.saved_as = done.path;
  }
  remember_folder(model, done.path);
  if (model.dialog && model.dialog->job == done.job) model.dialog.reset();
}

void not_saved(Model& model, const intent::NotSaved& failed) {
  if (model.dialog && model.dialog->job == failed.job) {
    model.dialog->problem = failed.problem;
    model.dialog->replacing = false;
  } else {
    model.problem = failed.problem;
  }
}

void remember_opened(Model& model, const std::string& name) {
  const bool path = name.starts_with('/') && name.find(" seed=") == std::string::npos;
  if (path) remember_file(model, name);
}

void remember_file(Model& model, const std::string& path) {
  std::vector<std::string>& recent = model.settings.recent;
  std::erase(recent, path);
  remember_folder(model, path);
  recent.insert(recent.begin(), path);
  if (recent.size() > most_recent_files) recent.resize(most_recent_files);
}

}  // namespace locklab::app
