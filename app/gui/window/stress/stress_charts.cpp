// The charts of the Stress screen: the shown loads, overlaid or, for the shares of clients, one
// below the other.
#include <fmt/format.h>

#include <algorithm>

#include "app/gui/window/stress/chart_painter.h"
#include "app/gui/window/stress/stress_parts.h"
#include "app/gui/window/widgets/rich_text.h"
#include "app/words/figures.h"

namespace locklab::app {

namespace {

/// The shown loads in their order: the last one is drawn last, above the others.
std::vector<const ShownLoad*> shown_loads(const StressView& stress) {
  std::vector<const ShownLoad*> loads;
  for (const ShownLoad& load : stress.loads)
    if (load.shown) loads.push_back(&load);
  return loads;
}

double whole(std::uint64_t number) { return static_cast<double>(number); }
double in_seconds(Duration time) { return static_cast<double>(us(time)) / 1e6; }

class Charts {
 public:
  Charts(const View& view, ImVec2 at, const StressPlaces& places)
      : view_(view), painter_(view), at_(at), places_(places) {
    loads_ = shown_loads(view.model.stress);
    for (const ShownLoad* load : loads_) {
      looks_.push_back(look_of_load(view.theme, load->number));
      seconds_ = std::max(seconds_, in_seconds(load->work.duration));
    }
    if (loads_.empty()) seconds_ = 10;
  }

  void draw() {
    one(StressChart::rate, ChartUnit::count, {&locks}, true);
    one(StressChart::waits, ChartUnit::time, {&p99, &p50}, false);
    one(StressChart::longest, ChartUnit::time, {&longest}, false);
    one(StressChart::failures, ChartUnit::count, {&failures, &violations}, false);
    shares();
  }

 private:
  using Reading = std::optional<double> (*)(const StressSecond&);
  static std::optional<double> if_any(const std::optional<std::uint64_t>& us) {
    return us ? std::optional(whole(*us)) : std::nullopt;
  }
  static std::optional<double> locks(const StressSecond& point) { return whole(point.locks); }
  static std::optional<double> p50(const StressSecond& point) { return if_any(point.p50_us); }
  static std::optional<double> p99(const StressSecond& point) { return if_any(point.p99_us); }
  static std::optional<double> longest(const StressSecond& point) {
    return static_cast<double>(point.longest_wait_us);
  }
  static std::optional<double> failures(const StressSecond& point) { return whole(point.failures); }
  static std::optional<double> violations(const StressSecond& point) {
    return whole(point.violations);
  }

  struct Place {
    ImVec2 at, size;       ///< including the title
    ImVec2 inner, inside;  ///< without the title
  };

  static std::string_view id(StressChart chart) {
    static constexpr std::string_view ids[] = {"rate", "waits", "longest", "failures", "shares"};
    return ids[static_cast<std::size_t>(chart)];
  }

  /// The title of a chart. Does not mention locks if no shown load has critical sections, and
  /// counts the loads whose bars do not fit.
  std::string title(StressChart chart) const {
    const bool answers =
        !loads_.empty() && std::none_of(loads_.begin(), loads_.end(), [](const ShownLoad* load) {
          return load->work.critical_sections();
        });
    const bool has_both =
        chart == StressChart::rate || chart == StressChart::waits || chart == StressChart::shares;
    std::string words(view_.say(
        fmt::format("stress.chart.{}{}", id(chart), answers && has_both ? ".answers" : "")));
    if (chart != StressChart::shares) return words;
    const PlaceOnScreen& to = places_.charts[static_cast<std::size_t>(chart)];
    const std::size_t rows = share_rows(to.height - 2 * ImGui::GetTextLineHeight());
    if (loads_.size() > rows)
      words = view_.say.fill("stress.chart.shares.last", words, loads_.size() - rows);
    return words;
  }

  /// The number of loads whose rows of bars fit.
  std::size_t share_rows(float height) const {
    const auto most = static_cast<std::size_t>(std::max(height / view_.px(44), 1.0f));
    return std::min(loads_.size(), most);
  }

