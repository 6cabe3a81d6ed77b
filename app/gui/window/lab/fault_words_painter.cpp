// Words next to the marks of faults: which fault, and for how long.
#include <fmt/format.h>

#include "app/gui/window/lab/timeline_painter.h"
#include "app/gui/window/widgets/strokes.h"
#include "app/timeline/words/wording.h"

namespace locklab::app {

namespace {

/// Whether the event can explain what its node grants later: a promotion, a clock change or a kill.
bool is_decisive(const sim::Event& event) {
  return event.kind == sim::EventKind::node_promoted || event.kind == sim::EventKind::node_clock ||
         event.kind == sim::EventKind::node_killed;
}

std::vector<FaultWords> words_of(const View& view, const TimelineShapes& shapes) {
  const sim::Trace& trace = view.model.run->trace();
  std::vector<FaultWords> words;
  for (const MarkShape& alarm : shapes.alarms) {
    FaultWords& said = words.emplace_back();
    if (alarm.event >= trace.size() || alarm.kind == MarkKind::violation) continue;
    if (is_to_come(view, alarm)) continue;
    said.full = view.tell(fault_label(trace[alarm.event]));
    said.brief = view.tell(brief_fault_label(trace[alarm.event]));
    said.decisive = is_decisive(trace[alarm.event]);
  }
  return words;
}

}  // namespace

std::vector<FaultLabel> place_fault_words(const View& view, const TimelineShapes& shapes,
                                          float width, const std::vector<FaultLabel>& names) {
  FaultLabelOptions options;
  options.width = [&](std::string_view words) {
    return Strokes::text_width(words, view.fonts.small);
  };
  options.height = view.fonts.small->FontSize + view.px(1);
  options.pad = view.px(5);
  options.mark = view.px(7);
  options.right = width;
  options.joined = [&](std::size_t first, std::size_t second) {
    const sim::Trace& trace = view.model.run->trace();
    return view.tell(
        joined_fault_label(trace[shapes.alarms[first].event], trace[shapes.alarms[second].event]));
  };
  return fault_labels(shapes, words_of(view, shapes), options, names);
}

void paint_fault_words(const View& view, const TimelineShapes& shapes, ImVec2 at, float width,
                       const std::vector<FaultLabel>& labels) {
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const Strokes strokes(canvas, view.scale);
  const float top = at.y + shapes.top + view.px(ruler_height);
  canvas.PushClipRect({at.x, top}, {at.x + width, at.y + shapes.height}, true);
  for (const FaultLabel& label : labels) {
    const MarkShape& alarm = shapes.alarms[label.alarm];
    const ImU32 colour = alarm.kind == MarkKind::fault ? view.theme.warning : view.theme.good;
    const bool later = alarm.event >= view.model.cursor.events;
    const ImVec2 from{at.x + label.x0, at.y + label.y0};
    const ImVec2 to{at.x + label.x1, at.y + label.y1};
    canvas.AddRectFilled(from, to, faded(view.theme.panel, 0.92f), view.px(4));
    canvas.AddRect(from, to, faded(colour, later ? 0.5f : 1), view.px(4), 0, view.px(1));
    const float pad = (to.x - from.x - Strokes::text_width(label.words, view.fonts.small)) / 2;
    strokes.text({from.x + pad, from.y}, later ? view.theme.second_text : view.theme.text,
                 label.words, view.fonts.small);
    view.name_place(fmt::format("struck {}", label.words), from, {to.x - from.x, to.y - from.y});
  }
  canvas.PopClipRect();
}

}  // namespace locklab::app
