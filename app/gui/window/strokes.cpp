#include "app/gui/window/strokes.h"

#include <algorithm>
#include <cmath>

namespace locklab::app {

void Strokes::text(ImVec2 at, ImU32 colour, std::string_view words, ImFont* font) const {
  if (words.empty()) return;
  canvas_.AddText(font, font->FontSize, at, colour, words.data(), words.data() + words.size());
}

float Strokes::text_width(std::string_view words, ImFont* font) {
  return font->CalcTextSizeA(font->FontSize, 1e9f, 0, words.data(), words.data() + words.size()).x;
}

void Strokes::dashed(ImVec2 from, ImVec2 to, ImU32 colour, float width) const {
  const float dx = to.x - from.x;
  const float dy = to.y - from.y;
  const float length = std::sqrt(dx * dx + dy * dy);
  const float dash = px(5);
  for (float at = 0; at < length; at += 2 * dash) {
    const float end = std::min(at + dash, length);
    canvas_.AddLine({from.x + dx * at / length, from.y + dy * at / length},
                    {from.x + dx * end / length, from.y + dy * end / length}, colour, width);
  }
}

void Strokes::head(ImVec2 from, ImVec2 to, ImU32 colour) const {
  const float dx = to.x - from.x;
  const float dy = to.y - from.y;
  const float length = std::max(std::sqrt(dx * dx + dy * dy), 1.0f);
  const ImVec2 back{-dx / length, -dy / length};
  const float size = px(7);
  canvas_.AddTriangleFilled(
      to, {to.x + (back.x - back.y * 0.5f) * size, to.y + (back.y + back.x * 0.5f) * size},
      {to.x + (back.x + back.y * 0.5f) * size, to.y + (back.y - back.x * 0.5f) * size}, colour);
}

void Strokes::cross(ImVec2 at, float size, ImU32 colour) const {
  canvas_.AddLine({at.x - size, at.y - size}, {at.x + size, at.y + size}, colour, px(2.4f));
  canvas_.AddLine({at.x - size, at.y + size}, {at.x + size, at.y - size}, colour, px(2.4f));
}

void Strokes::hatch(ImVec2 from, ImVec2 to, ImU32 colour) const {
  canvas_.PushClipRect(from, to, true);
  const float step = px(7);
  const float height = to.y - from.y;
  for (float x = std::floor((from.x - height) / step) * step; x < to.x; x += step)
    canvas_.AddLine({x, to.y}, {x + height, from.y}, colour, px(1.5f));
  canvas_.PopClipRect();
}

void Strokes::hatch_disc(ImVec2 at, float radius, ImU32 colour) const {
  const float step = px(7) / std::sqrt(2.0f);  // between the lines, as in hatch()
  const float slope = 1 / std::sqrt(2.0f);
  for (float off = std::ceil(-radius / step) * step; off < radius; off += step) {
    const float half = std::sqrt(radius * radius - off * off);  // of the chord
    const ImVec2 middle{at.x + off * slope, at.y + off * slope};
    canvas_.AddLine({middle.x - half * slope, middle.y + half * slope},
                    {middle.x + half * slope, middle.y - half * slope}, colour, px(1.5f));
  }
}

}  // namespace locklab::app
