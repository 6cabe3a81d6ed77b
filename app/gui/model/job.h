// Work that must not block a frame. A worker performs it and answers with the intents named in each
// comment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/gui/model/any_of.h"
#include "app/gui/model/explore_form.h"
#include "app/gui/model/file_dialog.h"
#include "app/gui/model/stress_view.h"
#include "app/runs/live_target.h"
#include "app/runs/step_order.h"
#include "app/timeline/shown_run.h"
#include "sim/game/solve.h"

namespace locklab::app {

namespace work {

/// Makes the run of this name, or opens the trace file at this path: intent::Opened or NotOpened.
struct Run {
  std::string name;
};
/// Runs on real servers: intent::LiveProgress repeatedly, then Opened or NotOpened.
struct Live {
  std::string name;
  LiveTarget target;
  bool stepped = false;  ///< hold at the start, and wait for orders
};
/// Gives the stepped live run an order: intent::LiveProgress follows, or Opened or NotOpened.
struct OrderStep {
  LiveOrder order;
};
/// Injects the last fault of this run's name into the stepped live run now: intent::LiveProgress
/// follows, or NotStruck.
struct StrikeLive {
  std::string name;
};
/// Cancels the run in progress. A live run still reports its end, as Opened or NotOpened; the model
/// ignores the answer of any other run.
struct Cancel {};
/// Searches on its own thread: intent::ExploreProgress, then Explored or NotExplored.
struct Explore {
  ExploreForm form;
};
/// Ends the search, which still reports its findings.
struct StopExploring {};
/// Loads the stored matrix or, if there is none or with `again`, computes it: intent::MatrixGrows
/// while computing, then MatrixMade or MatrixNotMade, unless it is stopped.
struct MakeMatrix {
  bool again = false;
};
struct StopMatrix {};
/// Writes the run as a scenario file or a trace, or its timeline as SVG or a web page:
/// intent::Saved or NotSaved.
struct Save {
  ShownRunPtr run;
  std::string path;
  FileKind kind = FileKind::scenario;
  Language language = Language::english;
  sim::StoryText story = {};  ///< the texts for its reader
};
/// Three jobs that the window performs itself, immediately: copying to the clipboard, pasting from
/// it (intent::Open), and saving a picture of its content (intent::Saved or NotSaved).
struct Copy {
  std::string text;
};
struct Paste {};
struct Picture {
  std::string path;
};
/// Finds the events whose sentences contain these words, ignoring case: intent::WordsFound.
struct FindWords {
  ShownRunPtr run;
  Language language = Language::english;
  std::string words;
};
/// Searches for remedies of a run: intent::RemediesFound.
struct FindRemedies {
  ShownRunPtr run;
};
/// Solves a level from the position after these decisions: challenge::Progress repeatedly, then
/// Answered.
struct Solve {
  std::size_t level;  ///< index into levels()
  sim::Decisions from;
};
/// Ends the solver. The model ignores an answer that still follows.
struct StopSolving {};
/// Checks the form of a load: intent::LoadChecked.
struct CheckLoad {
  StressForm form;
};
/// Runs a load for each lock and fsync setting of the form, one after the other. Each sends
/// intent::LoadBegins, LoadEnters, LoadGoesOn, LoadGrows and LoadEnds; LoadsOver comes last, and
/// early if a load does not begin, fails or is stopped. If the form is invalid: LoadChecked, then
/// LoadsOver.
struct RunLoad {
  StressForm form;
};
/// Ends the running load, which still reports its measurements, and skips the loads after it.
struct StopLoad {};
/// Injects a fault into the running load: intent::LoadStruck or LoadNotStruck.
struct StrikeLoad {
  Strike strike;  ///< its time is ignored
};
/// Makes the timeline of a violation: intent::Opened or NotOpened.
struct OpenViolation {
  std::shared_ptr<const StressResult> result;
  std::size_t violation = 0;
};
/// Writes loads: intent::Saved or NotSaved.
struct SaveLoads {
  std::vector<std::shared_ptr<const StressResult>> results;
  std::string path;
  FileKind kind = FileKind::load_page;
  Language language = Language::english;
};
/// Reads loads that were saved as JSON: intent::LoadsRead.
struct ReadLoads {
  std::string path;
};
/// Reads a lesson from a file: intent::LessonRead.
struct ReadLesson {
  std::string path;
};
/// Judges whether this is the smallest lease with which the run keeps every promise:
/// intent::AnswerJudged.
struct JudgeLease {
  ShownRunPtr run;
  std::uint64_t ms = 0;
};
/// Writes the notebook: intent::Saved or NotSaved.
struct SaveNotebook {
  std::string text;
  std::string path;
};
/// Lists a folder, or the home folder if `folder` is empty: intent::FolderListed. The list has the
/// subfolders, and the files with this ending or, if `ending` is empty, those that the window can
/// open.
struct List {
  std::string folder;
  std::string ending;
};

}  // namespace work

using AllWork =
    TypeList<work::Run, work::Live, work::OrderStep, work::StrikeLive, work::Cancel, work::Explore,
             work::StopExploring, work::MakeMatrix, work::StopMatrix, work::Save, work::List,
             work::Solve, work::StopSolving, work::FindWords, work::FindRemedies, work::CheckLoad,
             work::RunLoad, work::StopLoad, work::StrikeLoad, work::OpenViolation, work::SaveLoads,
             work::ReadLoads, work::ReadLesson, work::JudgeLease, work::SaveNotebook, work::Copy,
             work::Paste, work::Picture>;

struct Job {
  std::uint64_t job = 0;  ///< number of the job; answers to older jobs of the same kind are ignored
  AnyOf<AllWork> work;
};

}  // namespace locklab::app
