#include "app/gui/window/fonts.h"

#include <fcntl.h>
#include <fontconfig/fontconfig.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>

namespace locklab::app {

namespace {

/// A font file of this machine, mapped rather than read: the Chinese font takes 20 MB and is loaded
/// in five sizes.
class FontFile {
 public:
  FontFile() = default;
  /// `index`: the index of the face in a font collection.
  FontFile(const char* path, int index) : index_(index) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    struct stat about {};
    if (fstat(file, &about) == 0 && about.st_size > 0) {
      const auto size = static_cast<std::size_t>(about.st_size);
      void* const bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
      if (bytes != MAP_FAILED) bytes_ = bytes, size_ = size;
    }
    close(file);
  }
  FontFile(FontFile&& other) noexcept
      : bytes_(std::exchange(other.bytes_, nullptr)), size_(other.size_), index_(other.index_) {}
  FontFile& operator=(FontFile&&) = delete;
  ~FontFile() {
    if (bytes_) munmap(bytes_, size_);
  }

  bool is_found() const { return bytes_ != nullptr; }
  /// Adds the face at a line height in pixels.
  ImFont* add_to(ImFontAtlas& atlas, float line, ImFontConfig config, const ImWchar* ranges) const {
    config.FontNo = index_;
    config.FontDataOwnedByAtlas = false;
    return atlas.AddFontFromMemoryTTF(bytes_, static_cast<int>(size_), line, &config, ranges);
  }

 private:
  void* bytes_ = nullptr;
  std::size_t size_ = 0;
  int index_ = 0;
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
  // Fontconfig offers a substitute for a missing family; only a match by name is the family itself.
  for (int i = 0; FcPatternGetString(match.get(), FC_FAMILY, i, &found) == FcResultMatch; ++i)
    if (FcStrCmpIgnoreCase(found, reinterpret_cast<const FcChar8*>(family)) == 0)
      return FontFile(reinterpret_cast<const char*>(file), index);
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

// Em sizes in pixels at 100 %, as in a style sheet; line heights are larger.
constexpr float small_size = 11;
constexpr float text_size = 13;
constexpr float mono_size = 12;
constexpr float large_size = 16;
constexpr float title_size = 24;

/// Ratio of the line height, which ImGui takes as the font size, to the em size.
constexpr float line_of_sans = 1.362f;     // Noto Sans
constexpr float line_of_mono = 1.32f;      // JetBrains Mono
constexpr float line_of_chinese = 1.448f;  // Noto Sans CJK

ImFont* load(const FontFile& file, const FontFile& chinese, float em, float line,
             const ImWchar* ranges) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  ImFontConfig config;
  ImFont* font = nullptr;
  if (file.is_found()) {
    font = file.add_to(atlas, std::round(em * line), config, ranges);
  } else {
    config.GlyphRanges = ranges;
    config.SizePixels = std::round(em * line);
    font = atlas.AddFontDefault(&config);
  }
  if (chinese.is_found()) {
    config = {};
    config.MergeMode = true;
    config.OversampleH = 1;  // full-width characters do not need oversampling
    chinese.add_to(atlas, std::round(em * line_of_chinese), config, ranges);
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
  FcFini();  // frees fontconfig's database, which is not needed until fonts are loaded again
  Fonts fonts;
  for (const auto& [file, name] :
       {std::pair{&text, "fonts-noto-core"}, std::pair{&mono, "fonts-jetbrains-mono"},
        std::pair{&chinese, "fonts-noto-cjk"}})
    if (!file->is_found()) fonts.missing += (fonts.missing.empty() ? "" : " ") + std::string(name);
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  const ImWchar* ranges = ranges_for(sample);
  // Below 100 %, no font becomes smaller than `small_size`.
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
  atlas.Build();
  atlas.ClearInputData();  // drops the pointers to the files, which are unmapped on return
  return fonts;
}

}  // namespace locklab::app
