// Paints faults, their ends and broken properties, each with its own shape of flag in the ruler.
#include <algorithm>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/navigation.h"
#include "app/gui/window/lab/timeline_painter.h"
#include "app/gui/window/widgets/strokes.h"

namespace locklab::app {

namespace {

class AlarmPainter {
 public:
  AlarmPainter(const View& view, const TimelineShapes& shapes, ImVec2 at, float width)
      : view_(view),
        shapes_(shapes),
        canvas_(*ImGui::GetWindowDrawList()),
        strokes_(canvas_, view.scale),
        at_(at),
        width_(width) {}

  void alarm(const MarkShape& alarm) {
    if (is_to_come(view_, alarm)) return;
    const float bottom = shapes_.strips.empty() ? shapes_.height : shapes_.strips.back().y1;
    const ImVec2 from = p(alarm.x, shapes_.top + px(16));
    if (alarm.kind == MarkKind::violation) {
      const bool lit = lit_verdict(view_.model) == alarm.verdict;
      const bool promised = view_.model.run->judged.verdicts[alarm.verdict].promised;
      const ImU32 colour = colour_of(alarm, promised);
      if (promised) {
        canvas_.AddLine(from, p(alarm.x, bottom), colour, px(lit ? 2.5f : 1.5f));
      } else {
        strokes_.dashed(from, p(alarm.x, bottom), faded(colour, 0.5f), px(lit ? 2.0f : 1.0f));
      }
      strokes_.cross(p(alarm.x, alarm.y), px(6), colour);
      return broken_flag(alarm, promised);
    }
    const bool fault = alarm.kind == MarkKind::fault;
    const ImU32 colour = fault ? theme().warning : theme().good;
    strokes_.dashed(from, p(alarm.x, bottom), faded(colour, 0.7f), px(1.2f));
    if (alarm.death) strokes_.cross(p(alarm.x, alarm.y), px(8), theme().text);
    canvas_.AddCircleFilled(p(alarm.x, alarm.y), px(4), colour, 10);
    fault ? fault_flag(alarm) : end_flag(alarm);
  }

 private:
  ImVec2 p(float x, float y) const { return {at_.x + x, at_.y + y}; }
  float px(float at_100_percent) const { return view_.px(at_100_percent); }
  const Theme& theme() const { return view_.theme; }

  bool is_known(const MarkShape& alarm) const { return is_known_break(view_.model, alarm); }

  /// The colour of a broken property, dimmed like the future until the reader knows of it.
  ImU32 colour_of(const MarkShape& alarm, bool promised) const {
    return faded(promised ? theme().violation : theme().second_text,
                 is_known(alarm) ? 1 : 1 - future_dimmed);
  }

  /// The position of a flag in the ruler; even at the edge it is drawn completely.
  ImVec2 flag_at(const MarkShape& alarm) const {
    const float half = px(10);
    return p(std::clamp(alarm.flag_x, half, std::max(width_ - half, half)), shapes_.top + px(9));
  }

  /// Draws the flag of a broken property: a triangle pointing at its time; only an outline if it
  /// was not promised.
  void broken_flag(const MarkShape& alarm, bool promised) {
    const ImVec2 at = flag_at(alarm);
    const ImU32 colour = colour_of(alarm, promised);
    view_.name_place("flag of a broken promise", {at.x - px(10), at.y - px(7)}, {px(20), px(17)});
    const ImVec2 corners[] = {
        {at.x - px(10), at.y - px(7)}, {at.x + px(10), at.y - px(7)}, {at.x, at.y + px(10)}};
    if (promised) {
      canvas_.AddTriangleFilled(corners[0], corners[1], corners[2], colour);
    } else {
      canvas_.AddTriangle(corners[0], corners[1], corners[2], colour, px(1.5f));
    }
    if (!is_known(alarm)) return;  // a sign this dim would be unreadable
    ImFont* const font = view_.fonts.small;
    strokes_.text({at.x - Strokes::text_width("!", font) / 2, at.y - px(10)},
                  promised ? Theme::text_on(colour) : colour, "!", font);
  }

  /// Draws the flag of a fault: a bolt on a disc.
  void fault_flag(const MarkShape& alarm) {
    const ImVec2 at = flag_at(alarm);
    view_.name_place("flag of a fault", {at.x - px(8), at.y - px(8)}, {px(16), px(16)});
    canvas_.AddCircleFilled(at, px(8), theme().warning, 20);
    const ImU32 ink = Theme::text_on(theme().warning);
    canvas_.AddTriangleFilled({at.x + px(1.5f), at.y - px(6)}, {at.x - px(4), at.y + px(1)},
                              {at.x + px(0.5f), at.y + px(1)}, ink);
    canvas_.AddTriangleFilled({at.x - px(1.5f), at.y + px(6)}, {at.x - px(0.5f), at.y - px(1)},
                              {at.x + px(4), at.y - px(1)}, ink);
  }

  /// Draws the flag of a fault's end: a ring.
  void end_flag(const MarkShape& alarm) {
    const ImVec2 at = flag_at(alarm);
    view_.name_place("flag of an end", {at.x - px(8), at.y - px(8)}, {px(16), px(16)});
    canvas_.AddCircle(at, px(6), theme().good, 20, px(2.5f));
  }

  const View& view_;
  const TimelineShapes& shapes_;
  ImDrawList& canvas_;
  const Strokes strokes_;
  const ImVec2 at_;
  const float width_;
};

}  // namespace

bool is_known_break(const Model& model, const MarkShape& alarm) {
  const sim::Verdict& verdict = model.run->judged.verdicts[alarm.verdict];
  const bool behind = alarm.event < model.cursor.events;
  return is_told(model, verdict) && is_reached(model, verdict) && (behind || !model.lesson);
}

bool is_to_come(const View& view, const MarkShape& alarm) {
  const Cursor& cursor = view.model.cursor;
  return alarm.kind != MarkKind::violation && alarm.event >= cursor.events &&
         static_cast<double>(view.model.run->trace()[alarm.event].at) <= cursor.at_us;
}

void paint_alarms(const View& view, const TimelineShapes& shapes, ImVec2 at, float width) {
  AlarmPainter painter(view, shapes, at, width);
  for (const MarkShape& alarm : shapes.alarms) painter.alarm(alarm);
}

}  // namespace locklab::app
