#include "app/gui/window/widgets/strokes.h"

#include <algorithm>
#include <cmath>

#include "app/gui/window/theme.h"

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

namespace {

constexpr float pattern_opacity = 0.7f;

}  // namespace

void Strokes::pattern(ImVec2 from, ImVec2 to, std::uint16_t client, ImU32 own) const {
  const ClientPattern which = client_pattern(client);
  if (which == ClientPattern::none || to.x <= from.x || to.y <= from.y) return;
  canvas_.PushClipRect(from, to, true);
  const ImVec2 least = canvas_.GetClipRectMin();
  const ImVec2 most = canvas_.GetClipRectMax();
  const ImU32 ink = faded(Theme::text_on(own), pattern_opacity);
  const float step = px(6);
  const auto first = [&](float at) { return std::floor(at / step) * step; };
  if (which == ClientPattern::stripes)
    for (float x = first(least.x); x < most.x; x += step)
      canvas_.AddLine({x, least.y}, {x, most.y}, ink, px(2));
  if (which == ClientPattern::bands)
    for (float y = from.y + px(1); y < most.y; y += px(4))
      canvas_.AddLine({least.x, y}, {most.x, y}, ink, px(1.2f));
  if (which == ClientPattern::dots)
    for (float y = from.y + std::min(step, to.y - from.y) / 2; y < most.y; y += step)
      for (float x = first(least.x); x < most.x + step; x += step)
        canvas_.AddCircleFilled({x, y}, px(1.6f), ink, 8);
  canvas_.PopClipRect();
}

void Strokes::pattern_disc(ImVec2 at, float radius, std::uint16_t client, ImU32 own) const {
  const ClientPattern which = client_pattern(client);
  if (which == ClientPattern::none) return;
  const ImU32 ink = faded(Theme::text_on(own), pattern_opacity);
  const float step = px(6);
  for (float off = std::ceil(-radius / step) * step; off < radius; off += step) {
    const float half = std::sqrt(radius * radius - off * off);  // of the chord
    if (which == ClientPattern::stripes)
      canvas_.AddLine({at.x + off, at.y - half}, {at.x + off, at.y + half}, ink, px(2));
    if (which == ClientPattern::bands)
      canvas_.AddLine({at.x - half, at.y + off}, {at.x + half, at.y + off}, ink, px(1.5f));
    if (which == ClientPattern::dots)
      for (float up = std::ceil((px(1.6f) - half) / step) * step; up < half - px(1.6f); up += step)
        canvas_.AddCircleFilled({at.x + off, at.y + up}, px(1.6f), ink, 8);
  }
}

void Strokes::pattern_ring(ImVec2 at, float radius, float width, float part, std::uint16_t client,
                           ImU32 own) const {
  const ClientPattern which = client_pattern(client);
  if (which == ClientPattern::none) return;
  constexpr float full_turn = 6.2831853f;
  constexpr float upwards = -full_turn / 4;
  const ImU32 ink = faded(Theme::text_on(own), pattern_opacity);
  if (which == ClientPattern::bands) {
    canvas_.PathArcTo(at, radius, upwards, upwards + full_turn * part, 48);
    canvas_.PathStroke(ink, 0, px(1.5f));
    return;
  }
  const float step = px(7) / std::max(radius, px(1));
  for (float angle = step / 2; angle < full_turn * part; angle += step) {
    const ImVec2 out{std::cos(upwards + angle), std::sin(upwards + angle)};
    const float from = radius - width / 2;
    const float to = radius + width / 2;
    if (which == ClientPattern::stripes)
      canvas_.AddLine({at.x + out.x * from, at.y + out.y * from},
                      {at.x + out.x * to, at.y + out.y * to}, ink, px(2));
    else
      canvas_.AddCircleFilled({at.x + out.x * radius, at.y + out.y * radius}, px(1.4f), ink, 8);
  }
}

void client_swatch(const View& view, std::uint16_t client, ImVec2 at, float height) {
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const ImVec2 from{at.x, at.y + view.px(4)};
  const ImVec2 to{at.x + view.px(4), at.y + height - view.px(4)};
  const ImU32 own = view.theme.client(client);
  canvas.AddRectFilled(from, to, own, view.px(2));
  Strokes(canvas, view.scale).pattern(from, to, client, own);
}

}  // namespace locklab::app
