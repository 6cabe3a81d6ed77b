// How a game goes on: what comes of what its player wants.
#pragma once

#include <optional>

#include "app/challenges/position.h"
#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"

namespace locklab::app {

std::optional<Job> play_on(Model& model, const challenge::Wish& wish);

/// Whether the intent looks at the board of a game as it would at a run in the lab: it is for
/// model.board then.
bool is_of_board(const Model& model, const Intent& intent);
/// There must be a board.
std::optional<Job> look_at_board(Model& model, const Intent& intent);

/// How good a win is.
LevelScore score_of(const Level& level, std::size_t moves, bool helped);

/// The level that is played and where it stands. There must be one.
const Level& level_of(const Play& play);

}  // namespace locklab::app
