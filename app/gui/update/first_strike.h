// The first fault of a newcomer. The first start's second button shows the example before anything
// goes wrong: alice is just inside, the pause is in hand and longer than her lease, and a large
// sentence says where to click. The click then ends at the promise that it has broken.
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

/// Stands where alice is just inside if the story of this name was opened for the first fault.
void arrive_at_first_strike(Model& model, const std::string& name);

/// Whether the pause is in hand and the cursor still stands where it breaks something.
bool is_first_strike(const Model& model);

/// What the first fault strikes, and where: alice, at the cursor, wherever on her lane the click
/// was. None: the click was on something else, and the pause stays in hand.
std::optional<intent::Break> first_strike(const Model& model, const intent::Break& wanted);

/// The large sentence while is_first_strike().
Sentence first_strike_words(const Model& model);

/// Goes to the promise that the newcomer's fault has broken; to any other added fault itself.
void stand_after_strike(Model& model, std::size_t fault);

}  // namespace locklab::app
