#include "app/timeline/scene/shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace locklab::app {

namespace {

constexpr float before_lane = 0.35f;  ///< gap from a lost message's cross to its lane, in rows

class TimelineLayout {
 public:
  TimelineLayout(const Scene& scene, const sim::Trace& trace, const TimelineOptions& options)
      : scene_(scene),
        trace_(trace),
        options_(options),
        on_{Axis(options.axis, scene, trace), options.view, options.width},
        thin_(options.thin) {
    float y = options.ruler;
    shapes_.top = options.scrolled;
    shapes_.pinned_end = options.scrolled + y + static_cast<float>(options.pinned) * options.row;
    row_of_.assign(scene.lanes.size(), -1);
    for (std::size_t i = 0; i < options.lanes.size(); ++i, y += options.row) {
      const bool pinned = i < options.pinned;
      const float y0 = pinned ? y + options.scrolled : y;
      // A row counts as visible if its middle is below the pinned rows.
      if (!pinned && y0 + options.row / 2 < shapes_.pinned_end) continue;
      row_of_[options.lanes[i]] = static_cast<int>(shapes_.rows.size());
      shapes_.rows.push_back({options.lanes[i], y0, y0 + options.row, pinned});
    }
    // The strip has several rows for its clients, so that simultaneous holders do not hide each
    // other.
    const float strip =
        options.strip_row * static_cast<float>(strip_rows(scene)) + options.strip_gap;
    y += options.strip_row / 2;
    const auto kinds = static_cast<std::uint16_t>(Holding::count_);
    for (std::uint16_t kind = 0; options.holding && kind < kinds; ++kind) {
      shapes_.strips.push_back({kind, y, y + strip - options.strip_gap});
      y += strip;
    }
    shapes_.height = y;
  }

  TimelineShapes shapes() {
    shapes_.ruler = ruler_marks(on_, options_.ruler_apart);
    for (const LaneRow& row : shapes_.rows) {
      fold(scene_.bars[row.lane], row, shapes_.bars);
      fold(scene_.keys[row.lane], row, shapes_.keys);
    }
    for (const LaneRow& strip : shapes_.strips) {
      fold_in_strip(scene_.holding[strip.lane], strip, shapes_.holding);
      if (strip.lane == static_cast<std::uint16_t>(Holding::believes))
        fold_in_strip(scene_.doubted, strip, shapes_.doubted);
    }
    arrows();
    marks(scene_.marks, shapes_.marks);
    marks(scene_.alarms, shapes_.alarms);
    place_flags();
    clashes();
    shapes_.more_before = options_.view.from > 0;
    shapes_.more_after = options_.view.to < static_cast<double>(on_.axis.end());
    return std::move(shapes_);
  }

 private:
  float x_of(std::int64_t at, std::uint32_t event) const { return on_.x_of(at, event); }
  float from_x(const Span& span) const { return on_.x_of(span.from, span.event); }
  float to_x(const Span& span) const { return on_.x_of(span.to, span.over); }
  std::int64_t at_of(float x) const { return static_cast<std::int64_t>(std::ceil(on_.time_at(x))); }
  bool is_told(std::uint32_t event) const {
    return !options_.told || event == none_at || event < options_.told->events;
  }
  bool is_judged() const { return !options_.told || options_.told->judged; }
  /// The position where the hidden future begins.
  float told_x() const {
    return options_.told ? on_.x_after(options_.told->events, options_.told->at_us)
                         : options_.width + 1e6f;
  }
  /// Positions far outside the view need not be exact.
  float clamped(float x) const { return std::clamp(x, -50.0f, options_.width + 50.0f); }

  /// Folds spans into bars. `seen` maps an index to the span to draw, which must begin at the same
  /// time as the span in `spans`.
  template <class Seen>
  void fold(const std::vector<Span>& spans, const LaneRow& row, std::vector<BarShape>& out,
            Seen seen) const {
    // Spans of one row hardly overlap, so usually only the last span before the view reaches into
    // it. With several locks on a node, a few earlier spans may too.
    constexpr std::size_t before = 16;
    std::size_t i = last_begun(spans, at_of(0)).value_or(0);
    i = i > before ? i - before : 0;
    while (i < spans.size()) {
      const Span& span = seen(i);
      const float x0 = from_x(span);
      if (x0 > options_.width || x0 > told_x()) break;
      const float x1 = std::min(to_x(span), std::max(told_x(), x0));
      if (!is_told(span.event) || x1 < 0) {
        ++i;
        continue;
      }
      if (x1 - x0 >= thin_) {
        out.push_back(bar(span, i, x0, x1, row));
        ++i;
        continue;
      }
      // Folds the spans that begin within the next pixels, except the last one if it is wide.
      const std::int64_t until = at_of(x0 + thin_);
      std::size_t next = last_begun(spans, until - 1).value_or(i) + 1;
      next = std::max(next, i + 1);
      if (next - i > 1 && to_x(seen(next - 1)) - from_x(spans[next - 1]) >= thin_) --next;
      BarShape folded = bar(span, i, x0, x0 + thin_, row);
      folded.count = static_cast<std::uint32_t>(next - i);
      out.push_back(folded);
      i = next;
    }
  }

