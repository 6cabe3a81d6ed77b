#include "app/gui/window/shell/picture.h"

#define GLFW_INCLUDE_NONE
#include <GL/gl.h>
#include <GLFW/glfw3.h>

#include <stb/stb_image_write.h>

#include <cstring>
#include <vector>

namespace locklab::app {

void paint(ImU32 background, const std::function<void()>& draw) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const ImVec2 scale = ImGui::GetIO().DisplayFramebufferScale;
  const ImVec4 colour = ImGui::ColorConvertU32ToFloat4(background);
  glViewport(0, 0, static_cast<GLsizei>(size.x * scale.x), static_cast<GLsizei>(size.y * scale.y));
  glClearColor(colour.x, colour.y, colour.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  draw();
}

namespace {

/// Returns false if the file could not be written.
bool write_picture(const std::string& path, int width, int height) {
  const auto row = static_cast<std::size_t>(width) * 3;
  std::vector<unsigned char> pixels(row * static_cast<std::size_t>(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
  std::vector<unsigned char> upright(pixels.size());  // OpenGL's first row is the bottom
  for (int y = 0; y < height; ++y)
    std::memcpy(&upright[static_cast<std::size_t>(y) * row],
                &pixels[static_cast<std::size_t>(height - 1 - y) * row], row);
  return stbi_write_png(path.c_str(), width, height, 3, upright.data(), static_cast<int>(row)) != 0;
}

}  // namespace

std::optional<Intent> take_picture(GLFWwindow* window, const PictureRequest& picture) {
  int width = 0;
  int height = 0;
  glfwGetFramebufferSize(window, &width, &height);
  if (!write_picture(picture.path, width, height))
    return intent::NotSaved{picture.job, say("cannot write {}", picture.path)};
  if (picture.job == 0) return std::nullopt;
  return intent::Saved{picture.job, FileKind::picture, picture.path, {}};
}

}  // namespace locklab::app
