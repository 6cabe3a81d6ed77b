// What the user wants. Views return these, keys give them, finished work comes back as one: there
// is no other way to change the model.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "app/changes/run_settings.h"
#include "app/gui/model/model.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// Until when to run.
enum class Until : std::uint8_t { acquired, entered, released, lost, violation, fault, count_ };

namespace intent {

struct Open {
  std::string name;
};  ///< a scenario, a variation, a file, a run's name; asks first if work by hand would be lost
/// A run that breaks that property, at the moment at which it does; else, where it cannot be made,
/// `instead`.
struct OpenBroken {
  std::string name;
  Property property;
  std::string instead = {};
};
struct Cancel {};  ///< the run that is being made
struct Opened {
  std::uint64_t job;
  ShownRunPtr run;
};
struct NotOpened {
  std::uint64_t job;
  Sentence problem;
};

struct ShowExplore {
  bool shown;
  std::string strategy = {};  ///< empty: as it was, or the lock that is shown
};
struct SetExplore {
  ExploreForm form;
};
struct Explore {};
struct StopExploring {};  ///< with what was found so far
struct ExploreProgress {
  std::uint64_t job;
  SearchNow now;
};
struct Explored {
  std::uint64_t job;
  std::shared_ptr<const Found> found;
};
struct NotExplored {
  std::uint64_t job;
  Sentence problem;
};

struct MakeMatrix {
  bool again;  ///< though there is one
};
struct StopMatrix {};  ///< what is made of it stays
struct MatrixGrows {
  std::uint64_t job;
  std::shared_ptr<const Matrix> matrix;
  std::size_t done, of;
};
struct MatrixMade {
  std::uint64_t job;
  std::shared_ptr<const Matrix> matrix;
};
struct MatrixNotMade {
  std::uint64_t job;
  Sentence problem;
};
struct ShowTraits {
  bool shown;
};
struct ShowProperty {
  std::optional<Property> property;  ///< none: the worst of all
};
struct SelectCell {
  std::size_t row, column;
};
struct OpenCell {
  std::size_t row, column;
};  ///< selects it, and opens the run behind it, if there is one

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
};  ///< what was recorded so far
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
struct Reset {};  ///< everything as the story tells it

struct CopyName {};   ///< the run's name, to the clipboard
struct PasteName {};  ///< opens the run that the clipboard names

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
};  ///< the next entry of the folder (by > 0), or the one before
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
  ShownRunPtr trace = {};  ///< what was saved, if it was a trace
};
struct NotSaved {
  std::uint64_t job;
  Sentence problem;
};
/// The answer to whether to save before leaving.
enum class Leaving : std::uint8_t { save, discard, stay };
struct Leave {
  Leaving how;
};

struct Break {
  Spot spot;
  std::uint16_t tool = 0;             ///< of breaking_tools()
  std::optional<double> at_us;        ///< none: at the cursor; a message when it leaves
  std::optional<std::size_t> branch;  ///< none: the one that is shown
};
struct PickUp {
  std::optional<std::uint16_t> tool;  ///< none: put it down
};
struct SetSize {
  std::uint16_t tool;
  std::optional<double> size;  ///< none: the usual one
};
struct PointAt {
  Pointed at;
};
struct DragArrow {
  ArrowDrag drag;
};
struct DropArrow {};
struct LeaveArrow {};  ///< as it was
struct NewFault {
  Spot spot;
  std::uint16_t tool = 0;
  std::optional<double> at_us;
  std::optional<std::size_t> branch;
};  ///< as Break, but the form asks first
struct EditFault {
  std::size_t fault;  ///< of added_faults()
  std::optional<std::size_t> branch;
};
struct SetForm {
  FaultForm form;
};
struct AcceptForm {};
struct CloseForm {};
struct RemoveFault {
  std::size_t fault;  ///< of added_faults()
  std::optional<std::size_t> branch;
};
struct ShowBranch {
  std::size_t branch;
};
struct RemoveBranch {
  std::size_t branch;
};  ///< what came of it stays, as if it had come of the one before
struct Compare {
  std::optional<std::size_t> branch;
};  ///< the shown branch with that one; none: no more
struct Undo {};
struct Redo {};

