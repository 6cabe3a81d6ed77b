#include "app/gui/window/widgets/screen_scale.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>

namespace locklab::app {

namespace {

/// Rounds the scale to 5 %, within 50 % .. 400 %: screens report their size in whole millimetres,
/// so the density of 96 dpi may look like 95.9.
float in_steps(float scale) { return std::clamp(std::round(scale * 20) / 20, 0.5f, 4.0f); }

float said_by_test() {
  const char* file = std::getenv("LOCKLAB_SCREEN_SCALE");
  float scale = 0;
  if (file && *file) std::ifstream(file) >> scale;
  return scale;
}

}  // namespace

float screen_scale(GLFWwindow* window) {
  if (const float said = said_by_test(); said > 0) return in_steps(said);
  float scale = 1;
  glfwGetWindowContentScale(window, &scale, nullptr);
  // Some systems scale the window's picture themselves: only the remaining factor is returned.
  int width = 0;
  int pixels = 0;
  glfwGetWindowSize(window, &width, nullptr);
  glfwGetFramebufferSize(window, &pixels, nullptr);
  if (width > 0 && pixels > 0) scale *= static_cast<float>(width) / static_cast<float>(pixels);
  return in_steps(scale);
}

void scale_to_screen(int& width, int& height) {
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  if (!monitor) return;
  float scale = 1;
  glfwGetMonitorContentScale(monitor, &scale, nullptr);
  scale = in_steps(scale);
  width = static_cast<int>(static_cast<float>(width) * scale);
  height = static_cast<int>(static_cast<float>(height) * scale);
}

void fit_to_screen(int& width, int& height) {
  int x = 0;
  int y = 0;
  int most_width = 0;
  int most_height = 0;
  if (GLFWmonitor* monitor = glfwGetPrimaryMonitor())
    glfwGetMonitorWorkarea(monitor, &x, &y, &most_width, &most_height);
  if (most_width > 0) width = std::min(width, most_width);
  if (most_height > 0) height = std::min(height, most_height);
}

}  // namespace locklab::app
