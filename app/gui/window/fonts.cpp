#include "app/gui/window/fonts.h"

#include <fontconfig/fontconfig.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace locklab::app {

namespace {

struct FontFile {
  std::string path;  ///< empty: none
  int index = 0;     ///< index of the face in a collection
};

FontFile find_font(const char* family, int weight = FC_WEIGHT_REGULAR) {
  const std::unique_ptr<FcPattern, void (*)(FcPattern*)> wanted(
      FcPatternBuild(nullptr, FC_FAMILY, FcTypeString, family, FC_WEIGHT, FcTypeInteger, weight,
                     FC_SLANT, FcTypeInteger, FC_SLANT_ROMAN, nullptr),
      FcPatternDestroy);
  FcConfigSubstitute(nullptr, wanted.get(), FcMatchPattern);
  FcDefaultSubstitute(wanted.get());
  FcResult result = FcResultNoMatch;
  const std::unique_ptr<FcPattern, void (*)(FcPattern*)> match(
      FcFontMatch(nullptr, wanted.get(), &result), FcPatternDestroy);
  if (!match) return {};
  FcChar8* file = nullptr;
  FcChar8* found = nullptr;
  int index = 0;
  FcPatternGetString(match.get(), FC_FILE, 0, &file);
  FcPatternGetInteger(match.get(), FC_INDEX, 0, &index);
  // Fontconfig always offers a substitute; only a match by name is the family itself.
  for (int i = 0; FcPatternGetString(match.get(), FC_FAMILY, i, &found) == FcResultMatch; ++i)
    if (FcStrCmpIgnoreCase(found, reinterpret_cast<const FcChar8*>(family)) == 0)
      return {reinterpret_cast<const char*>(file), index};
  return {};
}

const ImWchar* ranges_for(const std::string& sample) {
  static ImVector<ImWchar> ranges;
  ImFontGlyphRangesBuilder builder;
  builder.AddRanges(ImGui::GetIO().Fonts->GetGlyphRangesDefault());
  builder.AddText("…·–—−×÷≤≥→←↑↓⇒✓✗⚠█▒┊│║±µ“”‘’•");
  builder.AddText(sample.c_str());
  ranges.clear();
  builder.BuildRanges(&ranges);
  return ranges.Data;
}

// Sizes at 100 %, as a style sheet has them: of the em, not of the line.
constexpr float small_size = 11;
constexpr float text_size = 13;
constexpr float mono_size = 12;
constexpr float large_size = 16;
constexpr float title_size = 24;

/// The height of a line, which is what ImGui takes for the size, of one em.
constexpr float line_of_sans = 1.362f;     // Noto Sans
constexpr float line_of_mono = 1.32f;      // JetBrains Mono
constexpr float line_of_chinese = 1.448f;  // Noto Sans CJK

ImFont* load(const FontFile& file, const FontFile& chinese, float em, float line,
             const ImWchar* ranges) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  ImFontConfig config;
  config.FontNo = file.index;
  config.GlyphRanges = ranges;
  const float size = std::round(em * line);
  ImFont* font = nullptr;
  if (file.path.empty()) {
    config.SizePixels = size;
    font = atlas.AddFontDefault(&config);
  } else {
    font = atlas.AddFontFromFileTTF(file.path.c_str(), size, &config, ranges);
  }
  if (!chinese.path.empty()) {
    ImFontConfig more;
    more.MergeMode = true;
    more.FontNo = chinese.index;
    more.OversampleH = 1;  // its characters are all as wide, and there are many
    atlas.AddFontFromFileTTF(chinese.path.c_str(), std::round(em * line_of_chinese), &more, ranges);
  }
  return font;
}

}  // namespace

Fonts load_fonts(float scale, const std::string& sample) {
  const FontFile text = find_font("Noto Sans");
  const FontFile mono = find_font("JetBrains Mono");
  const FontFile chinese = find_font("Noto Sans CJK SC");
  const FontFile bold = find_font("Noto Sans", FC_WEIGHT_BOLD);
  const FontFile bold_chinese = find_font("Noto Sans CJK SC", FC_WEIGHT_BOLD);
  FcFini();  // frees its font database, which is not needed before the scale changes
  Fonts fonts;
  for (const auto& [file, name] :
       {std::pair{&text, "fonts-noto-core"}, std::pair{&mono, "fonts-jetbrains-mono"},
        std::pair{&chinese, "fonts-noto-cjk"}})
    if (file->path.empty()) fonts.missing += (fonts.missing.empty() ? "" : " ") + std::string(name);
  ImGui::GetIO().Fonts->Clear();
  const ImWchar* ranges = ranges_for(sample);
  // No letter is smaller than the smallest at 100 %.
  const auto em = [&](float at_100_percent) {
    return std::max(at_100_percent * scale, small_size);
  };
  fonts.text = load(text, chinese, em(text_size), line_of_sans, ranges);
  fonts.bold = load(bold, bold_chinese, em(text_size), line_of_sans, ranges);
  fonts.small = load(text, chinese, em(small_size), line_of_sans, ranges);
  fonts.large = load(text, chinese, em(large_size), line_of_sans, ranges);
  fonts.title = load(text, chinese, em(title_size), line_of_sans, ranges);
  fonts.mono = load(mono, chinese, em(mono_size), line_of_mono, ranges);
  ImGui::GetIO().FontDefault = fonts.text;
  return fonts;
}

}  // namespace locklab::app
