#include "app/timeline/scene/lane_columns.h"

#include <algorithm>

#include "app/words/display_text.h"

namespace locklab::app {

namespace {

constexpr std::size_t narrowest = 2;
constexpr std::size_t widest_name = 10;
constexpr std::size_t tallest_name = 8;

std::size_t name_width(const Lane& lane) { return std::min(display_width(lane.name), widest_name); }

/// The lanes to show within a limit. Clients that break a promise come first, then the first two
/// clients, then nodes and the resource, then the other clients.
std::vector<bool> shown_lanes(const Timeline& timeline, std::size_t most) {
  std::vector<bool> shown(timeline.lanes.size());
  std::size_t left = most;
  const auto show = [&](std::size_t lane) {
    if (left == 0 || shown[lane]) return;
    shown[lane] = true;
    --left;
  };
  for (const Row& row : timeline.rows)
    if (row.kind == RowKind::violation && row.client != no_client) show(index(row.client));
  const auto is_client = [&](std::size_t i) { return timeline.lanes[i].kind == LaneKind::client; };
  for (std::size_t i = 0; i < shown.size() && i < 2 && is_client(i); ++i) show(i);
  for (std::size_t i = 0; i < shown.size(); ++i)
    if (!is_client(i)) show(i);
  for (std::size_t i = 0; i < shown.size(); ++i) show(i);
  return shown;
}

/// Widths that fit all names, or nullopt if they need more than `room`.
std::optional<std::vector<std::size_t>> roomy_widths(const Timeline& timeline, std::size_t room) {
  for (const std::size_t gap : {3, 2, 1}) {
    std::vector<std::size_t> widths;
    std::size_t all = 0;
    for (const Lane& lane : timeline.lanes) {
      widths.push_back(std::max<std::size_t>(name_width(lane), 3) + gap);
      all += widths.back();
    }
    if (all <= room) return widths;
  }
  return std::nullopt;
}

}  // namespace

std::size_t narrowest_lanes(const Timeline& timeline) { return narrowest * timeline.lanes.size(); }

LaneColumns lane_columns(const Timeline& timeline, std::size_t room) {
  const std::size_t count = timeline.lanes.size();
  LaneColumns columns;
  std::vector<bool> shown(count, true);
  if (auto widths = roomy_widths(timeline, room)) {
    columns.lane_width = std::move(*widths);
  } else {
    columns.downwards = true;
    const std::size_t width = std::max(narrowest, room / std::max<std::size_t>(count, 1));
    columns.lane_width.assign(count, width);
    shown = shown_lanes(timeline, std::max<std::size_t>(room / width, 1));
  }
  for (std::size_t i = 0; i < count; ++i) {
    columns.centre.push_back(std::nullopt);
    if (!shown[i]) {
      ++(timeline.lanes[i].kind == LaneKind::client ? columns.hidden_clients
                                                    : columns.hidden_nodes);
      continue;
    }
    columns.centre.back() = columns.width + (columns.lane_width[i] - 1) / 2;
    columns.width += columns.lane_width[i];
  }
  return columns;
}

std::vector<std::string> header_lines(const Timeline& timeline, const LaneColumns& columns) {
  if (!columns.downwards) {
    std::string line;
    for (std::size_t i = 0; i < timeline.lanes.size(); ++i) {
      const std::string name = fit(timeline.lanes[i].name, widest_name);
      // The name is centred over its bar. A name from an untrusted trace may have no width at all.
      const std::size_t width = std::max<std::size_t>(display_width(name), 1);
      const std::size_t before = (columns.lane_width[i] - 1) / 2 - (width - 1) / 2;
      line += pad(std::string(before, ' ') + name, columns.lane_width[i]);
    }
    return {line};
  }
  std::vector<std::vector<std::string>> names;
  std::size_t height = 0;
  for (const Lane& lane : timeline.lanes) {
    names.push_back(characters(lane.name));
    if (names.back().size() > tallest_name) names.back().resize(tallest_name);
    height = std::max(height, names.back().size());
  }
  std::vector<std::string> lines;
  for (std::size_t row = 0; row < height; ++row) {
    std::string line;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!columns.centre[i]) continue;
      // Every name ends directly above its bar.
      const std::size_t first = height - names[i].size();
      const std::string letter = row >= first ? names[i][row - first] : "";
      line +=
          pad(std::string((columns.lane_width[i] - 1) / 2, ' ') + letter, columns.lane_width[i]);
    }
    lines.push_back(line);
  }
  return lines;
}

}  // namespace locklab::app
