// Intents for the visible parts of a run, and for the window: its appearance, screens, command list
// and messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "app/gui/model/any_of.h"
#include "app/gui/model/model.h"

namespace locklab::app {

namespace intent {

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
};  ///< up if negative
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
};  ///< instead of the lock's outline
struct OnlySelected {
  bool on;
};

struct OnlyMessage {
  bool on;
};  ///< only arrows of the selected message
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
/// A field has invalid input.
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

using LookIntents =
    TypeList<intent::SelectLane, intent::ShowLane, intent::MoveLane, intent::PinLane,
             intent::ShowPanes, intent::ShowPanel, intent::ShowRealSource, intent::OnlySelected,
             intent::OnlyMessage, intent::ShowScreen, intent::SetLanguage, intent::SetTheme,
             intent::SetScale, intent::SetMotion, intent::SetLayout, intent::ShowCommands,
             intent::TypeCommand, intent::MarkCommand, intent::PutWarningAway,
             intent::PutProblemAway, intent::PutDoneAway, intent::WrongInput, intent::Welcomed,
             intent::Help, intent::Present, intent::SetFullScreen, intent::Quit>;

}  // namespace locklab::app