struct Step {
  int by;
};  ///< events
struct StepOnLane {
  int by;
};  ///< to the next event of the selected lane
struct Seek {
  double at_us;
};
struct SeekEvent {
  std::uint32_t event;
};  ///< the state right after it, and selects it
struct SeekVerdict {
  std::uint16_t verdict;
};
struct LightVerdict {
  std::optional<std::uint16_t> verdict;
};  ///< while the pointer is on it
struct RunUntil {
  Until what;
};
struct AskTime {};  ///< the field for a time gets the keyboard
struct TypeTime {
  std::string text;
};
struct RunUntilTime {};  ///< that the field says
struct GoToStart {};
struct GoToEnd {};
struct PlayOrPause {};
struct SetSpeed {
  double speed;
};
struct Tick {
  double seconds;
};  ///< so much real time has passed

struct Zoom {
  double factor;
  double anchor;
};
struct Pan {
  double by;
};
struct Fit {};

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
};  ///< up < 0
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
struct OnlySelected {
  bool on;
};

struct OnlyMessage {
  bool on;
};  ///< arrows of the selected message

struct OpenLesson {
  std::optional<std::size_t> lesson;
};  ///< none: where the reader was
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
struct ShowAgain {};  ///< what the step shows

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
  bool released = true;  ///< the slider was: until then nothing changes its size
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
};  ///< of those that are found
struct PutWarningAway {};
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
    intent::OpenCell, intent::Cancel, intent::Opened, intent::NotOpened, intent::ShowLive,
    intent::SetLive, intent::RunLive, intent::LiveProgress, intent::Follow, intent::SetUp,
    intent::ChangeSetting, intent::ChangeClients, intent::ChangeNodes, intent::ChangeStrategy,
    intent::ChangeSeed, intent::Reset, intent::CopyName, intent::PasteName, intent::OpenDialog,
    intent::ChooseFolder, intent::TypeName, intent::AcceptDialog, intent::CloseDialog,
    intent::FolderListed, intent::Saved, intent::NotSaved, intent::Leave, intent::Break,
    intent::PickUp, intent::SetSize, intent::PointAt, intent::DragArrow, intent::DropArrow,
    intent::LeaveArrow, intent::NewFault, intent::EditFault, intent::SetForm, intent::AcceptForm,
    intent::CloseForm, intent::PinLane, intent::RemoveFault, intent::ShowBranch, intent::Compare,
    intent::Undo, intent::Redo, intent::Step, intent::StepOnLane, intent::Seek, intent::SeekEvent,
    intent::SeekVerdict, intent::RunUntil, intent::GoToStart, intent::GoToEnd, intent::PlayOrPause,
    intent::SetSpeed, intent::Tick, intent::Zoom, intent::Pan, intent::Fit, intent::SelectLane,
    intent::ShowLane, intent::MoveLane, intent::OnlySelected, intent::OnlyMessage,
    intent::LightVerdict, intent::ShowPanes, intent::OpenLesson, intent::ListLessons,
    intent::CloseLesson, intent::GoToStep, intent::Answer, intent::ShowAgain, intent::InChallenge,
    intent::ShowScreen, intent::SetLanguage, intent::SetTheme, intent::SetScale, intent::SetLayout,
    intent::Welcomed, intent::Help, intent::AskTime, intent::TypeTime, intent::RunUntilTime,
    intent::ShowPanel, intent::SetMotion, intent::ShowCommands, intent::TypeCommand,
    intent::MarkCommand, intent::MarkEntry, intent::RemoveBranch, intent::PutWarningAway,
    intent::Present, intent::SetFullScreen, intent::Quit>;

/// One of them. To copy, move and destroy one of so many takes a compiler ten seconds, in every
/// source that does it: so these are compiled once, in intent.cpp.
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
