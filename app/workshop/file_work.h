// What a worker does with files: list a folder, save a run.
#pragma once

#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"
#include "sim/scenario/library.h"

namespace locklab::app {

/// Folders, and files that the window can open; none that begin with a dot. A folder that cannot be
/// read: a problem. No folder: where the user is at home.
intent::FolderListed listed(const work::List& list, std::uint64_t job);

/// intent::Saved or NotSaved.
Intent saved(const sim::Library& library, const work::Save& save, std::uint64_t job);

}  // namespace locklab::app
