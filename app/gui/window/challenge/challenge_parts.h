// Parts shared by the views of the challenges.
#pragma once

#include <functional>

#include "app/challenges/position.h"
#include "app/gui/window/view.h"

namespace locklab::app {

/// Draws coloured text, wrapped at `width` pixels or, for 0, at the window's edge.
void coloured_text(const View& view, std::string_view text, ImU32 colour, float width = 0);

/// Draws most_stars stars, the first `filled` of them filled and the others as outlines. `size` is
/// a factor: 1 for the stars of the list.
void stars(const View& view, ImVec2 at, std::uint32_t filled, float size = 1);
float stars_width(const View& view, float size = 1);

/// The look of a clickable row.
struct RowLook {
  ImU32 ground = 0;
  ImU32 edge = 0;      ///< 0 for none
  bool still = false;  ///< not highlighted under the mouse, because a click does nothing
};
/// Draws a row across the window, as high as the content that `draw` draws. Returns true if it was
/// clicked.
bool row_button(const View& view, const std::string& name, RowLook look,
                const std::function<void(float width)>& draw);

/// The width in pixels at which level_sign() names all faults.
float level_sign_width(const View& view, const Level& level);
/// Draws a level as a picture of `width` pixels: up to seven of its clients and of its nodes, and
/// the available faults.
void level_sign(const View& view, const Level& level, float width);

void challenge_list(const View& view);
/// Draws the level in progress, which must exist.
void challenge_board(const View& view);

/// The focused move, highlighted in every view.
struct LitMove {
  int now = -1;      ///< index into Position::moves; -1 if none
  int pointed = -1;  ///< the same for the move under the mouse, found while this frame is drawn
};

/// Draws the cluster with the messages in flight. A click delivers a message, as does dragging it
/// to its receiver. `of_board`: a view of Model::board.
void challenge_picture(const View& view, const View& of_board, ImVec2 size, LitMove& lit);
/// Draws the part below the picture: each client's position in the code, the timeline, or the moves
/// so far.
void challenge_below(const View& view, const View& of_board, ImVec2 size, int lit);
/// The words of a move in the lists, after the key that selects it. `number`: its index.
std::string move_words(const View& view, const Position::Move& move, std::size_t number);
/// Draws a row for an impossible move, with the reason.
void blocked_row(const View& view, const Position::Blocked& blocked, const std::string& name);
/// Draws the outcome of the level, and the explorer's answers.
void challenge_outcome(const View& view);

inline void wish(const View& view, const challenge::Wish& wanted) {
  view.want(intent::InChallenge{wanted});
}

}  // namespace locklab::app
