#include "app/gui/window/lab/timeline_painter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/gui/update/navigation.h"
#include "app/gui/window/lab/cursor_painter.h"
#include "app/gui/window/lab/holding_painter.h"
#include "app/gui/window/lab/lane_tags.h"
#include "app/gui/window/widgets/strokes.h"

namespace locklab::app {

namespace {

constexpr float mark_radius = 8;  ///< in pixels at 100 %

class TimelinePainter {
 public:
  TimelinePainter(const View& view, const TimelineShapes& shapes,
                  const std::vector<DenseStretch>& dense, ImVec2 at, float width)
      : view_(view),
        run_(*view.model.run),
        shapes_(shapes),
        dense_(dense),
        crowded_(crowded_marks(shapes, view.px(2 * mark_radius))),
        canvas_(*ImGui::GetWindowDrawList()),
        strokes_(canvas_, view.scale),
        holding_(view, shapes, at, width),
        on_(axis_on_screen(view.model, width)),
        at_(at),
        width_(width),
        cursor_(view, shapes, at, width),
        tags_(view, at) {}

  void paint() {
    const auto& m = view_.model;
    canvas_.PushClipRect(at_, {at_.x + width_, at_.y + shapes_.height}, true);
    ruler();
    // Scrolling lanes are clipped below the pinned ones.
    canvas_.PushClipRect(p(0, shapes_.pinned_end), p(width_, shapes_.height), true);
    lanes(false);
    holding_.strips();
    canvas_.PopClipRect();
    lanes(true);
    paint_density(view_, shapes_, dense_, at_, width_);
    holding_.clash_bands();
    for (const ArrowShape& arrow : shapes_.arrows) this->arrow(arrow);
    for (std::size_t i = 0; i < shapes_.marks.size(); ++i) mark(shapes_.marks[i], crowded_[i]);
    paint_alarms(view_, shapes_, at_, width_);
    numbers();
    if (m.cursor.at_us < static_cast<double>(run_.scene.end))
      paint_future(view_, shapes_, at_, width_, cursor_.x());
    holding_.inside();
    // Words have a background and are above the cursor's line, so that it crosses none.
    cursor_.line();
    struck_ = place_fault_words(view_, shapes_, width_, tags_.names());
    tags_.paint(cursor_.x(), struck_);
    canvas_.PushClipRect(p(0, shapes_.pinned_end), p(width_, shapes_.height), true);
    holding_.names(cursor_.x());
    canvas_.PopClipRect();
    cursor_.time();
    holding_.counts(beside_counts());
    if (m.drag && m.drag->branch == m.branch) paint_ghost(view_, shapes_, *m.drag, at_, width_);
    if (m.fault_drag && m.fault_drag->branch == m.branch)
      paint_ghost(view_, shapes_, *m.fault_drag, at_, width_);
    canvas_.PopClipRect();
  }

  LaneWords words() const {
    LaneWords words{struck_, beside_counts()};
    const std::vector<FaultLabel>& counted = holding_.counted();
    words.taken.insert(words.taken.end(), counted.begin(), counted.end());
    return words;
  }

 private:
  ImVec2 p(float x, float y) const { return {at_.x + x, at_.y + y}; }
  float px(float at_100_percent) const { return view_.px(at_100_percent); }
  const Theme& theme() const { return view_.theme; }

  void text(ImVec2 at, ImU32 colour, std::string_view words) {
    strokes_.text(at, colour, words, view_.fonts.small);
  }
  float text_width(std::string_view words) const {
    return Strokes::text_width(words, view_.fonts.small);
  }

  /// The labels that the words of a clash avoid.
  std::vector<FaultLabel> beside_counts() const {
    std::vector<FaultLabel> taken = tags_.labels();
    taken.insert(taken.end(), struck_.begin(), struck_.end());
    return taken;
  }

  void ruler() {
    step_ticks();
    for (const RulerMark& mark : shapes_.ruler)
      canvas_.AddLine(p(mark.x, shapes_.top + px(ruler_height)), p(mark.x, shapes_.height),
                      faded(theme().line, 0.45f));
  }
  /// Draws the ruler's numbers, above the lines of faults. A number that would be cut off, or
  /// partly covered by the former one or the cursor's time, is omitted, since it would be misread.
  void numbers() {
    float end = 0;  // of the former number
    for (const RulerMark& mark : shapes_.ruler) {
      const float left = mark.x + px(4);
      const float right = left + text_width(mark.text);
      if (left < end || right > width_ || cursor_.covers(left, right)) continue;
      end = right + px(4);
      const ImVec2 at = p(left, shapes_.top + px(ruler_top));
      canvas_.AddRectFilled({at.x - px(2), at.y + px(1)},
                            {p(right, 0).x + px(2), at.y + view_.fonts.small->FontSize - px(1)},
                            theme().panel, px(2));
      text(at, theme().second_text, mark.text);
      view_.name_place("ruler number", at, {right - left, view_.fonts.small->FontSize});
    }
  }

