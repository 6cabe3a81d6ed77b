#include "tests/support/painted_frame.h"

#include <imgui/imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace locklab::test {

namespace {

struct Colour {
  Rgb rgb;
  float alpha;
};

Colour colour_of(ImU32 packed) {
  const ImVec4 c = ImGui::ColorConvertU32ToFloat4(packed);
  return {{c.x, c.y, c.z}, c.w};
}

void mix(Rgb& into, const Rgb& with, float alpha) {
  into.red += (with.red - into.red) * alpha;
  into.green += (with.green - into.green) * alpha;
  into.blue += (with.blue - into.blue) * alpha;
}

float linear(float channel) {
  return channel <= 0.03928f ? channel / 12.92f : std::pow((channel + 0.055f) / 1.055f, 2.4f);
}

float luminance(const Rgb& c) {
  return 0.2126f * linear(c.red) + 0.7152f * linear(c.green) + 0.0722f * linear(c.blue);
}

/// True if `uv` lies in the part of the font atlas that holds ImGui's lines.
bool is_of_a_line(const ImVec2& uv) {
  const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  const ImVec4 first = atlas.TexUvLines[0];
  const ImVec4 last = atlas.TexUvLines[IM_DRAWLIST_TEX_LINES_WIDTH_MAX];
  return uv.x >= std::min(first.x, last.x) - 1e-5f && uv.x <= std::max(first.z, last.z) + 1e-5f &&
         uv.y >= first.y - 1e-5f && uv.y <= last.y + 1e-5f;
}

/// True if six indices are the two triangles of a letter.
bool is_letter(const ImDrawVert* all, const ImDrawIdx* at) {
  if (at[1] != at[0] + 1 || at[2] != at[0] + 2 || at[3] != at[0] || at[4] != at[2] ||
      at[5] != at[0] + 3)
    return false;
  const ImDrawVert& from = all[at[0]];
  const ImDrawVert& to = all[at[2]];
  return from.uv.x != to.uv.x && from.uv.y != to.uv.y && !is_of_a_line(from.uv) &&
         from.pos.x < to.pos.x && all[at[1]].pos.y == from.pos.y;
}

struct Found {
  const ImFont* font = nullptr;
  const ImFontGlyph* glyph = nullptr;
};

Found glyph_at(const ImVec2& uv) {
  for (const ImFont* font : ImGui::GetIO().Fonts->Fonts)
    for (const ImFontGlyph& glyph : font->Glyphs)
      if (glyph.U0 <= uv.x && uv.x <= glyph.U1 && glyph.V0 <= uv.y && uv.y <= glyph.V1)
        return {font, &glyph};
  return {};
}

}  // namespace

float contrast(const Rgb& a, const Rgb& b) {
  const float one = luminance(a);
  const float other = luminance(b);
  return (std::max(one, other) + 0.05f) / (std::min(one, other) + 0.05f);
}

PaintedFrame::PaintedFrame(const ImDrawData& data, ImU32 background)
    : width_(static_cast<int>(data.DisplaySize.x)), height_(static_cast<int>(data.DisplaySize.y)) {
  pixels_.resize(static_cast<std::size_t>(width_ * height_),
                 Pixel{colour_of(background).rgb, {}, 0});
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    for (const ImDrawCmd& command : list.CmdBuffer) {
      const ImDrawVert* all = list.VtxBuffer.Data + command.VtxOffset;
      const ImDrawIdx* indices = list.IdxBuffer.Data + command.IdxOffset;
      for (unsigned at = 0; at + 3 <= command.ElemCount;) {
        if (at + 6 <= command.ElemCount && is_letter(all, indices + at)) {
          letter(list, all[indices[at]], all[indices[at + 2]], command.ClipRect);
          at += 6;
          continue;
        }
        const ImDrawVert* corners[3] = {&all[indices[at]], &all[indices[at + 1]],
                                        &all[indices[at + 2]]};
        triangle(corners, command.ClipRect);
        at += 3;
      }
    }
  }
  for (PaintedLetter& each : letters_) measure(each);
  std::erase_if(letters_, [](const PaintedLetter& each) { return each.contrast == 0; });
}

