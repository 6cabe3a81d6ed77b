// Work that a change of the model asks for and that no frame may wait for: a worker does it and
// comes back with an intent.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "app/gui/model/explore_form.h"
#include "app/gui/model/file_dialog.h"
#include "app/runs/live_target.h"
#include "app/timeline/shown_run.h"
#include "sim/game/solve.h"

namespace locklab::app {

namespace work {

/// Makes the run of that name (or opens the trace file of that path): intent::Opened, NotOpened.
struct Run {
  std::string name;
};
/// Runs it on real servers: intent::LiveProgress again and again, then Opened, or NotOpened.
struct Live {
  std::string name;
  LiveTarget target;
};
/// Ends the run that is being made; nothing comes back.
struct Cancel {};
/// Searches on a thread of its own: intent::ExploreProgress, then Explored or NotExplored.
struct Explore {
  ExploreForm form;
};
/// Ends that search; it still says what it has found.
struct StopExploring {};
/// The same for the matrix: intent::MatrixGrows, then MatrixMade or MatrixNotMade.
struct MakeMatrix {
  bool again = false;
};
struct StopMatrix {};
/// Writes the run as a scenario file, or its timeline: intent::Saved or NotSaved.
struct Save {
  ShownRunPtr run;
  std::string path;
  FileKind kind = FileKind::scenario;
  Language language = Language::english;
};
/// Three for the window itself, at once: the clipboard, which it pastes as intent::Open, and a
/// picture of what it shows: intent::Saved or NotSaved.
struct Copy {
  std::string text;
};
struct Paste {};
struct Picture {
  std::string path;
};
/// The explorer as a player, from where these decisions lead: challenge::Answered.
struct Solve {
  std::size_t level;  ///< of levels()
  sim::Decisions from;
};
/// It need not go on; nothing comes back.
struct StopSolving {};
/// What lies in a folder: intent::FolderListed. Files with that ending alone; none: all that the
/// window can open.
struct List {
  std::string folder;
  std::string ending;
};

}  // namespace work

struct Job {
  std::uint64_t job = 0;  ///< its number: an answer to an older one of its kind is ignored
  std::variant<work::Run, work::Live, work::Cancel, work::Explore, work::StopExploring,
               work::MakeMatrix, work::StopMatrix, work::Save, work::List, work::Solve,
               work::StopSolving, work::Copy, work::Paste, work::Picture>
      work;
};

}  // namespace locklab::app
