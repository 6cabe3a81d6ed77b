// A system window with OpenGL, of the requested size, scaled to the screen's density and limited to
// the screen.
#pragma once

#include <string>

struct GLFWwindow;

namespace locklab::app {

class OpenGlWindow {
 public:
  /// Opens the window. On failure, `why` gives the reason.
  OpenGlWindow(int width, int height, std::string& why);
  ~OpenGlWindow();
  OpenGlWindow(const OpenGlWindow&) = delete;
  OpenGlWindow& operator=(const OpenGlWindow&) = delete;

  explicit operator bool() const { return window_ != nullptr; }
  GLFWwindow* get() const { return window_; }

 private:
  std::string failed_;  ///< GLFW's last error
  bool ready_ = false;
  GLFWwindow* window_ = nullptr;
};

/// Switches a window to full screen, and stores its former x, y, width and height in `place`;
/// without `full`, restores them.
void fill_screen(GLFWwindow* window, bool full, int (&place)[4]);

}  // namespace locklab::app
