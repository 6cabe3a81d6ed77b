// File work: lists a folder, reads a lesson, saves a run or the notebook.
#pragma once

#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"
#include "sim/scenario/library.h"

namespace locklab::app {

/// Lists the visible folders in a folder, and its visible files that the window can open or, if
/// `list` has an ending, all files with that ending, even hidden ones. Reports a problem for a
/// folder that cannot be read. An empty `list.folder` means the user's home folder.
intent::FolderListed listed(const work::List& list, std::uint64_t job);

/// Reads a lesson. Returns intent::LessonRead, with the lesson or a problem.
Intent read(const sim::Library& library, const work::ReadLesson& file, std::uint64_t job);

/// Saves the notebook. Returns intent::Saved or NotSaved.
Intent saved(const work::SaveNotebook& save, std::uint64_t job);

/// Saves a run. Returns intent::Saved or NotSaved.
Intent saved(const sim::Library& library, const work::Save& save, std::uint64_t job);

}  // namespace locklab::app
