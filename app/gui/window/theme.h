// The palettes as ImGui colours; no other file of the window defines a colour.
#pragma once

#include <imgui/imgui.h>

#include <cstdint>

#include "app/gui/model/model.h"

namespace locklab::app {

struct Theme {
  ImU32 background, panel, raised, line, text, second_text, accent;
  ImU32 good, warning, violation;
  ImU32 paused, down;
  float line_width = 1;  ///< of arrows and outlines, in pixels at 100 %
  bool light = false;

  static const Theme& of(ThemeName name);
  /// The background colour of the whole window.
  ImU32 ground() const { return panel; }
  /// The colour of a client. After eight clients the colours repeat, and patterns distinguish the
  /// clients (app/timeline/scene/palette.h). 0xffff (no client) has the colour of pauses.
  ImU32 client(std::uint16_t client) const;
  /// Near-black or white, whichever has more contrast on `colour`.
  static ImU32 text_on(ImU32 colour);
};

/// The purpose of a button: `primary` is the default of a screen or dialog; `dangerous` stops or
/// deletes something.
enum class ButtonKind : std::uint8_t { plain, primary, dangerous };

/// Gives buttons drawn during its lifetime the colours of a kind.
class ButtonLook {
 public:
  ButtonLook(const Theme& theme, ButtonKind kind);
  ~ButtonLook();
  ButtonLook(const ButtonLook&) = delete;
  ButtonLook& operator=(const ButtonLook&) = delete;

 private:
  int colours_ = 0;
};

/// `colour` with its opacity multiplied by `opacity`, 0 .. 1.
ImU32 faded(ImU32 colour, float opacity);

/// Sets ImGui's style to the theme at a scale, 1 at 100 %.
void apply(const Theme& theme, float scale);

}  // namespace locklab::app