  /// Draws a tick for each step on the axis of steps, if they are not too close together.
  void step_ticks() {
    if (on_.axis.kind() == AxisKind::time || width_ / on_.view.span() < px(6)) return;
    const double last = std::min(on_.view.to, static_cast<double>(on_.axis.end()));
    for (double step = std::ceil(std::max(on_.view.from, 0.0)); step <= last; ++step) {
      const auto x = static_cast<float>(on_.view.x_of(step, width_));
      canvas_.AddLine(p(x, shapes_.top + px(ruler_height - 4)),
                      p(x, shapes_.top + px(ruler_height)), theme().second_text, px(1));
    }
  }

  /// Paints the pinned lanes, or the others.
  void lanes(bool pinned) {
    for (const LaneRow& row : shapes_.rows) {
      if (row.pinned != pinned) continue;
      if (view_.model.lane == row.lane)
        canvas_.AddRectFilled(p(0, row.y0), p(width_, row.y1), faded(theme().accent, 0.08f));
      canvas_.AddLine(p(0, row.y1), p(width_, row.y1), faded(theme().line, 0.5f));
    }
    // Only bars of pinned lanes end above `pinned_end`. Folded bars are painted as density.
    const auto of = [&](const BarShape& bar) {
      return bar.count == 1 && (bar.y1 <= shapes_.pinned_end) == pinned;
    };
    for (const BarShape& bar : shapes_.bars)
      if (of(bar)) lane_bar(bar);
    for (const BarShape& key : shapes_.keys)
      if (of(key)) lease_bar(key, 0.36f);
    if (pinned && shapes_.pinned_end > shapes_.top + px(ruler_height) + 1)
      canvas_.AddLine(p(0, shapes_.pinned_end), p(width_, shapes_.pinned_end),
                      faded(theme().accent, 0.6f), px(1.5f));
  }

  void dots(float x0, float x1, float y, ImU32 colour) {
    const float step = px(7);
    for (float x = std::ceil(std::max(x0, 0.0f) / step) * step; x < std::min(x1, width_); x += step)
      canvas_.AddCircleFilled(p(x, y), px(1.6f), colour, 6);
  }

  void lane_bar(const BarShape& bar) {
    const float middle = (bar.y0 + bar.y1) / 2;
    const float height = bar.y1 - bar.y0;
    const std::uint16_t owner = lane_client(bar);
    const ImU32 own = theme().client(owner);
    if (bar.bar != Bar::idle && bar.bar != Bar::free && bar.bar != Bar::held)
      view_.name_place("bar on a lane", p(bar.x0, bar.y0), {bar.x1 - bar.x0, height});
    const auto rect = [&](float part, ImU32 colour) {
      const ImVec2 from = p(bar.x0, middle - height * part / 2);
      const ImVec2 to = p(bar.x1, middle + height * part / 2);
      canvas_.AddRectFilled(from, to, colour, px(2));
      if (colour == own) strokes_.pattern(from, to, owner, own);
    };
    switch (bar.bar) {
      case Bar::idle:
      case Bar::free:
        canvas_.AddLine(p(bar.x0, middle), p(bar.x1, middle), theme().line, px(1.5f));
        break;
      case Bar::waiting:
        dots(bar.x0, bar.x1, middle, own);
        break;
      case Bar::believes:
        rect(0.28f, own);
        break;
      case Bar::inside: {
        rect(0.56f, own);
        const float half = height * 0.56f / 2 - px(3);
        if (bar.x1 - bar.x0 > px(8))
          canvas_.AddRect(p(bar.x0 + px(3), middle - half), p(bar.x1 - px(3), middle + half),
                          faded(Theme::text_on(own), 0.8f), px(2), 0, px(1.2f));
        break;
      }
      case Bar::unlocked: {
        const float half = height * 0.56f / 2;
        canvas_.AddRect(p(bar.x0, middle - half), p(bar.x1, middle + half), own, px(2), 0, px(2));
        label_in(bar, theme().violation, theme().panel, view_.say("bar.unlocked"), true);
        break;
      }
      case Bar::paused:
      case Bar::paused_holding: {
        const float half = height * 0.56f / 2;
        if (bar.bar == Bar::paused_holding) rect(0.56f, faded(own, 0.35f));
        strokes_.hatch(p(bar.x0, middle - half), p(bar.x1, middle + half), theme().second_text);
        canvas_.AddRect(p(bar.x0, middle - half), p(bar.x1, middle + half), theme().second_text,
                        px(2));
        break;
      }
      case Bar::held:
        canvas_.AddLine(p(bar.x0, middle), p(bar.x1, middle), theme().line, px(1.5f));
        break;
      case Bar::down:
        rect(0.7f, theme().down);
        label_in(bar, Theme::text_on(theme().down), theme().down, view_.say("bar.down"), true);
        break;
      case Bar::frozen: {
        const float half = height * 0.35f;
        strokes_.hatch(p(bar.x0, middle - half), p(bar.x1, middle + half), theme().second_text);
        break;
      }
      default:
        break;
    }
  }