  Place begin(StressChart chart) {
    const PlaceOnScreen& to = places_.charts[static_cast<std::size_t>(chart)];
    Place place;
    place.at = {at_.x + to.x, at_.y + to.y};
    place.size = {to.width, to.height};
    place.inner = painter_.frame(place.at, place.size, title(chart), place.inside);
    view_.name_place(fmt::format("chart {}", id(chart)), place.at, place.size);
    return place;
  }

  /// Draws a chart: the first reading bold, the others thin. `first`: the first chart, which also
  /// shows the limits and names the faults.
  void one(StressChart chart, ChartUnit unit, const std::vector<Reading>& readings, bool first) {
    const Place place = begin(chart);
    std::vector<ChartSeries> series;
    std::vector<ChartLimit> limits;
    std::vector<ChartMark> marks;
    std::vector<ChartStem> stems;
    for (std::size_t i = 0; i < loads_.size(); ++i) {
      for (std::size_t k = readings.size(); k-- > 0;) {
        if (readings[k] == &violations) continue;  // drawn at their own times, not by the second
        const std::vector<StressSecond>& seconds = loads_[i]->seconds;
        if (chart == StressChart::longest) {
          series.push_back(longest_waits(seconds, i));
          continue;
        }
        ChartSeries line{{}, i, k > 0};
        for (const StressSecond& one : seconds) line.values.push_back(readings[k](one));
        if (!seconds.empty()) line.last_s = seconds.back().lasted_s;
        series.push_back(std::move(line));
      }
      if (chart == StressChart::failures) stems_of(*loads_[i], i, stems);
      if (first && loads_[i]->limit) limits.push_back({*loads_[i]->limit, i});
      for (const Strike& strike : loads_[i]->work.strikes)
        marks.push_back({in_seconds(strike.at()), in_seconds(strike.lasts()),
                         first ? mark_label(*loads_[i], strike) : std::string()});
    }
    std::stable_sort(marks.begin(), marks.end(),
                     [](const ChartMark& a, const ChartMark& b) { return a.at_s < b.at_s; });
    const ChartShapes shapes =
        lay_out_chart(series, limits, marks, painter_.options(place.inside, unit, seconds_), stems);
    painter_.chart(shapes, place.inner, looks_);
    if (loads_.empty() && first) nothing(place);
    point_at(place, chart, shapes, unit, readings);
  }

  /// Adds the violations, at the end of the tenth of a second in which they were seen: slightly
  /// late, but never before the fault that caused them. For a load from a file, only the second is
  /// known.
  static void stems_of(const ShownLoad& load, std::size_t number, std::vector<ChartStem>& stems) {
    for (std::size_t second = 0; second < load.seconds.size(); ++second) {
      const StressSecond& point = load.seconds[second];
      const auto& tenths = point.violations_by_tenth;
      const auto begin = static_cast<double>(second);
      const bool known = std::any_of(tenths.begin(), tenths.end(), [](auto n) { return n > 0; });
      if (!known && point.violations > 0)
        stems.push_back({begin + 1, whole(point.violations), number});
      for (std::size_t i = 0; i < tenths.size(); ++i)
        if (tenths[i] > 0)
          stems.push_back({begin + static_cast<double>(i + 1) / 10, whole(tenths[i]), number});
    }
  }

  /// The label of a fault; with several loads it names the load.
  std::string mark_label(const ShownLoad& load, const Strike& strike) const {
    const std::string words = mark_words(view_, strike);
    return loads_.size() > 1 ? fmt::format("{}{}{}", load.number, view_.say("list.colon"), words)
                             : words;
  }

  void nothing(const Place& place) {
    const std::string words(view_.say("stress.nothing"));
    const ImVec2 size = ImGui::CalcTextSize(words.c_str());
    ImGui::GetWindowDrawList()->AddText(
        {place.at.x + std::max((place.size.x - size.x) / 2, view_.px(40)),
         place.at.y + (place.size.y - size.y) / 2},
        view_.theme.second_text, words.c_str());
    view_.name_place("load nothing", place.at, place.size);
  }