void PaintedFrame::triangle(const ImDrawVert* corners[3], const ImVec4& clip) {
  const ImVec2 a = corners[0]->pos;
  const ImVec2 b = corners[1]->pos;
  const ImVec2 c = corners[2]->pos;
  const float area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (std::abs(area) < 1e-6f) return;
  // A line of the atlas is opaque in its middle and fades at both edges.
  const bool line = is_of_a_line(corners[0]->uv) && corners[0]->uv.x != corners[1]->uv.x;
  const Colour colours[3] = {colour_of(corners[0]->col), colour_of(corners[1]->col),
                             colour_of(corners[2]->col)};
  if (colours[0].alpha + colours[1].alpha + colours[2].alpha == 0) return;
  const bool plain = corners[0]->col == corners[1]->col && corners[0]->col == corners[2]->col;
  const int top =
      static_cast<int>(std::max({std::floor(std::min({a.y, b.y, c.y})), std::floor(clip.y), 0.0f}));
  const int bottom = static_cast<int>(
      std::min({std::ceil(std::max({a.y, b.y, c.y})), clip.w, static_cast<float>(height_)}));
  const std::pair<ImVec2, ImVec2> edges[3] = {{a, b}, {b, c}, {c, a}};
  for (int y = top; y < bottom; ++y) {
    const float at_y = static_cast<float>(y) + 0.5f;
    if (at_y < clip.y || at_y >= clip.w) continue;
    float left = 1e9f;
    float right = -1e9f;
    for (const auto& [from, to] : edges) {
      if ((from.y <= at_y) == (to.y <= at_y)) continue;
      const float x = from.x + (at_y - from.y) / (to.y - from.y) * (to.x - from.x);
      left = std::min(left, x);
      right = std::max(right, x);
    }
    left = std::max({left, clip.x, 0.0f});
    right = std::min({right, clip.z, static_cast<float>(width_)});
    for (int x = static_cast<int>(std::ceil(left - 0.5f)); static_cast<float>(x) + 0.5f < right;
         ++x) {
      Colour paint = colours[0];
      if (!plain || line) {
        const float at_x = static_cast<float>(x) + 0.5f;
        const float u = ((b.x - at_x) * (c.y - at_y) - (b.y - at_y) * (c.x - at_x)) / area;
        const float v = ((c.x - at_x) * (a.y - at_y) - (c.y - at_y) * (a.x - at_x)) / area;
        const float w = 1 - u - v;
        const auto blend = [&](float p, float q, float r) { return u * p + v * q + w * r; };
        paint.rgb = {blend(colours[0].rgb.red, colours[1].rgb.red, colours[2].rgb.red),
                     blend(colours[0].rgb.green, colours[1].rgb.green, colours[2].rgb.green),
                     blend(colours[0].rgb.blue, colours[1].rgb.blue, colours[2].rgb.blue)};
        paint.alpha = blend(colours[0].alpha, colours[1].alpha, colours[2].alpha);
      }
      Pixel& spot = pixel(x, y);
      mix(spot.behind, paint.rgb, paint.alpha);
      mix(spot.ink, paint.rgb, paint.alpha);
      spot.seen *= 1 - paint.alpha;
    }
  }
}

void PaintedFrame::letter(const ImDrawList& list, const ImDrawVert& from, const ImDrawVert& to,
                          const ImVec4& clip) {
  const Colour paint = colour_of(from.col);
  if (paint.alpha == 0) return;
  PaintedLetter letter;
  letter.from = {std::max({from.pos.x, clip.x, 0.0f}), std::max({from.pos.y, clip.y, 0.0f})};
  letter.to = {std::min({to.pos.x, clip.z, static_cast<float>(width_)}),
               std::min({to.pos.y, clip.w, static_cast<float>(height_)})};
  letter.faded = (from.col >> IM_COL32_A_SHIFT) == 153;  // ImGui's alpha of disabled widgets
  letter.window = list._OwnerName ? list._OwnerName : "";
  const auto [font, glyph] = glyph_at({(from.uv.x + to.uv.x) / 2, (from.uv.y + to.uv.y) / 2});
  if (!glyph) return;
  letter.character = glyph->Codepoint;
  letter.font = font;
  letter.start = from.pos.x - glyph->X0;
  const float drawn = (to.pos.y - from.pos.y) / (to.uv.y - from.uv.y);
  letter.size = font->FontSize * drawn / ((glyph->Y1 - glyph->Y0) / (glyph->V1 - glyph->V0));
  bool any = false;
  for (int y = static_cast<int>(std::ceil(letter.from.y)); static_cast<float>(y) < letter.to.y; ++y)
    for (int x = static_cast<int>(std::ceil(letter.from.x)); static_cast<float>(x) < letter.to.x;
         ++x) {
      Pixel& spot = pixel(x, y);
      spot.ink = spot.behind;
      mix(spot.ink, paint.rgb, paint.alpha);
      spot.seen = 1;
      any = true;
    }
  if (!any) return;
  // The same letter drawn slightly shifted before, in another colour, is the outline of this one.
  const float hair = 0.16f * letter.size;
  std::erase_if(letters_, [&](const PaintedLetter& rim) {
    return rim.ink != from.col && rim.character == letter.character && rim.font == letter.font &&
           std::abs(rim.start - letter.start) < hair && std::abs(rim.from.y - letter.from.y) < hair;
  });
  letter.ink = from.col;
  letters_.push_back(std::move(letter));
}

void PaintedFrame::measure(PaintedLetter& letter) const {
  std::vector<float> all;
  for (int y = static_cast<int>(std::ceil(letter.from.y)); static_cast<float>(y) < letter.to.y; ++y)
    for (int x = static_cast<int>(std::ceil(letter.from.x)); static_cast<float>(x) < letter.to.x;
         ++x)
      if (const Pixel& spot = pixel(x, y); spot.seen > 0.15f)
        all.push_back(test::contrast(spot.ink, spot.behind));
  if (all.empty()) return;  // hidden below something else
  const auto quarter = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 4);
  std::nth_element(all.begin(), quarter, all.end());
  letter.contrast = *quarter;
}

Rgb PaintedFrame::at(float x, float y) const {
  return pixel(std::clamp(static_cast<int>(x), 0, width_ - 1),
               std::clamp(static_cast<int>(y), 0, height_ - 1))
      .behind;
}

std::string PaintedFrame::words_around(const PaintedLetter& letter) const {
  std::string words;
  float last = -1;
  for (const PaintedLetter& other : letters_) {
    if (std::abs(other.to.y - letter.to.y) > letter.size * 0.6f ||
        std::abs(other.from.x - letter.from.x) > 160 || other.window != letter.window)
      continue;
    if (last >= 0 && other.from.x > last + letter.size * 0.2f) words += ' ';
    last = other.to.x;
    char utf8[5] = {};
    ImTextCharToUtf8(utf8, other.character);
    words += utf8;
  }
  return words;
}

}  // namespace locklab::test
