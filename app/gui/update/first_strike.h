// A newcomer's first fault. On the first start, the second button of the welcome panel opens the
// example before anything goes wrong: alice has just entered, the pause tool is picked up with a
// pause longer than her lease, and a large sentence says where to click. The click then leads to
// the promise that it broke.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "app/gui/model/intent.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The example without its own fault.
inline constexpr const char* first_strike_example =
    R"(F06_pause_past_ttl set={drop_fault=["pause"]})";

/// Moves to the moment when alice has just entered, if the story of this name was opened for the
/// first fault.
void arrive_at_first_strike(Model& model, const std::string& name);

/// Whether the pause tool is picked up and the cursor is still right after alice's entry.
bool is_first_strike(const Model& model);

/// The target of the first fault: alice, at the cursor, wherever the click on her lane was. nullopt
/// if the click was elsewhere; the tool then stays picked up.
std::optional<intent::Break> first_strike(const Model& model, const intent::Break& wanted);

/// The large sentence while is_first_strike().
Sentence first_strike_words(const Model& model);

/// Moves to the violation of mutual exclusion that the newcomer's first fault caused. If there is
/// none, or for any other added fault, moves to the fault itself.
void stand_after_strike(Model& model, std::size_t fault);

}  // namespace locklab::app
