// Paints the density where single marks would be indistinguishable.
#include <fmt/format.h>

#include "app/gui/window/lab/timeline_painter.h"
#include "app/gui/window/widgets/strokes.h"

namespace locklab::app {

void paint_density(const View& view, const TimelineShapes& shapes,
                   const std::vector<DenseStretch>& stretches, ImVec2 at, float width) {
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const std::size_t clients = view.model.run->scene.clients;
  for (const DenseStretch& stretch : stretches) {
    const float top = stretch.pinned ? shapes.top : shapes.pinned_end;
    canvas.PushClipRect({at.x, at.y + top}, {at.x + width, at.y + shapes.height}, true);
    const ImU32 colour = faded(
        stretch.lane < clients ? view.theme.client(stretch.lane) : view.theme.second_text, 0.55f);
    const float middle = at.y + (stretch.y0 + stretch.y1) / 2;
    const float most = (stretch.y1 - stretch.y0) * 0.36f;
    for (const DenseColumn& column : stretch.columns) {
      const float half = most * (0.25f + 0.75f * column.strength);
      canvas.AddRectFilled({at.x + column.x0, middle - half}, {at.x + column.x1, middle + half},
                           colour);
    }
    canvas.PopClipRect();
  }
}

std::vector<FaultLabel> paint_density_words(const View& view, const TimelineShapes& shapes,
                                            const std::vector<DenseStretch>& stretches, ImVec2 at,
                                            float width, std::vector<FaultLabel> taken) {
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const Strokes strokes(canvas, view.scale);
  const auto wide = [&](std::string_view words) {
    return Strokes::text_width(words, view.fonts.small);
  };
  const std::vector<FaultLabel> labels = density_labels(
      stretches, wide, view.fonts.small->FontSize + view.px(1), view.px(5), width, taken);
  for (const FaultLabel& label : labels) {
    const DenseStretch& stretch = stretches[label.alarm];
    const float top = stretch.pinned ? shapes.top : shapes.pinned_end;
    canvas.PushClipRect({at.x, at.y + top}, {at.x + width, at.y + shapes.height}, true);
    const ImVec2 from{at.x + label.x0, at.y + label.y0};
    const ImVec2 to{at.x + label.x1, at.y + label.y1};
    canvas.AddRectFilled(from, to, faded(view.theme.panel, 0.88f), view.px(4));
    strokes.text({from.x + view.px(5), from.y}, view.theme.second_text, label.words,
                 view.fonts.small);
    view.name_place(fmt::format("dense {}", stretch.lane), from, {to.x - from.x, to.y - from.y});
    canvas.PopClipRect();
  }
  taken.insert(taken.end(), labels.begin(), labels.end());
  return taken;
}

}  // namespace locklab::app
