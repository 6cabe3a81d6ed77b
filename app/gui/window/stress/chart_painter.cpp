#include "app/gui/window/stress/chart_painter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace locklab::app {

namespace {

/// Lengths of strokes and gaps, alternating, in pixels at 100 %; the first is a solid line.
constexpr std::array<std::array<float, 4>, 4> patterns{
    {{0, 0, 0, 0}, {8, 4, 8, 4}, {2, 3, 2, 3}, {10, 3, 2, 3}}};

/// Indices into the series of client colours with enough contrast on a dark or a light background.
constexpr std::array<std::uint16_t, 6> on_dark{1, 0, 2, 3, 4, 5};
constexpr std::array<std::uint16_t, 6> on_light{6, 5, 2, 3, 0, 7};

}  // namespace

LoadLook look_of_load(const Theme& theme, std::uint64_t number) {
  const auto place = static_cast<std::size_t>(number > 0 ? number - 1 : 0);
  const auto& series = theme.light ? on_light : on_dark;
  return {theme.client(series[place % series.size()]), place % patterns.size()};
}

ChartOptions ChartPainter::options(ImVec2 size, ChartUnit unit, double seconds) const {
  ChartOptions options;
  options.width = size.x;
  options.height = size.y;
  options.line = view_.fonts.small->FontSize;
  options.gap = px(4);
  options.unit = unit;
  options.seconds = seconds;
  options.text_width = [font = view_.fonts.small](std::string_view text) {
    return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text.data(), text.data() + text.size())
        .x;
  };
  return options;
}

ImVec2 ChartPainter::frame(ImVec2 at, ImVec2 size, std::string_view title, ImVec2& inside) const {
  const ImVec2 to{at.x + size.x, at.y + size.y};
  canvas_.AddRectFilled(at, to, view_.theme.raised, px(4));
  // The title is as large as other text, if it fits.
  const float room = size.x - px(12);
  const auto width = [&](ImFont* of) {
    return of->CalcTextSizeA(of->FontSize, FLT_MAX, 0, title.data(), title.data() + title.size()).x;
  };
  ImFont* const font = width(view_.fonts.text) <= room ? view_.fonts.text : view_.fonts.small;
  const ImVec2 words{at.x + px(8), at.y + px(4)};
  ImGui::PushClipRect(at, {to.x - px(4), to.y}, true);
  canvas_.AddText(font, font->FontSize, words, view_.theme.text, title.data(),
                  title.data() + title.size());
  ImGui::PopClipRect();
  const float below = font->FontSize + px(8);
  inside = {size.x - px(16), size.y - below - px(4)};
  return {at.x + px(8), at.y + below};
}

void ChartPainter::label(const ChartLabel& label, ImVec2 at, ImU32 colour) const {
  canvas_.AddText(view_.fonts.small, view_.fonts.small->FontSize,
                  {std::floor(at.x + label.x), std::floor(at.y + label.y)}, colour,
                  label.text.c_str());
}

void ChartPainter::chart(const ChartShapes& shapes, ImVec2 at,
                         const std::vector<LoadLook>& looks) const {
  const Theme& theme = view_.theme;
  const float thin = std::max(px(theme.line_width), 1.0f);
  for (const float y : shapes.grid)
    canvas_.AddLine({at.x + shapes.left, at.y + y}, {at.x + shapes.right, at.y + y},
                    faded(theme.line, 0.7f), thin);
  for (const ChartLabel& one : shapes.labels) label(one, at, theme.second_text);
  for (const ChartMarkLine& mark : shapes.marks) {
    const ImVec2 from{at.x + mark.x, at.y + shapes.top};
    const ImVec2 to{at.x + mark.end_x, at.y + shapes.bottom};
    if (mark.end_x > mark.x) canvas_.AddRectFilled(from, to, faded(theme.warning, 0.18f));
    canvas_.AddLine(from, {from.x, to.y}, theme.warning, thin);
  }
  for (const ChartLabel& one : shapes.mark_labels) label(one, at, theme.warning);
  for (const ChartLimitLine& limit : shapes.limits) {
    const LoadLook& look = looks.at(limit.load);
    const float y = at.y + limit.y;
    if (limit.above) {
      label(limit.label, at, look.colour);
      continue;
    }
    // A limit is a fainter dashed line.
    for (float x = shapes.left; x < shapes.right; x += px(7))
      canvas_.AddLine({at.x + x, y}, {at.x + std::min(x + px(3), shapes.right), y},
                      faded(look.colour, 0.8f), px(2 * theme.line_width));
  }
  for (const ChartLine& one : shapes.lines) line(one, at, looks.at(one.load));
  for (const ChartLine& one : shapes.stems) stem(one, at);
}

