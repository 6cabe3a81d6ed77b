// Applies a player's requests and the explorer's reports.
#pragma once

#include <optional>

#include "app/challenges/position.h"
#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"

namespace locklab::app {

std::optional<Job> play_on(Model& model, const challenge::Wish& wish);

/// Whether the intent changes the view of a challenge's timeline, model.board.
bool is_of_board(const Model& model, const Intent& intent);
/// Applies an intent for which is_of_board() is true to the board, which must exist.
std::optional<Job> look_at_board(Model& model, const Intent& intent);

/// The score of a win with `choices` choices; at most two stars if the player was `helped`.
LevelScore score_of(const Level& level, std::uint32_t choices, bool helped);

/// Whether the player has won the level, or the explorer has proved it impossible.
bool is_settled(const Play& play);

/// The level that Enter opens in the list: the selected one, or the first unsolved one, or the
/// first if all are solved.
std::size_t marked_level(const Model& model);

/// The level in progress, which must exist.
const Level& level_of(const Play& play);

}  // namespace locklab::app
