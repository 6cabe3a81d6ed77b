#include "app/timeline/text/text_timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/timeline/scene/lane_columns.h"
#include "app/timeline/scene/paint.h"
#include "app/timeline/words/server_words.h"
#include "app/timeline/words/wording.h"
#include "app/words/display_text.h"
#include "app/words/violation_title.h"
#include "sim/trace/sentence.h"
#include "sim/trace/time_words.h"

namespace locklab::app {

namespace {

struct Look {
  std::string_view glyph;
  Tone tone;
  Sentence meaning;
};

/// The appearance of a lane in a state. A client's lane takes the client's tone in place of
/// Tone::plain.
Look look_of(Bar bar) {
  switch (bar) {
    case Bar::none:
      return {" ", Tone::plain, {}};
    case Bar::idle:
      return {"│", Tone::dim, say("idle")};
    case Bar::waiting:
      return {"┊", Tone::plain, say("waits")};
    case Bar::believes:
      return {"║", Tone::plain, say("believes it holds")};
    case Bar::inside:
      return {"█", Tone::plain, say("inside")};
    case Bar::unlocked:
      return {"▓", Tone::fault, say("inside without the lock")};
    case Bar::paused:
      return {"░", Tone::fault, say("paused")};
    case Bar::paused_holding:
      return {"▒", Tone::fault, say("paused while holding")};
    case Bar::free:
      return {"│", Tone::dim, say("free")};
    case Bar::held:
      return {"?", Tone::plain, {}};
    case Bar::down:
      return {"×", Tone::fault, say("down")};
    case Bar::frozen:
      return {"░", Tone::fault, say("frozen")};
  }
  return {" ", Tone::plain, {}};
}

std::string time_label(std::int64_t us, bool fine) {
  const char* sign = us < 0 ? "-" : "";
  const std::int64_t size = us < 0 ? -us : us;
  return fine ? fmt::format("{}{}.{:03}", sign, size / 1000, size % 1000)
              : fmt::format("{}{}.{}", sign, (size + 50) / 1000, (size + 50) / 100 % 10);
}

constexpr std::size_t least_width_for_lanes = 60;

std::string wrapped(const std::string& text, std::size_t width, Tone tone, bool colour) {
  std::string out;
  for (const std::string& line : wrap(text, width)) out += toned(line, tone, colour) + "\n";
  return out;
}

class RowPainter {
 public:
  /// `last`: time of the last row in us.
  RowPainter(const Timeline& timeline, std::int64_t last, const TextOptions& options)
      : timeline_(timeline), options_(options) {
    fine_ = last < 20'000;
    time_width_ = std::max<std::size_t>(7, time_label(last, fine_).size() + 1);
    lanes_ = options.width >= least_width_for_lanes;
    if (lanes_) {
      columns_ = lane_columns(timeline, room_for_lanes());
    } else {
      columns_.centre.resize(timeline.lanes.size());
    }
    const std::size_t before = time_width_ + 2 + columns_.width + (lanes_ ? 2 : 0);
    text_width_ = std::max<std::size_t>(options.width, before + 10) - before;
  }

  std::string header() {
    std::string out;
    const std::vector<std::string> names =
        lanes_ ? header_lines(timeline_, columns_) : std::vector<std::string>{""};
    for (const std::string& line : names)
      out += ended(std::string(time_width_ + 2, ' ') + toned(line, Tone::strong, options_.colour));
    std::string rule;
    for (std::size_t i = 0; i < options_.width; ++i) rule += "─";
    const std::string unit = fmt::format("{:>{}}", "ms", time_width_);
    out.replace(0, std::min(out.size() - 1, unit.size()), unit);
    return out + toned(rule, Tone::dim, options_.colour) + "\n";
  }

