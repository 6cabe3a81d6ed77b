#include "app/gui/files.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/gui/setting_up.h"

namespace locklab::app {

namespace {

/// A name to begin with: the story's, without its folder.
std::string proposed_name(const Model& model, FileKind kind) {
  std::string name = model.run ? model.run->judged.scenario.name : "scenario";
  const std::size_t file = name.rfind(".toml/");
  if (file != std::string::npos) name.erase(file, 5);
  if (name.ends_with(".toml")) name.erase(name.size() - 5);
  const std::size_t slash = name.rfind('/');
  // "F06_pause_past_ttl/fenced" is a variation, no folder.
  if (slash != std::string::npos && !name.starts_with('/')) name[slash] = '_';
  if (name.starts_with('/')) name = name.substr(slash + 1);
  return fmt::format("{}.{}", name, ending(kind));
}

std::optional<Job> list(Model& model, const std::string& folder) {
  model.dialog->folder = folder;
  model.dialog->job = ++model.jobs;
  return Job{model.dialog->job, work::List{folder}};
}

}  // namespace

bool is_unsaved(const Model& model) {
  return model.run && changed_by_hand(*model.run) && model.run->judged.name != model.saved_run;
}

std::optional<Job> open_dialog(Model& model, const intent::OpenDialog& open) {
  if (open.saving && !model.run) return std::nullopt;
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
  return list(model, folder);
}

void folder_listed(Model& model, const intent::FolderListed& listed) {
  if (!model.dialog || model.dialog->job != listed.job) return;
  model.dialog->folder = listed.folder;
  model.dialog->entries = listed.entries;
  model.dialog->problem = listed.problem;
  if (listed.problem.empty()) model.settings.folder = listed.folder;
}

void type_name(Model& model, const std::string& name) {
  if (!model.dialog || model.dialog->name == name) return;
  model.dialog->name = name;
  model.dialog->replacing = false;
  model.dialog->problem = {};
}

std::optional<std::string> path_to_open(const Model& model) {
  if (!model.dialog || model.dialog->saving || model.dialog->name.empty()) return std::nullopt;
  return path_of(*model.dialog);
}

std::optional<Job> save_from_dialog(Model& model) {
  FileDialog& dialog = *model.dialog;
  if (dialog.name.empty() || !model.run) return std::nullopt;
  const std::string path = path_of(dialog);
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
    model.dialog.reset();  // it must not be in the picture
    return Job{model.jobs, work::Picture{path}};
  }
  return Job{dialog.job, work::Save{model.run, path, dialog.kind, model.settings.language}};
}

void saved(Model& model, const intent::Saved& done) {
  model.notice = done.path;
  model.problem = {};
  if (done.kind == FileKind::scenario) {
    model.saved_run = done.run;
    remember_file(model, done.path);
  }
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

void remember_file(Model& model, const std::string& path) {
  std::vector<std::string>& recent = model.settings.recent;
  std::erase(recent, path);
  recent.insert(recent.begin(), path);
  if (recent.size() > most_recent_files) recent.resize(most_recent_files);
}

}  // namespace locklab::app
