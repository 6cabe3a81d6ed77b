#include "app/gui/window/shell/opengl_window.h"

#include <fmt/format.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "app/gui/window/widgets/screen_scale.h"

namespace locklab::app {

namespace {

std::string* last_error = nullptr;  // GLFW's error callback has no user pointer

}  // namespace

OpenGlWindow::OpenGlWindow(int width, int height, std::string& why) {
  last_error = &failed_;
  glfwSetErrorCallback([](int, const char* text) {
    if (last_error) *last_error = text;
  });
  ready_ = glfwInit() == GLFW_TRUE;
  if (!ready_) {
    why = fmt::format("no window can be opened here ({})", failed_);
    return;
  }
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 2);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  scale_to_screen(width, height);
  fit_to_screen(width, height);
  window_ = glfwCreateWindow(width, height, "Lock Lab", nullptr, nullptr);
  if (!window_) {
    why = fmt::format("the window needs OpenGL 3.2, which this display does not support ({})",
                      failed_);
    return;
  }
  glfwSetWindowSizeLimits(window_, 400, 300, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(1);
}

OpenGlWindow::~OpenGlWindow() {
  if (window_) glfwDestroyWindow(window_);
  if (ready_) glfwTerminate();
  last_error = nullptr;
}

void fill_screen(GLFWwindow* window, bool full, int (&place)[4]) {
  if (!full) {
    glfwSetWindowMonitor(window, nullptr, place[0], place[1], place[2], place[3], 0);
    return;
  }
  glfwGetWindowPos(window, &place[0], &place[1]);
  glfwGetWindowSize(window, &place[2], &place[3]);
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
  if (mode)
    glfwSetWindowMonitor(window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

}  // namespace locklab::app