/// Draws violations as a stem: red for every load, with a head that is visible even if the stem is
/// short.
void ChartPainter::stem(const ChartLine& one, ImVec2 at) const {
  const ImVec2 from{at.x + one.points[0].x, at.y + one.points[0].y};
  const ImVec2 to{at.x + one.points[1].x, at.y + one.points[1].y};
  canvas_.AddLine(from, to, view_.theme.violation, px(1.6f * view_.theme.line_width));
  canvas_.AddCircleFilled(to, px(2.5f), view_.theme.violation, 10);
  view_.name_place("violations drawn", {to.x - px(1), to.y}, {px(2), from.y - to.y});
}

void ChartPainter::line(const ChartLine& one, ImVec2 at, const LoadLook& look) const {
  const float width = px((one.thin ? 1.0f : 2.0f) * view_.theme.line_width);
  LoadLook shown = look;
  if (one.thin) shown.colour = faded(look.colour, 0.8f);
  dashes(one.points, at, shown, width);
  const auto& middles = one.middles;
  const bool few = middles.size() < 2 || middles[1].x - middles[0].x > px(14);
  if (one.thin && middles.size() > 1) return;
  for (std::size_t i = 0; i < middles.size(); ++i)
    if (few || i + 1 == middles.size())
      point({at.x + middles[i].x, at.y + middles[i].y}, shown, px(3));
}

/// Draws a line, dashed unless its kind is 0; the pattern continues from one segment to the next.
void ChartPainter::dashes(const std::vector<ChartPoint>& points, ImVec2 at, const LoadLook& look,
                          float width) const {
  const auto& pattern = patterns[look.kind];
  std::size_t part = 0;
  float left = px(pattern[0]);
  for (std::size_t i = 1; i < points.size(); ++i) {
    ImVec2 from{at.x + points[i - 1].x, at.y + points[i - 1].y};
    const ImVec2 to{at.x + points[i].x, at.y + points[i].y};
    if (look.kind == 0) {
      canvas_.AddLine(from, to, look.colour, width);
      continue;
    }
    float rest = std::hypot(to.x - from.x, to.y - from.y);
    while (rest > 0.01f) {
      const float step = std::min(rest, left);
      const ImVec2 next{from.x + (to.x - from.x) * step / rest,
                        from.y + (to.y - from.y) * step / rest};
      if (part % 2 == 0) canvas_.AddLine(from, next, look.colour, width);
      from = next;
      rest -= step;
      left -= step;
      if (left > 0.01f) continue;
      part = (part + 1) % pattern.size();
      left = px(pattern[part]);
    }
  }
}

void ChartPainter::point(ImVec2 at, const LoadLook& look, float size) const {
  switch (look.kind) {
    case 0:
      canvas_.AddCircleFilled(at, size, look.colour);
      break;
    case 1:
      canvas_.AddRectFilled({at.x - size, at.y - size}, {at.x + size, at.y + size}, look.colour);
      break;
    case 2:
      canvas_.AddTriangleFilled({at.x, at.y - 1.3f * size}, {at.x + 1.2f * size, at.y + size},
                                {at.x - 1.2f * size, at.y + size}, look.colour);
      break;
    default:
      canvas_.AddQuadFilled({at.x, at.y - 1.4f * size}, {at.x + 1.4f * size, at.y},
                            {at.x, at.y + 1.4f * size}, {at.x - 1.4f * size, at.y}, look.colour);
  }
}

void ChartPainter::shares(const ShareShapes& shapes, ImVec2 at, const LoadLook& look) const {
  const Theme& theme = view_.theme;
  const float thin = std::max(px(theme.line_width), 1.0f);
  canvas_.AddLine({at.x + shapes.left, at.y + shapes.bottom},
                  {at.x + shapes.right, at.y + shapes.bottom}, faded(theme.line, 0.7f), thin);
  for (const ChartLabel& one : shapes.labels) label(one, at, theme.second_text);
  for (const ShareBar& bar : shapes.bars)
    canvas_.AddRectFilled({at.x + bar.x0, at.y + bar.y}, {at.x + bar.x1, at.y + shapes.bottom},
                          faded(look.colour, 0.85f));
  if (shapes.bars.empty()) return;
  for (float x = shapes.left; x < shapes.right; x += px(6))
    canvas_.AddLine({at.x + x, at.y + shapes.fair_y},
                    {at.x + std::min(x + px(3), shapes.right), at.y + shapes.fair_y}, theme.text,
                    thin);
}

void ChartPainter::sample(ImVec2 from, ImVec2 to, const LoadLook& look) const {
  dashes({{from.x, from.y}, {to.x, to.y}}, {0, 0}, look, px(2 * view_.theme.line_width));
  point({(from.x + to.x) / 2, (from.y + to.y) / 2}, look, px(3));
}

}  // namespace locklab::app
