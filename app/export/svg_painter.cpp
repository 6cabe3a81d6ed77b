#include "app/export/svg_painter.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/export/markup.h"
#include "app/timeline/scene/palette.h"
#include "app/timeline/words/wording.h"
#include "app/words/display_text.h"
#include "app/words/markup_text.h"

namespace locklab::app {

namespace {

constexpr const Palette& colours = light_palette;
constexpr std::string_view cross_path = "M-{0},-{0}L{0},{0}M-{0},{0}L{0},-{0}";

/// A span of time in us, with its position in pixels.
struct Stretch {
  std::int64_t from, to;
  float x0, x1;
};

std::uint32_t own_colour(std::uint16_t client) {
  return client == 0xffff ? colours.paused : client_colours[client % client_colours.size()];
}

class Painter {
 public:
  Painter(const SvgPaint& paint, const TimelineShapes& shapes)
      : paint_(paint), run_(paint.run), scene_(paint.run.scene), shapes_(shapes) {}

  std::string all() {
    ruler();
    lanes();
    for (const BarShape& bar : shapes_.bars) lane_bar(bar);
    for (const BarShape& key : shapes_.keys) lease_bar(key);
    for (const BarShape& span : shapes_.holding) strip_bar(span);
    for (const ClashShape& clash : shapes_.clashes) clash_band(clash);
    for (const ArrowShape& arrow : shapes_.arrows) message(arrow);
    said();
    for (const MarkShape& mark : shapes_.marks) this->mark(mark);
    for (const MarkShape& alarm : shapes_.alarms) this->alarm(alarm);
    return std::move(out_);
  }

 private:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
  }

  // ---- positions in time ----

  std::string times(const Stretch& s) const {
    return paint_.page ? fmt::format(" data-a=\"{}\" data-b=\"{}\"", s.from, s.to) : "";
  }
  std::string event_of(std::uint32_t event) const {
    return paint_.page && event != none_at ? fmt::format(" data-event=\"{}\"", event) : "";
  }
  std::string tip(std::uint32_t event) const {
    if (event == none_at) return "";
    return fmt::format("<title>{:.3f} ms  {}</title>",
                       static_cast<double>(run_.trace()[event].at) / 1000,
                       escaped(paint_.say.tell(event_words(run_.trace(), event))));
  }
  float x_of(std::int64_t at) const {
    return static_cast<float>(
        paint_.options.view.x_of(static_cast<double>(at), paint_.options.width));
  }
  static Stretch stretch(const BarShape& bar, const std::vector<Span>& spans) {
    return {spans[bar.span].from, spans[bar.span].to, bar.x0, bar.x1};
  }

  // ---- shapes with a duration ----

  void rect(const Stretch& s, float y0, float y1, std::string_view attributes,
            std::string_view inside = {}) {
    add("<rect{} x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" {}", times(s), s.x0,
        y0, std::max(s.x1 - s.x0, 0.0f), y1 - y0, attributes);
    if (inside.empty()) {
      add("/>\n");
    } else {
      add(">{}</rect>\n", inside);
    }
  }
  void line(const Stretch& s, float y0, float y1, std::string_view attributes) {
    add("<line{} x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", times(s), s.x0,
        y0, s.x1, y1, attributes);
  }
  /// Adds a label within a stretch if it fits; in a page, a label that does not fit is hidden, so
  /// that a script can show it on zoom.
  void label(const Stretch& s, float baseline, std::uint32_t colour, std::string_view words,
             float size = 12) {
    const float wide = svg_text_width(words) * size / 12;
    const bool room = wide + 10 <= s.x1 - s.x0;
    if (!room && !paint_.page) return;
    add("<text{}{} x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" fill=\"{}\"{}>{}</text>\n", times(s),
        paint_.page ? fmt::format(" data-w=\"{:.0f}\"", wide) : "", s.x0 + 5, baseline, size,
        web_colour(colour), room ? "" : " visibility=\"hidden\"", escaped(words));
  }

