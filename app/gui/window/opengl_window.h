// The window as the system gives it: of the wanted size where the screen has room, and OpenGL drawn
// into it.
#pragma once

#include <string>

struct GLFWwindow;

namespace locklab::app {

class OpenGlWindow {
 public:
  /// `why` says why there is none.
  OpenGlWindow(int width, int height, std::string& why);
  ~OpenGlWindow();
  OpenGlWindow(const OpenGlWindow&) = delete;
  OpenGlWindow& operator=(const OpenGlWindow&) = delete;

  explicit operator bool() const { return window_ != nullptr; }
  GLFWwindow* get() const { return window_; }

 private:
  std::string failed_;  ///< what GLFW last complained of
  bool ready_ = false;
  GLFWwindow* window_ = nullptr;
};

}  // namespace locklab::app
