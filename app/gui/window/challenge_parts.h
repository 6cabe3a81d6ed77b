// Parts that the views of the challenges share.
#pragma once

#include <functional>

#include "app/challenges/position.h"
#include "app/gui/window/view.h"

namespace locklab::app {

/// Draws coloured text, wrapped at the window's edge or at `width`.
void coloured_text(const View& view, std::string_view text, ImU32 colour, float width = 0);

/// Draws most_stars stars, `filled` of them filled and the others as outlines; `size`: 1 in a list.
void stars(const View& view, ImVec2 at, std::uint32_t filled, float size = 1);
float stars_width(const View& view, float size = 1);

/// The look of a row that can be clicked.
struct RowLook {
  ImU32 ground = 0;
  ImU32 edge = 0;      ///< 0: none
  bool still = false;  ///< not clickable
};
/// A row across the window, as high as the content that `draw` draws; true if it was clicked.
bool row_button(const View& view, const std::string& name, RowLook look,
                const std::function<void(float width)>& draw);

/// How wide the picture of a level is with all its words.
float level_sign_width(const View& view, const Level& level);
/// Draws a level as a picture of `width` pixels: its clients and nodes, and what may be broken.
void level_sign(const View& view, const Level& level, float width);

/// The list of all levels.
void challenge_list(const View& view);
/// The level in progress, which must exist.
void challenge_board(const View& view);

/// The move that mouse or keyboard are at, lit wherever it is shown.
struct LitMove {
  int now = -1;
  int pointed = -1;  ///< at which the mouse is found while this frame is drawn; -1: at none
};

/// The cluster with the messages that are on their way, which are clicked, or dragged to their
/// receiver.
void challenge_picture(const View& view, const View& of_board, ImVec2 size, LitMove& lit);
/// Below the picture: where each client stands in the code, the timeline, or the moves so far.
void challenge_below(const View& view, const View& of_board, ImVec2 size, int lit);
/// A move as the lists show it, with its number.
std::string move_words(const View& view, const Position::Move& move, std::size_t number);
/// Why a move is not possible, as the lists show it.
void blocked_row(const View& view, const Position::Blocked& blocked, const std::string& name);
/// What the level ends in, or what the explorer has answered.
void challenge_outcome(const View& view);

inline void wish(const View& view, const challenge::Wish& wanted) {
  view.want(intent::InChallenge{wanted});
}

}  // namespace locklab::app
