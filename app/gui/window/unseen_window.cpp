#include "app/gui/window/unseen_window.h"

#include <utility>

namespace locklab::app {

UnseenWindow::UnseenWindow(float width, float height, const std::string& sample, float scale)
    : scale_(scale) {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;  // like OpenGL 3.2
  io.DisplaySize = {width, height};
  io.DeltaTime = 1.0f / 60;
  io.MousePos = {width / 2, height / 3};
  apply(Theme::of(theme_), scale_);
  fonts_ = load_fonts(scale_, sample);
  unsigned char* pixels = nullptr;
  int atlas_width = 0;
  int atlas_height = 0;
  io.Fonts->GetTexDataAsRGBA32(&pixels, &atlas_width, &atlas_height);
  static int nowhere = 0;  // a texture id that is never used
  io.Fonts->TexID = &nowhere;
}

UnseenWindow::~UnseenWindow() { ImGui::DestroyContext(); }

void UnseenWindow::draw(const Model& model) {
  wants_.clear();
  named_.clear();
  if (std::exchange(theme_, model.settings.theme) != model.settings.theme)
    apply(Theme::of(theme_), scale_);
  ImGui::NewFrame();
  shell(View{model, Theme::of(model.settings.theme), Words::in(model.settings.language), fonts_,
             scale_, scenarios_, wants_, named_});
  ImGui::Render();
}

}  // namespace locklab::app
