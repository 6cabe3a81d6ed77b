// Parts that the views of the challenges share.
#pragma once

#include <functional>

#include "app/gui/window/view.h"

namespace locklab::app {

/// Draws coloured text, wrapped at the window's edge or at `width`.
void coloured_text(const View& view, std::string_view text, ImU32 colour, float width = 0);

/// Draws most_stars stars, `filled` of them filled and the others as outlines.
void stars(const View& view, ImVec2 at, std::uint32_t filled);
float stars_width(const View& view);

/// The look of a row that can be clicked.
struct RowLook {
  ImU32 ground = 0;
  ImU32 edge = 0;      ///< 0: none
  bool still = false;  ///< not clickable
};
/// A row across the window, as high as the content that `draw` draws; true if it was clicked.
bool row_button(const View& view, const std::string& name, RowLook look,
                const std::function<void(float width)>& draw);

/// The list of all levels.
void challenge_list(const View& view);
/// The level in progress, which must exist.
void challenge_board(const View& view);

inline void wish(const View& view, const challenge::Wish& wanted) {
  view.want(intent::InChallenge{wanted});
}

}  // namespace locklab::app