  void fold(const std::vector<Span>& spans, const LaneRow& row, std::vector<BarShape>& out) const {
    fold(spans, row, out, [&](std::size_t i) -> const Span& { return spans[i]; });
  }

  /// Folds the spans of a strip, and places each in its client's row.
  void fold_in_strip(const std::vector<Span>& spans, const LaneRow& strip,
                     std::vector<BarShape>& out) const {
    const std::size_t first = out.size();
    const bool open = options_.told && strip.lane == static_cast<std::uint16_t>(Holding::resource);
    fold(spans, strip, out,
         [&](std::size_t i) { return open ? undecided(spans[i], i) : spans[i]; });
    for (std::size_t i = first; i < out.size(); ++i) {
      out[i].y0 = strip.y0 + row_in_strip(out[i].owner);
      out[i].y1 = out[i].y0 + options_.strip_row;
    }
  }
  float row_in_strip(std::uint16_t owner) const {
    return options_.strip_row * static_cast<float>(strip_row(scene_, owner));
  }

  /// Extends an undecided visit to the end, so that its bar does not reveal whether the client will
  /// write.
  Span undecided(Span visit, std::size_t i) const {
    if (scene_.visits[i].end != VisitEnd::open && is_told(scene_.visits[i].event)) return visit;
    visit.to = std::max(visit.to, scene_.end);
    visit.over = none_at;
    return visit;
  }

  BarShape bar(const Span& span, std::size_t i, float x0, float x1, const LaneRow& row) const {
    BarShape shape;
    shape.x0 = clamped(x0);
    shape.x1 = clamped(x1);
    shape.y0 = row.y0;
    shape.y1 = row.y1;
    shape.event = span.event;
    shape.span = static_cast<std::uint32_t>(i);
    shape.row = row.lane;
    shape.owner = span.owner;
    shape.bar = span.bar;
    shape.other_lock = span.key != scene_.main_lock && span.key < scene_.is_lock.size() &&
                       scene_.is_lock[span.key];
    shape.left = lease_left(span, on_.time_at(shape.x0));
    shape.right = lease_left(span, on_.time_at(shape.x1));
    return shape;
  }

  float middle(std::uint16_t lane) const {
    const LaneRow& row = shapes_.rows[static_cast<std::size_t>(row_of_[lane])];
    return (row.y0 + row.y1) / 2;
  }

  void arrows() {
    const std::vector<Message>& messages = scene_.messages;
    const std::int64_t first = at_of(0) - scene_.longest_message;
    auto i = static_cast<std::size_t>(
        std::lower_bound(messages.begin(), messages.end(), first,
                         [](const Message& m, std::int64_t at) { return m.from < at; }) -
        messages.begin());
    while (i < messages.size()) {
      const float x0 = x_of(messages[i].from, messages[i].sent);
      if (x0 > options_.width) break;
      const auto next = static_cast<std::size_t>(
          std::lower_bound(messages.begin() + static_cast<std::ptrdiff_t>(i), messages.end(),
                           at_of(x0 + thin_),
                           [](const Message& m, std::int64_t at) { return m.from < at; }) -
          messages.begin());
      constexpr std::size_t readable =
          8;  // number of arrows within three pixels that can still be distinguished
      const std::size_t count = std::max<std::size_t>(next - i, 1);
      if (count <= readable || thin_ <= 0) {
        for (std::size_t k = i; k < i + count; ++k) legs(static_cast<std::uint32_t>(k));
      } else {
        only_of_folded(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(count));
        folded_arrows(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(count), x0);
      }
      i += count;
    }
  }

  bool shown(const Message& message) const {
    if (row_of_[message.client] < 0 || row_of_[message.node] < 0) return false;
    if (options_.only_message != none_at)
      return &message == &scene_.messages[options_.only_message];
    return options_.only_lane < 0 || message.client == options_.only_lane ||
           message.node == options_.only_lane;
  }