  std::string_view reading_name(StressChart chart, std::size_t reading) const {
    if (chart == StressChart::waits) return reading == 0 ? "p99" : "p50";
    return view_.say(reading == 0 ? "stress.failures" : "stress.column.violations");
  }

  /// Marks the second under the pointer, with its values in a tooltip.
  void point_at(const Place& place, StressChart chart, const ChartShapes& shapes, ChartUnit unit,
                const std::vector<Reading>& readings) {
    const ImVec2 to{place.at.x + place.size.x, place.at.y + place.size.y};
    if (loads_.empty() || view_.covered || !ImGui::IsWindowHovered() ||
        !ImGui::IsMouseHoveringRect(place.at, to))
      return;
    const float x = ImGui::GetMousePos().x - place.inner.x;
    if (x < shapes.left || x > shapes.right) return;
    const std::size_t second = shapes.second_at(x);
    std::string words;
    for (const ShownLoad* load : loads_) {
      if (second >= load->seconds.size()) continue;
      words += fmt::format("\n{} {}:", load->number, load_name(view_.say, load->work.label()));
      const StressSecond& point = load->seconds[second];
      for (std::size_t k = 0; k < readings.size(); ++k) {
        const auto value = readings[k](point);
        const std::string text = value ? chart_value(*value, unit) : "–";
        words +=
            readings.size() > 1 ? fmt::format(" {} {}", reading_name(chart, k), text) : " " + text;
      }
      if (point.lasted_s < 1) words += view_.say.fill("list.brackets", view_.say("stress.partial"));
    }
    if (words.empty()) return;
    ImGui::GetWindowDrawList()->AddLine({place.inner.x + x, place.inner.y + shapes.top},
                                        {place.inner.x + x, place.inner.y + shapes.bottom},
                                        faded(view_.theme.second_text, 0.6f));
    ImGui::SetTooltip("%s%s", view_.say.fill("stress.second", second + 1).c_str(), words.c_str());
  }

  /// Draws a row of bars for each load, or for the last loads if not all fit.
  void shares() {
    const Place place = begin(StressChart::shares);
    if (loads_.empty()) return;
    const std::size_t rows = share_rows(place.inside.y);
    const float high = place.inside.y / static_cast<float>(rows);
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t i = loads_.size() - rows + row;
      const ShareShapes shapes = lay_out_shares(
          loads_[i]->shares, painter_.options({place.inside.x, high}, ChartUnit::count, 1),
          view_.px(3));
      const ImVec2 at{place.inner.x, place.inner.y + high * static_cast<float>(row)};
      painter_.shares(shapes, at, looks_[i]);
      point_at_share(place, at, shapes, *loads_[i]);
    }
  }

  void point_at_share(const Place& place, ImVec2 at, const ShareShapes& shapes,
                      const ShownLoad& load) {
    if (view_.covered || !ImGui::IsWindowHovered() || load.shares.empty()) return;
    for (const ShareBar& bar : shapes.bars) {
      if (!ImGui::IsMouseHoveringRect({at.x + bar.x0, at.y},
                                      {at.x + bar.x1 + 1, at.y + shapes.bottom}) ||
          at.y > place.at.y + place.size.y)
        continue;
      // One share may be that of several clients.
      const std::uint64_t first = bar.first * load.work.clients / load.shares.size() + 1;
      const std::uint64_t last = (bar.first + bar.count) * load.work.clients / load.shares.size();
      const double of_a_client = bar.mean * whole(load.shares.size()) / whole(load.work.clients);
      const std::string number = grouped(static_cast<std::uint64_t>(of_a_client));
      ImGui::SetTooltip(
          "%s", first >= last ? view_.say.fill("stress.share.one", first, number).c_str()
                              : view_.say.fill("stress.share.many", first, last, number).c_str());
    }
  }

  const View& view_;
  ChartPainter painter_;
  ImVec2 at_;
  const StressPlaces& places_;
  std::vector<const ShownLoad*> loads_;
  std::vector<LoadLook> looks_;
  double seconds_ = 1;
};

}  // namespace

void stress_charts(const View& view, ImVec2 at, const StressPlaces& places) {
  Charts(view, at, places).draw();
}

}  // namespace locklab::app
