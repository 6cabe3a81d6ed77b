#include "app/gui/window/shell/unseen_window.h"

#include <map>
#include <memory>
#include <utility>

namespace locklab::app {
namespace {

struct LoadedFonts {
  ImFontAtlas atlas;
  Fonts fonts;
};

/// The fonts for a scale and a sample, not loaded yet at the first call. All windows share them,
/// since loading takes longer than drawing many frames.
LoadedFonts& fonts_of(float scale, const std::string& sample) {
  static std::map<std::pair<float, std::string>, std::unique_ptr<LoadedFonts>> all;
  std::unique_ptr<LoadedFonts>& loaded = all[{scale, sample}];
  if (!loaded) loaded = std::make_unique<LoadedFonts>();
  return *loaded;
}

}  // namespace

UnseenWindow::UnseenWindow(float width, float height, const std::string& sample, float scale)
    : scale_(scale) {
  LoadedFonts& loaded = fonts_of(scale, sample);
  ImGui::CreateContext(&loaded.atlas);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;  // like OpenGL 3.2
  io.DisplaySize = {width, height};
  io.DeltaTime = 1.0f / 60;
  io.MousePos = {width / 2, height / 3};
  apply(Theme::of(theme_), scale_);
  if (!loaded.fonts.text) loaded.fonts = load_fonts(scale_, sample);
  fonts_ = loaded.fonts;
  io.FontDefault = fonts_.text;
  static int nowhere = 0;  // its address is the texture id, which is never dereferenced
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