  void legs(std::uint32_t index) {
    const Message& m = scene_.messages[index];
    if (!shown(m) || !is_told(m.sent)) return;
    const float client = middle(m.client);
    const float node = middle(m.node);
    const bool request_lost = m.ran == none_at;
    const std::uint32_t lost = m.lost != none_at ? m.lost : m.gave_up;
    const std::int64_t arrives = request_lost ? m.to : trace_[m.ran].at;
    const float arrives_x = x_of(arrives, request_lost ? lost : m.ran);
    ArrowShape request{x_of(m.from, m.sent), client, arrives_x, node, index, 1, false, false};
    request.lost = request_lost && lost != none_at;
    add(request);
    if (request_lost || !is_told(m.ran)) return;
    const bool reply_lost = m.received == none_at && m.lost != none_at;
    if (m.received == none_at && !reply_lost && m.to == arrives) return;
    const float ends_x = x_of(m.to, reply_lost ? m.lost : m.received);
    add({arrives_x, node, ends_x, client, index, 1, true, reply_lost});
  }

  void add(ArrowShape arrow) {
    if (const float until = told_x(); arrow.x1 > until) {
      if (arrow.x0 > until) return;
      arrow.y1 = arrow.y0 + (until - arrow.x0) / (arrow.x1 - arrow.x0) * (arrow.y1 - arrow.y0);
      arrow.x1 = until;
      arrow.lost = false;
      arrow.cut = true;
    }
    if (std::max(arrow.x0, arrow.x1) < 0 || std::min(arrow.x0, arrow.x1) > options_.width) return;
    if (arrow.lost) arrow.part = 1 - options_.row * before_lane / std::abs(arrow.y1 - arrow.y0);
    shapes_.arrows.push_back(arrow);
  }

  /// Adds the arrows of only_message if it is among the folded messages.
  void only_of_folded(std::uint32_t first, std::uint32_t count) {
    if (options_.only_message >= first && options_.only_message - first < count)
      legs(options_.only_message);
  }

  void folded_arrows(std::uint32_t first, std::uint32_t count, float x) {
    if (x < 0 || shapes_.rows.empty() || x > told_x() || options_.only_message != none_at) return;
    shapes_.arrows.push_back(
        {x, shapes_.rows.front().y0, x, shapes_.rows.back().y1, first, count, false, false});
  }

  /// Moves the flags of faults away from those of violations, so that each stays visible: to the
  /// right of earlier violations and to the left of later ones.
  void place_flags() {
    const float apart = 6 * thin_;
    std::vector<std::pair<std::uint32_t, float>> violations;  // event and position
    for (const MarkShape& alarm : shapes_.alarms)
      if (alarm.kind == MarkKind::violation) violations.emplace_back(alarm.event, alarm.x);
    std::sort(violations.begin(), violations.end());
    for (MarkShape& alarm : shapes_.alarms) {
      alarm.flag_x = alarm.x;
      if (alarm.kind == MarkKind::violation) continue;
      const auto later = std::upper_bound(violations.begin(), violations.end(),
                                          std::pair(alarm.event, options_.width + 1e6f));
      for (auto near = violations.begin(); near != later; ++near)
        if (std::abs(near->second - alarm.flag_x) < apart) alarm.flag_x = near->second + apart;
      if (later == violations.end() || later->second >= alarm.flag_x + apart) continue;
      alarm.flag_x = later->second - apart;
      for (auto near = later; near != violations.begin();)
        if ((--near)->second > alarm.flag_x - apart) alarm.flag_x = near->second - apart;
    }
  }

  void marks(const std::vector<Mark>& marks, std::vector<MarkShape>& out) {
    const std::int64_t from = at_of(-thin_);
    auto i = static_cast<std::size_t>(
        std::lower_bound(marks.begin(), marks.end(), from,
                         [](const Mark& mark, std::int64_t at) { return mark.at < at; }) -
        marks.begin());
    // The last mark of each kind on each lane, into which close successors fold. Compares times
    // rather than positions: with hundreds of thousands of marks in view, a division for each would
    // take most of a frame.
    struct Last {
      std::size_t shape = 0;
      std::int64_t until = INT64_MIN;
    };
    constexpr std::size_t kinds = static_cast<std::size_t>(MarkKind::lost_lease) + 1;
    std::vector<Last> last((scene_.lanes.size() + 1) * kinds);
    const std::int64_t end = at_of(options_.width + thin_);
    for (; i < marks.size() && marks[i].at <= end; ++i) {
      const Mark& mark = marks[i];
      const bool on_lane = mark.lane < scene_.lanes.size();
      if (!is_told(mark.event)) continue;
      if (mark.kind == MarkKind::violation && !is_judged()) continue;
      if (on_lane && row_of_[mark.lane] < 0) continue;
      const std::size_t lane = on_lane ? mark.lane : scene_.lanes.size();
      Last& same = last[lane * kinds + static_cast<std::size_t>(mark.kind)];
      if (mark.at < same.until) {
        ++out[same.shape].count;
        continue;
      }
      const float x = x_of(mark.at, mark.event);
      same = {out.size(), at_of(x + thin_)};
      out.push_back({x, on_lane ? middle(mark.lane) : shapes_.top + options_.ruler / 2, mark.event,
                     1, mark.client, mark.verdict, mark.kind, is_death(mark.event)});
    }
  }