  void ruler() {
    add("<g class=\"ruler\">\n");
    const float top = shapes_.rows.empty() ? 0 : shapes_.rows.front().y0;
    for (const RulerMark& mark : shapes_.ruler)
      add("<path d=\"M{0:.1f},{1:.1f}V{2:.1f}\" stroke=\"{3}\" stroke-opacity=\"0.5\"/>"
          "<text x=\"{4:.1f}\" y=\"{5:.1f}\" font-size=\"11\" fill=\"{6}\">{7}</text>\n",
          mark.x, top, shapes_.height, web_colour(colours.line), mark.x + 4, top - 6,
          web_colour(colours.second_text), mark.text);
    add("</g>\n");
  }

  void lanes() {
    for (const LaneRow& row : shapes_.rows)
      add("<path d=\"M0,{:.1f}H{:.1f}\" class=\"across\" stroke=\"{}\" stroke-opacity=\"0.6\"/>\n",
          row.y1, paint_.options.width, web_colour(colours.line));
    for (const LaneRow& strip : shapes_.strips)
      add("<rect class=\"across\" x=\"0\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
          "fill=\"{}\"/>\n",
          strip.y0, paint_.options.width, strip.y1 - strip.y0, web_colour(colours.raised));
  }

  void lane_bar(const BarShape& bar) {
    const Stretch s = stretch(bar, scene_.bars[bar.row]);
    const float middle = (bar.y0 + bar.y1) / 2;
    const float height = bar.y1 - bar.y0;
    const bool client = bar.row < scene_.clients;
    const std::uint32_t own_rgb = own_colour(client ? bar.row : bar.owner);
    const std::string own = web_colour(own_rgb);
    const auto filled = [&](float part, std::string_view attributes) {
      rect(s, middle - height * part / 2, middle + height * part / 2, attributes);
    };
    switch (bar.bar) {
      case Bar::idle:
      case Bar::free:
      case Bar::held:
        line(s, middle, middle,
             fmt::format("stroke=\"{}\" stroke-width=\"1.5\"", web_colour(colours.line)));
        break;
      case Bar::waiting:
        line(s, middle, middle,
             fmt::format("stroke=\"{}\" stroke-width=\"3.5\" stroke-linecap=\"round\" "
                         "stroke-dasharray=\"0.1 7\"",
                         own));
        break;
      case Bar::believes:
        filled(0.28f, fmt::format("rx=\"2\" fill=\"{}\"", own));
        break;
      case Bar::inside:
        filled(0.56f, fmt::format("rx=\"2\" fill=\"{}\"", own));
        inner_outline(s, middle, height * 0.28f - 3, own_rgb);
        break;
      case Bar::unlocked:
        filled(0.56f, fmt::format("rx=\"2\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"", own));
        label(s, middle + 4, colours.violation, paint_.say("bar.unlocked"));
        break;
      case Bar::paused:
      case Bar::paused_holding:
        if (bar.bar == Bar::paused_holding)
          filled(0.56f, fmt::format("fill=\"{}\" fill-opacity=\"0.35\"", own));
        filled(0.56f, fmt::format("rx=\"2\" fill=\"url(#hatch)\" stroke=\"{}\"",
                                  web_colour(colours.second_text)));
        break;
      case Bar::down:
        filled(0.7f, fmt::format("rx=\"2\" fill=\"{}\"", web_colour(colours.down)));
        label(s, middle + 4, 0xffffff, paint_.say("bar.down"));
        break;
      case Bar::frozen:
        filled(0.7f, "fill=\"url(#hatch)\"");
        break;
      default:
        break;
    }
    count(s, bar);
  }

  /// Outlines the critical section, since colour is never the only signal.
  void inner_outline(const Stretch& s, float middle, float half, std::uint32_t on) {
    if (s.x1 - s.x0 <= 8 && !paint_.page) return;
    const Stretch inner{s.from, s.to, s.x0 + 3, std::max(s.x1 - 3, s.x0 + 3)};
    rect(inner, middle - half, middle + half,
         fmt::format("{}rx=\"2\" fill=\"none\" stroke=\"{}\" stroke-opacity=\"0.8\"",
                     paint_.page ? "data-inset=\"3\" " : "", web_colour(text_colour_on(on))));
  }

  void count(const Stretch& s, const BarShape& bar) {
    if (bar.count > 1)
      add("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"10\" fill=\"{}\">{}</text>\n", s.x0 + 1,
          bar.y0 + 10, web_colour(colours.second_text), bar.count);
  }

  /// Draws a key on a node. The height of the bar shows the remaining lease.
  void lease_bar(const BarShape& bar) {
    const Stretch s = stretch(bar, scene_.keys[bar.row]);
    const float height = (bar.y1 - bar.y0) * 0.72f;
    const float bottom = (bar.y0 + bar.y1 + height) / 2;
    const std::uint32_t own = own_colour(bar.owner);
    if (bar.other_lock)  // a thin line: not the run's main lock
      return rect(s, bar.y1 - 5, bar.y1 - 2, fmt::format("fill=\"{}\"", web_colour(own)),
                  "<title>" +
                      escaped(short_key(run_.trace().name_of(scene_.keys[bar.row][bar.span].key))) +
                      "</title>");
    const float left = bottom - std::max(height * bar.left, 2.0f);
    const float right = bottom - std::max(height * bar.right, 2.0f);
    rect(s, bottom - height, bottom,
         fmt::format("fill=\"none\" stroke=\"{}\" stroke-opacity=\"0.5\"", web_colour(own)));
    add("<polygon{}{} points=\"{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}\" "
        "fill=\"{}\" fill-opacity=\"0.85\"/>\n",
        times(s),
        paint_.page ? fmt::format(" data-y=\"{:.1f} {:.1f} {:.1f}\"", bottom, left, right) : "",
        s.x0, bottom, s.x0, left, s.x1, right, s.x1, bottom, web_colour(own));
    if (bar.owner < scene_.clients)
      label(s, bottom - 5, text_colour_on(own), scene_.lanes[bar.owner].name);
    count(s, bar);
  }

  void strip_bar(const BarShape& bar) {
    const Stretch s = stretch(bar, scene_.holding[bar.row]);
    const std::uint32_t own = own_colour(bar.owner);
    const Stretch wide{s.from, s.to, s.x0, std::max(s.x1, s.x0 + 3)};
    rect(wide, bar.y0 + 1, bar.y1 - 1,
         fmt::format("{}rx=\"2\" fill=\"{}\"", paint_.page ? "data-least=\"3\" " : "",
                     web_colour(own)));
    if (bar.owner < scene_.clients)
      label(s, bar.y1 - 4.5f, text_colour_on(own), scene_.lanes[bar.owner].name, 11);
  }

  void clash_band(const ClashShape& clash) {
    const auto found = std::find_if(scene_.clashes.begin(), scene_.clashes.end(),
                                    [&](const Clash& c) { return c.verdict == clash.verdict; });
    const Stretch s{found->from, found->to, clash.x0, clash.x1};
    rect(s, clash.y0, clash.y1,
         fmt::format("class=\"clash\" data-verdict=\"{}\"{} fill=\"{}\" fill-opacity=\"0.06\"",
                     clash.verdict, paint_.page ? " data-least=\"2\"" : "",
                     web_colour(colours.violation)));
  }

  // ---- messages ----

  void message(const ArrowShape& arrow) {
    if (arrow.count > 1) {
      add("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"3\" height=\"{:.1f}\" fill=\"{}\" "
          "fill-opacity=\"0.3\"/>\n",
          arrow.x0, arrow.y0, arrow.y1 - arrow.y0, web_colour(colours.second_text));
      return;
    }
    const Message& m = scene_.messages[arrow.message];
    const std::int64_t arrives = m.ran == none_at ? m.to : run_.trace()[m.ran].at;
    Stretch s{arrow.reply ? arrives : m.from, arrow.reply ? m.to : arrives, arrow.x0, arrow.x1};
    const float y1 = arrow.end_y();
    if (arrow.lost) {
      const auto way = static_cast<double>(s.to - s.from);
      s.to = s.from + static_cast<std::int64_t>(way * static_cast<double>(arrow.part));
      s.x1 = arrow.end_x();
    }
    const std::uint32_t event = !arrow.reply ? m.sent : m.received != none_at ? m.received : m.ran;
    add("<g class=\"message\"{}>{}", event_of(event), tip(event));
    line(s, arrow.y0, y1,
         fmt::format("stroke=\"{}\" stroke-width=\"1.3\"{}{}", web_colour(colours.second_text),
                     arrow.reply ? " stroke-dasharray=\"5 4\"" : "",
                     arrow.lost ? "" : " marker-end=\"url(#head)\""));
    if (paint_.page) line(s, arrow.y0, y1, "stroke=\"transparent\" stroke-width=\"9\"");
    if (arrow.lost) {
      begin_at(s.to, s.x1, y1);
      add("<path d=\"{}\" stroke=\"{}\" stroke-width=\"2.4\"/></g>", fmt::format(cross_path, 5),
          web_colour(colours.violation));
    }
    add("</g>\n");
  }

  /// Adds each command and its reply as a label at the bottom of the client's lane, if it fits
  /// before the next command. Adds none if messages are folded.
  void said() {
    std::vector<std::int64_t> until(scene_.lanes.size(), INT64_MAX);
    for (const ArrowShape& arrow : shapes_.arrows)
      if (arrow.count > 1) return;  // folded messages have no label
    std::vector<std::int64_t> next(scene_.messages.size(), scene_.end);
    for (std::size_t i = scene_.messages.size(); i-- > 0;) {
      std::int64_t& later = until[scene_.messages[i].client];
      next[i] = std::min(later, scene_.end);
      later = scene_.messages[i].from;
    }
    for (std::size_t i = 0; i < scene_.messages.size(); ++i) {
      const Message& m = scene_.messages[i];
      const auto row = std::find_if(shapes_.rows.begin(), shapes_.rows.end(),
                                    [&](const LaneRow& r) { return r.lane == m.client; });
      if (row == shapes_.rows.end()) continue;
      std::string words = short_command(run_.trace(), run_.trace()[m.sent]);
      if (m.received != none_at)
        words += " → " + paint_.say.tell(short_reply(run_.trace(), run_.trace()[m.received]));
      label({m.from, next[i], x_of(m.from), x_of(next[i])}, row->y1 - 3, colours.second_text, words,
            10);
    }
  }

  // ---- marks at one moment ----

  void begin_at(std::int64_t at, float x, float y, std::string_view more = {}) {
    add("<g{}{} transform=\"translate({:.1f},{:.1f})\">",
        paint_.page ? fmt::format(" data-a=\"{}\" data-y=\"{:.1f}\"", at, y) : "", more, x, y);
  }

  void mark(const MarkShape& mark) {
    const std::uint32_t own = own_colour(mark.client);
    const std::int64_t at = run_.trace()[mark.event].at;
    const auto begin = [&] {
      begin_at(at, mark.x, mark.y, " class=\"mark\"" + event_of(mark.event));
      out_ += tip(mark.event);
    };
    switch (mark.kind) {
      case MarkKind::read:
      case MarkKind::wrote:
        begin();
        add("<circle r=\"8\" fill=\"{}\"/><text y=\"4\" text-anchor=\"middle\" font-size=\"12\" "
            "fill=\"{}\">{}</text></g>\n",
            web_colour(own), web_colour(text_colour_on(own)),
            mark.kind == MarkKind::read ? "r" : "w");
        break;
      case MarkKind::rejected:
        begin();
        add("<circle r=\"8\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2\"/><path d=\"{}\" "
            "stroke=\"{}\" stroke-width=\"2.4\"/></g>\n",
            web_colour(colours.panel), web_colour(own), fmt::format(cross_path, 4),
            web_colour(colours.violation));
        break;
      case MarkKind::refused:
        begin();
        add("<circle r=\"3\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"/></g>\n",
            web_colour(colours.panel), web_colour(colours.second_text));
        break;
      case MarkKind::lost_lease:
        begin();
        add("<path transform=\"translate(0,-12)\" d=\"{}\" stroke=\"{}\" "
            "stroke-width=\"2.4\"/></g>\n",
            fmt::format(cross_path, 4), web_colour(colours.warning));
        break;
      default:
        break;
    }
  }

  void alarm(const MarkShape& alarm) {
    const float bottom = shapes_.strips.empty() ? shapes_.height : shapes_.strips.back().y1;
    const bool broken = alarm.kind == MarkKind::violation;
    const std::uint32_t colour = broken                          ? colours.violation
                                 : alarm.kind == MarkKind::fault ? colours.warning
                                                                 : colours.good;
    const char* letter = broken ? "!" : alarm.kind == MarkKind::fault ? "f" : "+";
    std::string more = fmt::format(" class=\"alarm\"{}", event_of(alarm.event));
    if (broken) more += fmt::format(" data-verdict=\"{}\"", alarm.verdict);
    begin_at(run_.trace()[alarm.event].at, alarm.x, 0, more);
    if (broken && alarm.verdict < run_.judged.verdicts.size()) {
      add("<title>{}</title>",
          escaped(paint_.say.tell(run_.judged.verdicts[alarm.verdict].sentence)));
    } else {
      out_ += tip(alarm.event);
    }
    add("<path d=\"M0,16V{:.1f}\" stroke=\"{}\" stroke-width=\"1.4\"{}/>", bottom,
        web_colour(colour), broken ? "" : " stroke-dasharray=\"5 4\" stroke-opacity=\"0.7\"");
    if (broken || alarm.death) {
      add("<path transform=\"translate(0,{:.1f})\" d=\"{}\" stroke=\"{}\" stroke-width=\"2.4\"/>",
          alarm.y, fmt::format(cross_path, alarm.death ? 8 : 6),
          web_colour(alarm.death ? colours.text : colour));
    } else {
      add("<circle cy=\"{:.1f}\" r=\"4\" fill=\"{}\"/>", alarm.y, web_colour(colour));
    }
    add("<path d=\"M-9,2H9L0,17Z\" fill=\"{}\"/><text y=\"11\" text-anchor=\"middle\" "
        "font-size=\"11\" font-weight=\"bold\" fill=\"#ffffff\">{}</text></g>\n",
        web_colour(colour), letter);
  }

  const SvgPaint& paint_;
  const ShownRun& run_;
  const Scene& scene_;
  const TimelineShapes& shapes_;
  std::string out_;
};

}  // namespace

std::string svg_definitions() {
  return fmt::format(
      "<defs>\n"
      "<pattern id=\"hatch\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" "
      "patternTransform=\"rotate(45)\"><path d=\"M0,0V7\" stroke=\"{0}\" "
      "stroke-width=\"2\"/></pattern>\n"
      "<marker id=\"head\" markerWidth=\"7\" markerHeight=\"7\" refX=\"6.5\" refY=\"3.5\" "
      "orient=\"auto\" markerUnits=\"userSpaceOnUse\"><path d=\"M0,0L7,3.5L0,7Z\" "
      "fill=\"{0}\"/></marker>\n"
      "</defs>\n",
      web_colour(colours.second_text));
}

std::string svg_timeline(const SvgPaint& paint, const TimelineShapes& shapes) {
  return Painter(paint, shapes).all();
}

float svg_text_width(std::string_view text) {
  return static_cast<float>(display_width(text)) * 6.6f;
}

}  // namespace locklab::app