  std::string paint(const Row& row) {
    std::string label = time_label(row.at_us, fine_);
    if (label == last_label_) {
      label.clear();
    } else {
      last_label_ = label;
    }
    const std::string sign = row.kind == RowKind::violation ? "✗ "
                             : row.kind == RowKind::fault   ? "⚠ "
                                                            : "";
    const std::size_t indent = display_width(sign);
    std::string out;
    const std::vector<std::string> lines = wrap(row.text, text_width_ - indent);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::string time = fmt::format("{:>{}}", i == 0 ? label : "", time_width_);
      std::string text = i == 0 ? sign + lines[i] : std::string(indent, ' ') + lines[i];
      text = i == 0 ? text_of(row, text) : toned(text, tone_of(row), options_.colour);
      const std::string lanes = lanes_ ? lanes_of(row, i == 0) + "  " : "";
      out += ended(fmt::format("{}  {}{}", toned(time, Tone::dim, options_.colour), lanes, text));
    }
    return out;
  }

  std::string footer() const {
    const Sentence missing = what_is_missing();
    if (missing.empty()) return {};
    return wrapped(told(missing, options_.language), options_.width, Tone::plain, false);
  }

 private:
  /// A sentence about lanes that do not fit; empty if all fit.
  Sentence what_is_missing() const {
    if (!lanes_)
      return say("the terminal is too narrow for the lanes: they need {} columns",
                 least_width_for_lanes);
    const std::size_t clients = columns_.hidden_clients;
    const std::size_t nodes = columns_.hidden_nodes;
    if (clients == 0 && nodes == 0) return {};
    const Sentence of_clients =
        clients == 1 ? say("1 more client") : say("{} more clients", clients);
    const Sentence of_nodes = nodes == 1 ? say("1 more node") : say("{} more nodes", nodes);
    return say("{} left out for lack of room", nodes == 0 ? of_clients
                                               : clients == 0
                                                   ? of_nodes
                                                   : say("{} and {}", of_clients, of_nodes));
  }

  /// The number of columns for lanes. If the lanes would not fit otherwise, the column of texts
  /// shrinks, down to a minimum.
  std::size_t room_for_lanes() const {
    constexpr std::size_t usual_text = 42;
    constexpr std::size_t least_text = 30;
    const std::size_t beside = options_.width - time_width_ - 2;
    const std::size_t usual = beside - std::min(beside, usual_text);
    const std::size_t most = beside - std::min(beside, least_text + 2);
    return std::clamp(narrowest_lanes(timeline_), usual, std::max(usual, most));
  }

  /// Ends the line without trailing spaces, which terminals treat differently.
  static std::string ended(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
  }

  static Tone tone_of(const Row& row) {
    switch (row.kind) {
      case RowKind::fault:
        return Tone::fault;
      case RowKind::violation:
        return Tone::violation;
      case RowKind::fold:
      case RowKind::gap:
      case RowKind::end:
        return Tone::dim;
      default:
        return Tone::plain;
    }
  }

  /// A row's text with the client's name in the client's tone.
  std::string text_of(const Row& row, const std::string& text) const {
    if (row.client == no_client || tone_of(row) != Tone::plain)
      return toned(text, tone_of(row), options_.colour);
    const std::string& name = timeline_.lanes[index(row.client)].name;
    if (!text.starts_with(name)) return text;
    return toned(name, tone_of_client(index(row.client)), options_.colour) +
           text.substr(name.size());
  }

  std::string lanes_of(const Row& row, bool with_arrow) const {
    Canvas canvas(columns_.width);
    for (std::size_t lane = 0; lane < row.cells.size(); ++lane) {
      if (!columns_.centre[lane]) continue;
      put_state(row.cells[lane], lane, canvas);
    }
    if (with_arrow && row.arrow) draw(*row.arrow, row, canvas);
    return canvas.line(options_.colour);
  }

  void put_owner(std::uint16_t client, std::size_t centre, Canvas& canvas) const {
    const bool known = client < timeline_.marks.size();
    canvas.put(centre, known ? timeline_.marks[client] : "?",
               known ? tone_of_client(client) : Tone::plain);
  }

