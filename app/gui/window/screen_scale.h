// How dense the screen is on which the window stands.
#pragma once

struct GLFWwindow;

namespace locklab::app {

/// By how much everything is drawn larger than on a screen of 96 dpi. A test says it in the file
/// that LOCKLAB_SCREEN_SCALE names: no virtual screen can change its density.
float screen_scale(GLFWwindow* window);

/// The size of a new window on the main screen, in its pixels.
void scale_to_screen(int& width, int& height);

/// As asked for, but no larger than the screen.
void fit_to_screen(int& width, int& height);

}  // namespace locklab::app
