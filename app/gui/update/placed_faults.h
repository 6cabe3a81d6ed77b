// The user's faults: placed with a tool, by dragging an arrow's head or a fault, or in the form.
// Each completed change makes a branch; in a stepped live run, the fault is injected immediately.
#pragma once

#include <concepts>
#include <optional>

#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"

namespace locklab::app {

/// Opens the example for a newcomer's first fault, with the pause tool picked up (first_strike.h).
/// Asks first if unsaved work would be lost.
std::optional<Job> break_by_hand(Model& model, const intent::BreakFirst& wanted);
std::optional<Job> break_by_hand(Model& model, const intent::Break& wanted);
std::optional<Job> break_by_hand(Model& model, const intent::PickUp& pick);
std::optional<Job> break_by_hand(Model& model, const intent::SetSize& set);
std::optional<Job> break_by_hand(Model& model, const intent::PointAt& point);
std::optional<Job> break_by_hand(Model& model, const intent::DragArrow& drag);
std::optional<Job> break_by_hand(Model& model, const intent::DropArrow& drop);
std::optional<Job> break_by_hand(Model& model, const intent::DragFault& drag);
std::optional<Job> break_by_hand(Model& model, const intent::DropFault& drop);
std::optional<Job> break_by_hand(Model& model, const intent::NewFault& wanted);
std::optional<Job> break_by_hand(Model& model, const intent::EditFault& edit);
std::optional<Job> break_by_hand(Model& model, const intent::SetForm& set);
std::optional<Job> break_by_hand(Model& model, const intent::AcceptForm& accept);
std::optional<Job> break_by_hand(Model& model, const intent::CloseForm& close);
std::optional<Job> break_by_hand(Model& model, const intent::RemoveFault& remove);

template <class Intent>
concept BreaksByHand = requires(Model& model, const Intent& intent) {
  { break_by_hand(model, intent) } -> std::same_as<std::optional<Job>>;
};

/// The current size of a tool: set by the user, otherwise the default; nullopt if the tool has no
/// size.
std::optional<double> size_of(const Model& model, const ShownRun& run, std::uint16_t tool);

}  // namespace locklab::app