  /// Draws a line from the client's lane to the farthest node, with a head at every node for a
  /// request, and at the client for a reply.
  void draw(const Arrow& arrow, const Row& row, Canvas& canvas) const {
    if (!columns_.centre[arrow.client] || arrow.nodes.empty()) return;
    std::vector<std::size_t> targets;
    for (std::size_t lane : arrow.nodes)
      if (columns_.centre[lane]) targets.push_back(*columns_.centre[lane]);
    if (targets.empty()) return;
    const Tone tone = arrow.lost ? Tone::fault : tone_of_client(arrow.client);
    const std::size_t begin = *columns_.centre[arrow.client] + 1;
    const std::size_t end = targets.back();
    for (std::size_t column = begin; column < end; ++column) canvas.put(column, "─", tone);
    for (std::size_t lane = 0; lane < row.cells.size(); ++lane) {
      if (!columns_.centre[lane]) continue;
      const std::size_t centre = *columns_.centre[lane];
      if (centre < begin || centre >= end) continue;
      put_crossing(row.cells[lane], lane, tone, canvas);
    }
    if (arrow.request)
      for (std::size_t target : targets) canvas.put(target - 1, arrow.lost ? "×" : "▶", tone);
    if (arrow.reply) canvas.put(begin, arrow.lost ? "×" : "◀", tone);
  }

  void put_state(const LaneCell& cell, std::size_t lane, Canvas& canvas) const {
    const std::size_t centre = *columns_.centre[lane];
    if (cell.bar == Bar::held) {
      put_owner(cell.owner, centre, canvas);
      if (cell.other != LaneCell().other) put_owner(cell.other, centre + 1, canvas);
      return;
    }
    const Look look = look_of(cell.bar);
    const bool of_client =
        timeline_.lanes[lane].kind == LaneKind::client && look.tone == Tone::plain;
    canvas.put(centre, look.glyph, of_client ? tone_of_client(lane) : look.tone);
  }

  /// Draws a lane at the point where an arrow's line crosses it.
  void put_crossing(const LaneCell& cell, std::size_t lane, Tone tone, Canvas& canvas) const {
    const std::size_t centre = *columns_.centre[lane];
    switch (cell.bar) {
      case Bar::none:
        break;
      case Bar::believes:
        canvas.put(centre, "╫", tone);
        break;
      case Bar::held:
        put_owner(cell.owner, centre, canvas);
        break;
      case Bar::idle:
      case Bar::waiting:
      case Bar::free:
        canvas.put(centre, "┼", tone);
        break;
      default:
        put_state(cell, lane, canvas);
        break;
    }
  }

  const Timeline& timeline_;
  const TextOptions& options_;
  bool fine_ = false;
  bool lanes_ = true;  ///< whether there is enough width for lanes
  std::size_t time_width_ = 0;
  std::size_t text_width_ = 0;
  LaneColumns columns_;
  std::string last_label_;
};

}  // namespace

std::string title_text(const sim::Trace& trace, const TextOptions& options) {
  const sim::TraceInfo& info = trace.info;
  std::string out;
  std::string first = printable(info.scenario);
  if (!info.title.empty())
    first +=
        (first.empty() ? "" : " · ") + printable(told(title_words(info.title), options.language));
  if (!first.empty()) out += wrapped(first, options.width, Tone::strong, options.colour);
  const std::string strategy = printable(info.strategy);
  Sentence second = info.world == "simulated"
                        ? say("{}, simulated, seed {}", strategy, info.seed)
                        : say("{}, {}", strategy, Sentence::text(printable(info.world)));
  if (info.ttl_us > 0) second = say("{}, lease {}", second, span_text(info.ttl_us));
  if (info.began_us) second = say("{}, began at {}", second, sim::time_of_day(*info.began_us));
  if (info.lacks_beginning())
    second = say("{}, without its first {} events", second, *info.omitted);
  if (info.cut_short) second = say("{}, ended before its time", second);
  out += wrapped(told(second, options.language), options.width, Tone::dim, options.colour);
  if (const Sentence servers = servers_words(info); !servers.empty())
    out += wrapped(told(servers, options.language), options.width, Tone::strong, options.colour);
  return out;
}

