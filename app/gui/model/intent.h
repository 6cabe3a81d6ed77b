// What the user wants. Views and keys produce intents, and so does finished work; nothing else
// changes the model.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "app/changes/run_settings.h"
#include "app/gui/model/lesson_intents.h"
#include "app/gui/model/model.h"
#include "app/gui/model/notebook_intents.h"
#include "app/gui/model/search_intents.h"
#include "app/gui/model/story_intents.h"
#include "app/gui/model/stress_intents.h"
#include "app/gui/model/view_intents.h"
#include "app/words/sentence.h"

namespace locklab::app {

/// Where "run until" stops.
enum class Until : std::uint8_t { acquired, entered, released, lost, violation, fault, count_ };

namespace intent {

struct Open {
  std::string name;
};  ///< a scenario, a variation, a file or a run's name; asks first if unsaved work would be lost
/// Opens a run that breaks the property, at the violation; or `instead`, if it cannot be made.
struct OpenBroken {
  std::string name;
  sim::Property property;
  std::string instead = {};
};
struct Cancel {};  ///< cancels the run that is being made
struct Opened {
  std::uint64_t job;
  ShownRunPtr run;
  Sentence problem = {};  ///< what went wrong after it had ended
};
struct NotOpened {
  std::uint64_t job;
  Sentence problem;
};

struct ShowLive {
  bool shown;
};
struct SetLive {
  LiveForm form;
};
struct RunLive {};
struct LiveProgress {
  std::uint64_t job;
  ShownRunPtr run;
  bool held = false;  ///< it goes step by step, and stands still
};                    ///< recorded so far
struct Follow {
  bool on;
};

struct SetUp {
  bool shown;
};
struct ChangeSetting {
  Setting setting;
};
struct ChangeClients {
  std::vector<sim::ClientSpec> clients;
};
struct ChangeNodes {
  std::vector<sim::NodeSpec> nodes;
};
struct ChangeStrategy {
  std::string strategy;
};
struct ChangeSeed {
  std::uint64_t seed;
};
struct Reset {};  ///< undoes all changes to the story

struct CopyName {};   ///< copies the run's name to the clipboard
struct PasteName {};  ///< opens the run named in the clipboard

struct OpenDialog {
  bool saving;
  FileKind kind = FileKind::scenario;
};
struct ChooseFolder {
  std::string folder;
};
struct TypeName {
  std::string name;
};
struct MarkEntry {
  int by;
};  ///< the next entry of the folder (by > 0), or the previous
struct AcceptDialog {};
struct CloseDialog {};
struct FolderListed {
  std::uint64_t job;
  std::string folder;
  std::vector<FolderEntry> entries;
  Sentence problem;
};
struct Saved {
  std::uint64_t job;
  FileKind kind;
  std::string path;
  std::string run;
  ShownRunPtr trace = {};  ///< the run, if it was saved as a trace
};
struct NotSaved {
  std::uint64_t job;
  Sentence problem;
};
/// The answer to the question whether to save first.
enum class Leaving : std::uint8_t { save, discard, stay };
struct Leave {
  Leaving how;
};

struct Break {
  Spot spot;
  std::uint16_t tool = 0;             ///< index into breaking_tools()
  std::optional<double> at_us;        ///< none: at the cursor, or when the message is sent
  std::optional<std::size_t> branch;  ///< none: the one on screen
};
struct PickUp {
  std::optional<std::uint16_t> tool;  ///< none: put it down
};
struct SetSize {
  std::uint16_t tool;
  std::optional<double> size;  ///< none: the default
};
struct PointAt {
  Pointed at;
};
struct DragArrow {
  ArrowDrag drag;
};
struct DropArrow {};
struct DragFault {
  FaultDrag drag;
};
struct DropFault {};
struct NewFault {
  Spot spot;
  std::uint16_t tool = 0;
  std::optional<double> at_us;
  std::optional<std::size_t> branch;
};  ///< like Break, after the form
struct EditFault {
  std::size_t fault;  ///< index into added_faults()
  std::optional<std::size_t> branch;
};
struct SetForm {
  FaultForm form;
};
struct AcceptForm {};
struct CloseForm {};
struct RemoveFault {
  std::size_t fault;  ///< index into added_faults()
  std::optional<std::size_t> branch;
};
struct ShowBranch {
  std::size_t branch;
};
struct RemoveBranch {
  std::size_t branch;
};  ///< its children become children of its parent
struct Compare {
  std::optional<std::size_t> branch;
};  ///< compares the branch on screen with this one; none: ends the comparison
struct Undo {};
struct Redo {};

struct Step {
  int by;
};  ///< number of events
struct StepOnLane {
  int by;
};  ///< to the next event of the selected lane
struct Seek {
  double at_us;
};
struct SeekEvent {
  std::uint32_t event;
};  ///< moves right after the event, and selects it
struct SeekVerdict {
  std::uint16_t verdict;
};
struct LightVerdict {
  std::optional<std::uint16_t> verdict;
};  ///< while the pointer is on it
struct RunUntil {
  Until what;
};
struct AskTime {};  ///< focuses the field for a time
struct TypeTime {
  std::string text;
};
struct RunUntilTime {};  ///< until the time in the field
struct GoToStart {};
struct GoToEnd {};
struct PlayOrPause {};
struct SetSpeed {
  double speed;
};
struct Tick {
  double seconds;
};  ///< real time passed

struct ShowTelling {
  Telling page;
};
struct OnlyLane {
  bool on;
};
struct SeekWords {
  std::string words;
};  ///< lists only the events with these words
struct WordsFound {
  std::uint64_t job;
  std::vector<std::uint32_t> events;
};

struct RemediesFound {
  std::uint64_t job;
  std::vector<Remedy> found;
};
struct TryRemedy {
  std::size_t remedy;
};  ///< runs it as a branch

struct SelectLane {
  std::optional<std::uint16_t> lane;
};
struct ShowLane {
  std::uint16_t lane;
  bool shown;
};
struct MoveLane {
  std::uint16_t lane;
  int by;
};  ///< up: < 0
struct PinLane {
  std::uint16_t lane;
  bool pinned;
};
struct ShowPanes {
  Panes panes;
};
struct ShowPanel {
  Panel panel;
  bool shown;
};
struct ShowRealSource {
  bool on;
};  ///< instead of the lock in short
struct OnlySelected {
  bool on;
};

struct OnlyMessage {
  bool on;
};  ///< only arrows of the selected message

struct OpenLesson {
  std::optional<std::size_t> lesson;
};  ///< none: the last place
struct ListLessons {
  bool shown;
};
struct CloseLesson {};
struct GoToStep {
  int by;
};
struct Answer {
  std::size_t choice;
};
struct ShowAgain {};  ///< shows the step's scene again

struct InChallenge {
  challenge::Wish wish;
};
struct ShowScreen {
  Screen screen;
};
struct SetLanguage {
  Language language;
};
struct SetTheme {
  ThemeName theme;
};
struct SetScale {
  int percent;
  bool released = true;  ///< false while dragging, when the size must not change yet
};
struct SetMotion {
  bool on;
};
struct SetLayout {
  Layout layout;
};
struct ShowCommands {
  bool shown;
  CommandGroup group = CommandGroup::all;
};
struct TypeCommand {
  std::string text;
};
struct MarkCommand {
  std::size_t command;
};  ///< index into the matching commands
struct PutWarningAway {};
struct PutProblemAway {};
struct PutDoneAway {};
/// A field has input that cannot be.
struct WrongInput {
  WrongField wrong;
};
struct Welcomed {};
struct Help {
  bool shown;
};
struct Present {
  bool on;
};
struct SetFullScreen {
  bool on;
};
struct Quit {};

}  // namespace intent

using AnyIntent = std::variant<
    intent::Open, intent::OpenBroken, intent::ShowExplore, intent::SetExplore, intent::Explore,
    intent::StopExploring, intent::ExploreProgress, intent::Explored, intent::NotExplored,
    intent::MakeMatrix, intent::StopMatrix, intent::MatrixGrows, intent::MatrixMade,
    intent::MatrixNotMade, intent::ShowTraits, intent::ShowProperty, intent::SelectCell,
    intent::OpenCell, intent::SetLoad, intent::UnfoldLoad, intent::StartLoad, intent::StopLoad,
    intent::StrikeLoad, intent::AimAtLoad, intent::ShowLoad, intent::SelectLoad, intent::RemoveLoad,
    intent::SelectViolation, intent::OpenViolation, intent::LoadChecked, intent::LoadBegins,
    intent::LoadEnters, intent::LoadGoesOn, intent::LoadGrows, intent::LoadStruck, intent::LoadEnds,
    intent::LoadsOver, intent::LoadsRead, intent::Cancel, intent::Opened, intent::NotOpened,
    intent::ShowLive, intent::SetLive, intent::RunLive, intent::LiveProgress, intent::Follow,
    intent::SetUp, intent::ChangeSetting, intent::ChangeClients, intent::ChangeNodes,
    intent::ChangeStrategy, intent::ChangeSeed, intent::Reset, intent::Slide, intent::EditStory,
    intent::SetStory, intent::AcceptStory, intent::CloseStory, intent::CopyName, intent::CopyMoment,
    intent::CopyWords, intent::PasteName, intent::OpenDialog, intent::ChooseFolder,
    intent::TypeName, intent::AcceptDialog, intent::CloseDialog, intent::FolderListed,
    intent::Saved, intent::NotSaved, intent::Leave, intent::BreakFirst, intent::Break,
    intent::PickUp, intent::SetSize, intent::PointAt, intent::DragArrow, intent::DropArrow,
    intent::DragFault, intent::DropFault, intent::DragRange, intent::DropRange, intent::LeaveDrag,
    intent::SetAxis, intent::SetMark, intent::ClearMarks, intent::ZoomToMarks, intent::NewFault,
    intent::EditFault, intent::SetForm, intent::AcceptForm, intent::CloseForm, intent::PinLane,
    intent::RemoveFault, intent::ShowBranch, intent::Compare, intent::Undo, intent::Redo,
    intent::Step, intent::StepOnLane, intent::Seek, intent::SeekEvent, intent::SeekVerdict,
    intent::RunUntil, intent::GoToStart, intent::GoToEnd, intent::PlayOrPause, intent::SetSpeed,
    intent::Tick, intent::ShowTelling, intent::OnlyLane, intent::SeekWords, intent::WordsFound,
    intent::RemediesFound, intent::TryRemedy, intent::Zoom, intent::Pan, intent::Fit,
    intent::SelectLane, intent::ShowLane, intent::MoveLane, intent::ShowRealSource,
    intent::OnlySelected, intent::OnlyMessage, intent::LightVerdict, intent::ShowPanes,
    intent::OpenLesson, intent::ListLessons, intent::CloseLesson, intent::GoToStep, intent::Answer,
    intent::ShowAgain, intent::CountVotes, intent::Vote, intent::TypeVotes, intent::ShowTruth,
    intent::WriteAnswer, intent::CheckAnswer, intent::AnswerJudged, intent::ResetAnswers,
    intent::BringAnswersBack, intent::LessonRead, intent::ShowNotebook, intent::NoteMoment,
    intent::NameNotebook, intent::NameMoment, intent::WriteNote, intent::MoveMoment,
    intent::RemoveMoment, intent::BringMomentBack, intent::GoToMoment, intent::BeginNotebook,
    intent::KeepNotebook, intent::TakeUpLesson, intent::InChallenge, intent::ShowScreen,
    intent::SetLanguage, intent::SetTheme, intent::SetScale, intent::SetLayout, intent::Welcomed,
    intent::Help, intent::AskTime, intent::TypeTime, intent::RunUntilTime, intent::ShowPanel,
    intent::SetMotion, intent::ShowCommands, intent::TypeCommand, intent::MarkCommand,
    intent::MarkEntry, intent::RemoveBranch, intent::PutWarningAway, intent::PutProblemAway,
    intent::PutDoneAway, intent::WrongInput, intent::Present, intent::SetFullScreen, intent::Quit>;

/// An intent. Copying, moving or destroying a variant of so many alternatives takes a compiler ten
/// seconds per source file, so intent.cpp compiles these once.
class Intent : public AnyIntent {
 public:
  template <class One>
  requires(!std::derived_from<One, AnyIntent>) Intent(One one)
      : AnyIntent(std::in_place_type<One>, std::move(one)) {}
  Intent(const Intent& other);
  Intent(Intent&& other) noexcept;
  Intent& operator=(Intent other) noexcept;
  ~Intent();
};

}  // namespace locklab::app