  std::uint16_t lane_client(const BarShape& bar) const {
    for (const LaneRow& row : shapes_.rows)
      if (row.y0 == bar.y0 && row.lane < run_.scene.clients) return row.lane;
    return bar.owner;
  }

  void label_in(const BarShape& bar, ImU32 ink, ImU32 ground, std::string_view words,
                bool state = false) {
    ImFont* font = view_.fonts.small;
    const float x0 = std::max(bar.x0, 0.0f);
    const float x1 = std::min(bar.x1, width_);
    const float wide = text_width(words);
    if (wide + px(8) > x1 - x0) return;
    tags_.add(p(x0 + px(6), (bar.y0 + bar.y1 - font->FontSize) / 2), words, ink, ground, bar.x0,
              at_.x + x1 - wide - px(2), state);
  }

  /// Draws a key on a node; the height of the bar is the remaining lease.
  void lease_bar(const BarShape& bar, float part) {
    if (bar.other_lock) return thin_key(bar);
    const float height = (bar.y1 - bar.y0) * part * 2;
    const float bottom = (bar.y0 + bar.y1) / 2 + height / 2;
    const ImU32 colour = theme().client(bar.owner);
    canvas_.AddRect(p(bar.x0, bottom - height), p(bar.x1, bottom), faded(colour, 0.35f));
    holding_.lease(bar, bottom, height, on_);
    view_.name_place("key on a lane", p(bar.x0, bar.y0), {bar.x1 - bar.x0, bar.y1 - bar.y0});
    if (bar.owner < run_.scene.clients)
      label_in(bar, Theme::text_on(colour), colour, run_.scene.lanes[bar.owner].name);
  }

  /// Draws a key of a lock other than the story's main one as a thin bar.
  void thin_key(const BarShape& bar) {
    const ImVec2 from = p(bar.x0, bar.y1 - px(5));
    const ImVec2 to = p(bar.x1, bar.y1 - px(2));
    canvas_.AddRectFilled(from, to, theme().client(bar.owner));
    view_.name_place("thin key", from, {to.x - from.x, to.y - from.y});
    if (bar.owner < run_.scene.clients) thin_words(bar);
  }

  /// Writes the names of another lock and its holder, where they cover no key of the main lock.
  void thin_words(const BarShape& bar) {
    const std::string words = holding_.holder_words(bar, run_.scene.keys[bar.row]);
    const float wide = text_width(words) + px(8);
    std::vector<const BarShape*> covered;
    for (const BarShape& key : shapes_.keys)
      if (!key.other_lock && key.row == bar.row && key.y0 == bar.y0 && key.x1 > bar.x0 &&
          key.x0 < bar.x1)
        covered.push_back(&key);
    std::sort(covered.begin(), covered.end(),
              [](const BarShape* a, const BarShape* b) { return a->x0 < b->x0; });
    BarShape gap = bar;
    for (const BarShape* key : covered) {
      gap.x1 = key->x0;
      if (std::min(gap.x1, width_) - std::max(gap.x0, 0.0f) >= wide) break;
      gap.x0 = std::max(gap.x0, key->x1);
      gap.x1 = bar.x1;
    }
    label_in(gap, theme().text, theme().panel, words, true);
  }

