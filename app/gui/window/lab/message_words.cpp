// Labels of messages that fit on their arrows, and signs at the ruler's ends where the run
// continues beyond the view.
#include <fmt/format.h>

#include <algorithm>

#include "app/gui/layout/arrow_labels.h"
#include "app/gui/update/navigation.h"
#include "app/gui/window/lab/timeline_painter.h"
#include "app/gui/window/widgets/strokes.h"
#include "app/timeline/words/wording.h"

namespace locklab::app {

namespace {

/// The possible labels of arrows that are long enough.
std::vector<ArrowWords> arrow_words(const View& view, const TimelineShapes& shapes) {
  const ShownRun& run = *view.model.run;
  const sim::Trace& trace = run.trace();
  std::vector<ArrowWords> all;
  for (std::size_t i = 0; i < shapes.arrows.size(); ++i) {
    const ArrowShape& arrow = shapes.arrows[i];
    if (arrow.count > 1 || arrow.x1 - arrow.x0 < view.px(least_labelled_arrow)) continue;
    const Message& message = run.scene.messages[arrow.message];
    ArrowWords words{i, {}, {}, is_of(message, view.model.event.value_or(none_at))};
    if (arrow.reply) {
      words.full = words.brief = view.tell(short_reply(trace, trace[message.ran]));
    } else {
      words.full = short_command(trace, trace[message.sent]);
      words.brief = command_name(trace, trace[message.sent]);
    }
    all.push_back(std::move(words));
  }
  return all;
}

}  // namespace

void paint_message_words(const View& view, const TimelineShapes& shapes, ImVec2 at, float width,
                         const std::vector<FaultLabel>& taken) {
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  Strokes strokes(canvas, view.scale);
  const auto p = [&](float x, float y) { return ImVec2{at.x + x, at.y + y}; };
  const auto wide = [&](std::string_view words) {
    return Strokes::text_width(words, view.fonts.small);
  };
  const float now =
      axis_on_screen(view.model, width).x_after(view.model.cursor.events, view.model.cursor.at_us);
  canvas.PushClipRect(at, {at.x + width, at.y + shapes.height}, true);
  for (const ArrowLabel& label :
       arrow_labels(shapes, arrow_words(view, shapes), wide, view.fonts.small->FontSize, view.px(4),
                    shapes.top + view.px(ruler_height), width, taken)) {
    const ArrowShape& arrow = shapes.arrows[label.arrow];
    const bool later = arrow.x0 > now;
    canvas.AddRectFilled(p(label.x0, label.y0), p(label.x1, label.y1),
                         faded(view.theme.panel, 0.88f), view.px(3));
    // The frame has the colour of its client, since a label may lie on another client's lane.
    const ImU32 own = view.theme.client(view.model.run->scene.messages[arrow.message].client);
    canvas.AddRect(p(label.x0, label.y0), p(label.x1, label.y1), faded(own, later ? 0.5f : 1),
                   view.px(3), 0, view.px(1));
    strokes.text(p(label.x0 + view.px(4), label.y0),
                 later ? view.theme.second_text : view.theme.text, label.words, view.fonts.small);
    view.name_place(fmt::format("words {}", label.words), p(label.x0, label.y0),
                    {label.x1 - label.x0, label.y1 - label.y0});
  }
  const float top = shapes.top + view.px(ruler_height);
  const auto sign = [&](const char* which, float x, float tip) {
    canvas.AddTriangleFilled(p(x, top - view.px(7)), p(x, top + view.px(7)), p(tip, top),
                             view.theme.accent);
    view.name_place(which, p(std::min(x, tip), top - view.px(7)), {view.px(8), view.px(14)});
  };
  if (shapes.more_before) sign("goes on before", view.px(9), view.px(1));
  if (shapes.more_after) sign("goes on after", width - view.px(9), width - view.px(1));
  canvas.PopClipRect();
}

}  // namespace locklab::app