std::string rows_text(const Timeline& timeline, const TextOptions& options) {
  RowPainter painter(timeline, timeline.rows.empty() ? 0 : timeline.rows.back().at_us, options);
  std::string out = painter.header();
  for (const Row& row : timeline.rows) out += painter.paint(row);
  return out + painter.footer();
}

namespace {

/// The legend of the signs that occurred.
class Legend {
 public:
  void see(const Row& row) {
    for (const LaneCell& cell : row.cells) {
      seen_[static_cast<std::size_t>(cell.bar)] = true;
      if (cell.bar != Bar::held) continue;
      for (const std::size_t owner : {cell.owner, cell.other}) {
        if (owner == LaneCell().other) continue;
        if (owner >= owners_.size()) owners_.resize(owner + 1);
        owners_[owner] = true;
      }
    }
  }

  std::string text(const sim::Trace& trace, const Timeline& timeline,
                   const TextOptions& options) const {
    if (options.width < least_width_for_lanes) return {};
    std::string clients;
    std::string nodes;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      const Look look = seen_[i] ? look_of(static_cast<Bar>(i)) : Look{};
      if (look.meaning.empty()) continue;
      std::string& to = i < static_cast<std::size_t>(Bar::free) ? clients : nodes;
      to += fmt::format("{}{} {}", to.empty() ? "" : "  ", look.glyph,
                        told(look.meaning, options.language));
    }
    for (std::size_t i = 0; i < std::min(owners_.size(), timeline.marks.size()); ++i)
      if (owners_[i])
        nodes += fmt::format(
            "{}{} {}", nodes.empty() ? "" : "  ", timeline.marks[i],
            told(say("{}'s key", client_words(trace, ClientId{static_cast<std::uint16_t>(i)})),
                 options.language));
    return line(say("clients: "), clients, options) + line(say("nodes:   "), nodes, options);
  }

 private:
  static std::string line(const Sentence& of, const std::string& signs,
                          const TextOptions& options) {
    if (signs.empty()) return {};
    return wrapped(told(of, options.language) + signs, options.width, Tone::dim, options.colour);
  }

  std::array<bool, 16> seen_{};
  std::vector<bool> owners_;  ///< by client
};

}  // namespace

void write_text_timeline(const sim::Trace& trace, const std::vector<sim::Verdict>& verdicts,
                         const TextOptions& given, const sim::ByteSink& sink) {
  TextOptions options = given;
  options.width = std::max<std::size_t>(options.width, 30);
  LayoutOptions how;
  how.all = options.all;
  how.language = options.language;
  how.most_events = options.most_events;
  TimelineParts parts(trace, verdicts, how);
  parts.next();
  RowPainter painter(parts.timeline(), parts.last_us(), options);
  Legend legend;
  sink(title_text(trace, options) + "\n" + painter.header());
  do {
    for (const Row& row : parts.timeline().rows) {
      legend.see(row);
      if (!sink(painter.paint(row))) return;
    }
  } while (parts.next());
  sink(painter.footer() + "\n" + legend.text(trace, parts.timeline(), options) + "\n" +
       verdicts_text(trace, verdicts, options));
}

std::string text_timeline(const sim::Trace& trace, const std::vector<sim::Verdict>& verdicts,
                          const TextOptions& options) {
  std::string text;
  write_text_timeline(trace, verdicts, options, [&](std::string_view piece) {
    text += piece;
    return true;
  });
  return text;
}

}  // namespace locklab::app
