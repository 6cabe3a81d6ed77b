#include "app/timeline/scene/overview.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace locklab::app {

namespace {

constexpr float thinnest_px = 1.5f;

class Overview {
 public:
  Overview(const Axis& axis, const Scene& scene, float width,
           const std::optional<TimelineOptions::Told>& told)
      : on_{axis, fit(axis.end()), width}, scene_(scene), told_(told) {
    end_ = told ? on_.x_after(told->events, told->at_us) : width;
  }

  std::vector<BarShape> holding(float height) const {
    const auto& spans = scene_.holding[static_cast<std::size_t>(Holding::believes)];
    const float row = height / static_cast<float>(strip_rows(scene_));
    std::vector<BarShape> bars;
    for (std::size_t i = 0; i < spans.size();) {
      const Span& span = spans[i];
      const float x0 = on_.x_of(span.from, span.event);
      if (x0 > end_ || !is_told(span.event)) break;
      const float x1 = std::clamp(on_.x_of(span.to, span.over), x0 + thinnest_px,
                                  std::max(end_, x0 + thinnest_px));
      BarShape bar;
      bar.x0 = x0;
      bar.x1 = x1;
      bar.owner = span.owner;
      bar.y0 = row * static_cast<float>(strip_row(scene_, span.owner));
      bar.y1 = bar.y0 + row;
      // Bars that begin within the next pixel would be indistinguishable.
      const auto until = static_cast<std::int64_t>(std::floor(on_.time_at(x0 + 1)));
      const std::size_t next =
          x1 - x0 > 2 * thinnest_px ? i + 1 : last_begun(spans, until).value_or(i) + 1;
      bar.count = static_cast<std::uint32_t>(std::max(next, i + 1) - i);
      bars.push_back(bar);
      i += bar.count;
    }
    return bars;
  }

  std::vector<MarkShape> alarms() const {
    std::vector<MarkShape> marks;
    std::array<float, 3> last{-10, -10, -10};
    for (const Mark& alarm : scene_.alarms) {
      if (!is_told(alarm.event)) break;
      if (alarm.kind == MarkKind::violation && told_ && !told_->judged) continue;
      float& before = last[static_cast<std::size_t>(alarm.kind)];
      const float x = on_.x_of(alarm.at, alarm.event);
      if (x - before < 1) continue;
      before = x;
      MarkShape mark;
      mark.x = x;
      mark.event = alarm.event;
      mark.verdict = alarm.verdict;
      mark.kind = alarm.kind;
      marks.push_back(mark);
    }
    return marks;
  }

  float x_at(double position) const {
    return static_cast<float>(
        std::clamp(on_.view.x_of(position, on_.width), 0.0, static_cast<double>(on_.width)));
  }

 private:
  bool is_told(std::uint32_t event) const {
    return !told_ || event == none_at || event < told_->events;
  }

  static_assert(static_cast<int>(MarkKind::fault) == 0 && static_cast<int>(MarkKind::mended) == 1 &&
                static_cast<int>(MarkKind::violation) == 2);
  const AxisView on_;
  const Scene& scene_;
  const std::optional<TimelineOptions::Told>& told_;
  float end_ = 0;
};

}  // namespace

OverviewShapes lay_out_overview(const Axis& axis, const Scene& scene, const TimeView& view,
                                float width, float height,
                                const std::optional<TimelineOptions::Told>& told) {
  const Overview overview(axis, scene, width, told);
  return {overview.holding(height), overview.alarms(), overview.x_at(view.from),
          overview.x_at(view.to)};
}

FramePart frame_part(const OverviewShapes& shapes, float x, float reach) {
  const float inwards = std::min(reach, (shapes.to - shapes.from) / 4);
  if (x >= shapes.from - reach && x <= shapes.from + inwards) return FramePart::left;
  if (x <= shapes.to + reach && x >= shapes.to - inwards) return FramePart::right;
  return x > shapes.from && x < shapes.to ? FramePart::inside : FramePart::outside;
}

}  // namespace locklab::app
