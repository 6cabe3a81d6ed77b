// A system window with OpenGL, of the requested size if the screen has room for it.
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

/// Switches a window to full screen, or restores its position (x, y, width, height), which `place`
/// stores.
void fill_screen(GLFWwindow* window, bool full, int (&place)[4]);

}  // namespace locklab::app
