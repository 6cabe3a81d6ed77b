// The density of the screen that shows the window.
#pragma once

struct GLFWwindow;

namespace locklab::app {

/// The scale that the window needs on its screen: the density relative to 96 dpi, without any
/// scaling by the system itself, in steps of 5 %. Tests set it in the file named by
/// LOCKLAB_SCREEN_SCALE, since a virtual screen cannot change its density.
float screen_scale(GLFWwindow* window);

/// Multiplies the size of a new window by the main screen's density.
void scale_to_screen(int& width, int& height);

/// Limits the size of a new window to the main screen's work area.
void fit_to_screen(int& width, int& height);

}  // namespace locklab::app
