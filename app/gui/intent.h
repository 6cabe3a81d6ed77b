// What the user wants. Views return these, keys give them, finished work comes back as one: there
// is no other way to change the model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "app/gui/model.h"

namespace locklab::app {

/// Until when to run.
enum class Until : std::uint8_t { acquired, entered, released, lost, violation, fault, count_ };

namespace intent {

struct Open {
  std::string name;
};  ///< a scenario, a variation, a file, a run's name
struct Opened {
  std::uint64_t job;
  ShownRunPtr run;
};
struct NotOpened {
  std::uint64_t job;
  std::string problem;
};

struct Break {
  std::uint16_t lane;
  std::uint16_t tool;  ///< of breaking_tools()
};                     ///< at the cursor
struct RemoveFault {
  std::size_t fault;
};  ///< of added_faults()
struct ShowBranch {
  std::size_t branch;
};
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
struct RunUntil {
  Until what;
};
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
struct OnlySelected {
  bool on;
};

struct OpenLesson {
  std::optional<std::size_t> lesson;
};  ///< none: where the reader was
struct CloseLesson {};
struct GoToStep {
  int by;
};
struct Answer {
  std::size_t choice;
};
struct ShowAgain {};  ///< what the step shows

struct SetLanguage {
  Language language;
};
struct SetTheme {
  ThemeName theme;
};
struct SetScale {
  int percent;
};
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

using Intent =
    std::variant<intent::Open, intent::Opened, intent::NotOpened, intent::Break,
                 intent::RemoveFault, intent::ShowBranch, intent::Undo, intent::Redo, intent::Step,
                 intent::StepOnLane, intent::Seek, intent::SeekEvent, intent::SeekVerdict,
                 intent::RunUntil, intent::GoToStart, intent::GoToEnd, intent::PlayOrPause,
                 intent::SetSpeed, intent::Tick, intent::Zoom, intent::Pan, intent::Fit,
                 intent::SelectLane, intent::ShowLane, intent::MoveLane, intent::OnlySelected,
                 intent::OpenLesson, intent::CloseLesson, intent::GoToStep, intent::Answer,
                 intent::ShowAgain, intent::SetLanguage, intent::SetTheme, intent::SetScale,
                 intent::Help, intent::Present, intent::SetFullScreen, intent::Quit>;

}  // namespace locklab::app