  bool is_selected(const Message& m) const { return is_of(m, view_.model.event.value_or(none_at)); }

  void arrow(const ArrowShape& arrow) {
    if (arrow.count > 1) {
      // Many arrows form an even shade, stronger where there are more.
      const float part = std::min(std::log2(static_cast<float>(arrow.count)) / 12, 1.0f);
      canvas_.AddRectFilled(p(arrow.x0, arrow.y0), p(arrow.x0 + px(3), arrow.y1),
                            faded(theme().second_text, 0.05f + 0.13f * part));
      return;
    }
    const Message& message = run_.scene.messages[arrow.message];
    const bool lit = is_selected(message);
    const ImU32 own = theme().client(message.client);
    // The selected message is thicker, with a halo; in the accent's colour it would look like
    // another client's.
    const ImU32 colour = lit ? own : faded(theme().light ? theme().second_text : own, 0.8f);
    const float width = px(lit ? 2.6f : 1.2f) * theme().line_width;
    const ImVec2 from = p(arrow.x0, arrow.y0);
    const ImVec2 to = p(arrow.end_x(), arrow.end_y());
    if (lit) canvas_.AddLine(from, to, faded(own, 0.3f), width + px(6));
    if (arrow.reply) {
      strokes_.dashed(from, to, colour, width);
    } else {
      canvas_.AddLine(from, to, colour, width);
    }
    if (arrow.lost) {
      strokes_.cross(to, px(5), theme().violation);
    } else {
      strokes_.head(from, to, colour);
    }
    // The head of the selected message can be dragged.
    const bool arrives = (arrow.reply ? message.received : message.ran) != none_at;
    if (lit && arrives && !arrow.lost && !arrow.cut && !run_.recorded)
      canvas_.AddCircle(to, px(6), own, 16, px(1.6f));
  }

  void mark(const MarkShape& mark, bool crowded) {
    const ImU32 own = theme().client(mark.client);
    const bool lit = view_.model.event == mark.event;
    const float row = view_.px(36);
    switch (mark.kind) {
      case MarkKind::read:
      case MarkKind::wrote:
      case MarkKind::rejected: {
        const float r = px(mark_radius);
        if (mark.count > 1 && !lit) break;  // painted as density
        if (crowded && !lit) {
          const bool bad = mark.kind == MarkKind::rejected;
          const float half = px(bad ? 7.0f : 5.0f);
          canvas_.AddRectFilled(p(mark.x - px(1), mark.y - half), p(mark.x + px(1), mark.y + half),
                                bad ? theme().violation : own);
          break;
        }
        if (mark.kind == MarkKind::rejected) {
          canvas_.AddCircle(p(mark.x, mark.y), r, own, 16, px(2));
          strokes_.cross(p(mark.x, mark.y), px(4), theme().violation);
        } else {
          canvas_.AddCircleFilled(p(mark.x, mark.y), r, own, 16);
          const char* letter = mark.kind == MarkKind::read ? "r" : "w";
          const float wide = text_width(letter);
          tags_.add(p(mark.x - wide / 2, mark.y - view_.fonts.small->FontSize / 2 - px(1)), letter,
                    Theme::text_on(own), own, mark.x);
        }
        break;
      }
      case MarkKind::refused:
        canvas_.AddCircle(p(mark.x, mark.y), px(3), theme().second_text, 8, px(1.5f));
        break;
      case MarkKind::lost_lease:
        strokes_.cross(p(mark.x, mark.y - row * 0.3f), px(4), theme().warning);
        break;
      default:
        break;
    }
    if (lit) canvas_.AddCircle(p(mark.x, mark.y), px(12), theme().accent, 20, px(2));
  }

  const View& view_;
  const ShownRun& run_;
  const TimelineShapes& shapes_;
  const std::vector<DenseStretch>& dense_;
  const std::vector<bool> crowded_;
  ImDrawList& canvas_;
  Strokes strokes_;
  HoldingPainter holding_;
  const AxisView on_;
  ImVec2 at_;
  float width_;
  const CursorPainter cursor_;
  LaneTags tags_;
  std::vector<FaultLabel> struck_;
};

}  // namespace

LaneWords paint_timeline(const View& view, const TimelineShapes& shapes,
                         const std::vector<DenseStretch>& dense, ImVec2 at, float width) {
  TimelinePainter painter(view, shapes, dense, at, width);
  painter.paint();
  return painter.words();
}

}  // namespace locklab::app
