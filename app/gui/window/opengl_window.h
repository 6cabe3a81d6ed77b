// A system window with OpenGL: of the wanted size if the screen has room for it.
#pragma once

#include <string>

struct GLFWwindow;

namespace locklab::app {

class OpenGlWindow {
 public:
  /// Opens the window. On failure `why` says why.
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

/// Gives a window the whole screen, or its place back: x, y, width, height, kept in `place`.
void fill_screen(GLFWwindow* window, bool full, int (&place)[4]);

}  // namespace locklab::app