  bool is_death(std::uint32_t event) const {
    if (event >= trace_.size()) return false;
    const sim::EventKind kind = trace_[event].kind;
    return kind == sim::EventKind::client_crashed || kind == sim::EventKind::node_killed;
  }

  void clashes() {
    if (!is_judged()) return;
    for (const Clash& clash : scene_.clashes) {
      const float x0 = x_of(clash.from, clash.begun);
      const float x1 = x_of(clash.to, clash.over);
      if (x1 < 0 || x0 > options_.width || shapes_.rows.empty() || !is_told(clash.event)) continue;
      ClashShape shape{clamped(x0),  // an instantaneous clash is visible too
                       std::max(clamped(std::min(x1, told_x())), clamped(x0) + 2 * thin_ + 2),
                       shapes_.rows.front().y0,
                       shapes_.rows.back().y1,
                       clash.verdict,
                       clash.event};
      bool found = false;
      for (const std::uint32_t event : {clash.event, clash.other}) {
        if (event == none_at) continue;
        for (const std::size_t lane :
             {scene_.lane_of(trace_[event].client), scene_.lane_of(trace_[event].node)}) {
          if (lane >= scene_.lanes.size() || row_of_[lane] < 0) continue;
          const LaneRow& row = shapes_.rows[static_cast<std::size_t>(row_of_[lane])];
          shape.y0 = found ? std::min(shape.y0, row.y0) : row.y0;
          shape.y1 = found ? std::max(shape.y1, row.y1) : row.y1;
          found = true;
        }
      }
      if (clash.other != none_at && trace_[clash.event].kind == sim::EventKind::entered &&
          trace_[clash.other].kind == sim::EventKind::entered) {
        shape.inside = std::max<std::uint32_t>(trace_.info.admits, 1) + 1;
        both_inside(clash, shape);
      }
      shapes_.clashes.push_back(shape);
    }
  }

  /// Marks the two clients on their lanes and in each strip where they overlap.
  void both_inside(const Clash& clash, const ClashShape& shape) {
    const auto number = static_cast<std::uint32_t>(shapes_.clashes.size());
    const std::array<std::uint16_t, 2> owners{index(trace_[clash.event].client),
                                              index(trace_[clash.other].client)};
    for (const std::uint16_t owner : owners) {
      if (owner >= scene_.clients || row_of_[owner] < 0) continue;
      const LaneRow& row = shapes_.rows[static_cast<std::size_t>(row_of_[owner])];
      shapes_.inside.push_back({shape.x0, shape.x1, row.y0, row.y1, number});
    }
    for (const LaneRow& strip : shapes_.strips) {
      std::array<std::pair<float, float>, 2> parts{};  // within the clash
      for (std::size_t i = 0; i < owners.size(); ++i)
        parts[i] = part_in_strip(strip.lane, owners[i], shape);
      const float x0 = std::max(parts[0].first, parts[1].first);
      const float x1 = std::min(parts[0].second, parts[1].second);
      if (x1 <= x0) continue;
      for (const std::uint16_t owner : owners) {
        const float y0 = strip.y0 + row_in_strip(owner);
        shapes_.inside.push_back({x0, x1, y0, y0 + options_.strip_row, number});
      }
    }
  }

  /// The part of a clash in which a strip shows this owner; empty if it does not.
  std::pair<float, float> part_in_strip(std::uint16_t strip, std::uint16_t owner,
                                        const ClashShape& clash) const {
    std::pair<float, float> part{clash.x1, clash.x0};
    for (const BarShape& bar : shapes_.holding) {
      if (bar.row != strip || bar.owner != owner) continue;
      if (bar.x1 < clash.x0 || bar.x0 > clash.x1) continue;
      part.first = std::min(part.first, std::max(bar.x0, clash.x0));
      part.second = std::max(part.second, std::min(bar.x1, clash.x1));
    }
    return part;
  }

  const Scene& scene_;
  const sim::Trace& trace_;
  const TimelineOptions& options_;
  const AxisView on_;
  const float thin_;
  TimelineShapes shapes_;
  std::vector<int> row_of_;
};

}  // namespace

TimelineShapes lay_out_timeline(const Scene& scene, const sim::Trace& trace,
                                const TimelineOptions& options) {
  return TimelineLayout(scene, trace, options).shapes();
}

}  // namespace locklab::app
