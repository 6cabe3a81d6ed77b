// Intents for injecting faults, and for the branches that result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "app/gui/model/any_of.h"
#include "app/gui/model/model.h"

namespace locklab::app {

namespace intent {

struct Break {
  Spot spot;
  std::uint16_t tool = 0;       ///< index into breaking_tools()
  std::optional<double> at_us;  ///< in us; nullopt for the cursor's time or the message's sending
  std::optional<std::size_t> branch;  ///< nullopt for the branch on screen
};
struct PickUp {
  std::optional<std::uint16_t> tool;  ///< nullopt puts it down
};
struct SetSize {
  std::uint16_t tool;
  std::optional<double> size;  ///< in the unit of the tool's SizeKind; nullopt for the default
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
};  ///< like Break, but opens the form first
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
};  ///< compares the branch on screen with this one; nullopt ends the comparison
struct Undo {};
struct Redo {};

}  // namespace intent

using FaultIntents =
    TypeList<intent::Break, intent::PickUp, intent::SetSize, intent::PointAt, intent::DragArrow,
             intent::DropArrow, intent::DragFault, intent::DropFault, intent::NewFault,
             intent::EditFault, intent::SetForm, intent::AcceptForm, intent::CloseForm,
             intent::RemoveFault, intent::ShowBranch, intent::RemoveBranch, intent::Compare,
             intent::Undo, intent::Redo>;

}  // namespace locklab::app
