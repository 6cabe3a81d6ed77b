#include "app/gui/layout/cluster_labels.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace locklab::app {

namespace {

// Pixels at 100 %.
constexpr float from_disc = 10;  ///< between a node or the resource and its words
constexpr float by_client = 6;   ///< between a client and its words
constexpr float between_words = between_label_words;
constexpr float pad = around_label_words;
constexpr float clear = 3;             ///< between a label and a place
constexpr float dot = 7;               ///< radius of a message
constexpr std::size_t many_links = 3;  ///< least number of links that share a tag
constexpr float of_link = 10;          ///< between a link and the words above or below it

using Row = std::vector<LabelLine>;

struct Point {
  float x, y;
};

class ClusterLabels {
 public:
  ClusterLabels(const ClusterShapes& shapes, const ClusterTexts& texts,
                const ClusterOptions& options, const LabelFont& of_places,
                const LabelFont& of_messages)
      : shapes_(shapes),
        texts_(texts),
        options_(options),
        of_places_(of_places),
        of_messages_(of_messages) {}

  std::vector<ClusterLabel> labels() {
    for (std::size_t i = 0; i < shapes_.places.size(); ++i) of_place(i);
    std::vector<bool> told(shapes_.links.size());
    for (std::size_t i = 0; i < shapes_.links.size(); ++i)
      if (!texts_.links[i].empty() && !told[i] && !of_many_links(i, told)) of_broken_link(i);
    for (std::size_t i = 0; i < shapes_.flights.size(); ++i)
      if (!texts_.flights[i].empty()) of_flight(i);
    return std::move(labels_);
  }

 private:
  float px(float at_100_percent) const { return at_100_percent * options_.scale; }

  // ---- places ----

  float width_of(const Row& row) const {
    float wide = 0;
    for (const LabelLine& line : row)
      wide += of_places_.width(line.text) + (&line == row.data() ? 0 : px(between_words));
    return wide;
  }

  static std::string cut_short(std::string text, const LabelFont& font, float room) {
    if (font.width(text) <= room) return text;
    while (!text.empty() && font.width(text + "…") > room) {
      while (!text.empty() && (text.back() & 0xc0) == 0x80)
        text.pop_back();  // remove a whole character
      if (!text.empty()) text.pop_back();
    }
    while (text.ends_with("…")) text.erase(text.size() - std::string_view("…").size());
    return text.empty() ? text : text + "…";
  }

  static bool is_wrong(const LabelLine& line) {
    return line.tone == LabelTone::warning || line.tone == LabelTone::bad;
  }

  /// Arranges lines one per row if there are enough rows, otherwise several side by side. A detail
  /// that does not fit is omitted; an important line is shortened, or omitted if all rows are
  /// taken, and with it all later details. The tooltip has everything.
  std::vector<Row> rows_of(const std::vector<LabelLine>& lines, std::size_t fit, float room) const {
    std::vector<Row> rows;
    const bool one_each = lines.size() <= fit;
    bool left_out = false;
    for (const LabelLine& line : lines) {
      const bool detail = line.tone == LabelTone::second && !rows.empty();
      if (line.text.empty() || (left_out && detail)) continue;
      if (!rows.empty() && !one_each && add_to(rows.back(), line, room)) continue;
      const bool whole = of_places_.width(line.text) <= room;
      const std::string& words = whole || line.brief.empty() ? line.text : line.brief;
      const bool fits = of_places_.width(words) <= room;
      if (rows.size() == fit || (detail && !fits)) {
        left_out = left_out || !detail;
        continue;
      }
      rows.push_back({line});
      rows.back()[0].text = cut_short(words, of_places_, room);
    }
    std::erase_if(rows, [](const Row& row) { return row[0].text.empty(); });
    return rows;
  }

  /// Adds a line to a row, abbreviated if necessary. For a line about a problem, the row's other
  /// lines are abbreviated too if necessary. Returns false if there is no space.
  bool add_to(Row& row, const LabelLine& line, float room) const {
    const auto brief = [](const LabelLine& whole) {
      LabelLine shorter = whole;
      if (!whole.brief.empty()) shorter.text = whole.brief;
      return shorter;
    };
    Row others = row;
    std::transform(row.begin(), row.end(), others.begin(), brief);
    for (const bool all : {false, true})
      for (const LabelLine& part : {line, brief(line)}) {
        if (all && !is_wrong(line)) continue;
        Row longer = all ? others : row;
        longer.push_back(part);
        if (width_of(longer) > room) continue;
        row = std::move(longer);
        return true;
      }
    return false;
  }

  /// The vertical offset in pixels at which the label on a client's right is not crossed by the
  /// link to the resource on the same side; positive is down. 0 if there is no such link, or no
  /// space.
  float off_its_link(const PlaceShape& place, float high) const {
    for (const PlaceShape& other : shapes_.places) {
      if (!other.square || other.x <= place.x) continue;
      const float off = high / 2 + px(2);
      const float side = other.y < place.y - px(1) ? 1.0f : -1.0f;
      const float y0 = place.y + side * off - high / 2;
      return y0 >= 0 && y0 + high <= options_.height ? side * off : 0;
    }
    return 0;
  }

  void of_place(std::size_t i) {
    const PlaceShape& place = shapes_.places[i];
    const bool below = place.side == LabelSide::below;
    const float line = std::min(options_.line, place.room - 0.5f);
    const auto fit =
        static_cast<std::size_t>(std::max(std::floor((place.room - px(2)) / line), 1.0f));
    const bool client = !place.square && place.side != LabelSide::left;
    const std::vector<Row> rows =
        rows_of(texts_.places[i], client ? 1 : fit, place.label - 2 * px(pad));
    if (rows.empty()) return;
    ClusterLabel label;
    label.index = i;
    float wide = 0;
    for (const Row& row : rows) wide = std::max(wide, width_of(row));
    const float high = line * static_cast<float>(rows.size());
    label.y0 = below ? place.y + place.radius + px(by_client) : place.y - high / 2;
    if (client && !below && place.words <= 0) label.y0 += off_its_link(place, high);
    label.y1 = label.y0 + high;
    if (below) {
      label.x0 = place.x - wide / 2 - px(pad);
    } else if (place.side == LabelSide::left) {
      label.x0 = place.x - place.radius - px(from_disc) - wide - px(pad);
    } else {
      label.x0 = place.x + place.radius + px(client ? by_client : from_disc) - px(pad);
    }
    label.x1 = label.x0 + wide + 2 * px(pad);
    float y = label.y0;
    for (const Row& row : rows) {
      float x =
          place.side == LabelSide::left ? label.x1 - px(pad) - width_of(row) : label.x0 + px(pad);
      for (const LabelLine& part : row) {
        label.words.push_back({x, y, part.text, part.tone});
        x += of_places_.width(part.text) + px(between_words);
      }
      y += line;
    }
    labels_.push_back(std::move(label));
  }

  // ---- what a label must not cover ----

  static bool near_disc(const ClusterLabel& label, float x, float y, float radius) {
    const float dx = std::clamp(x, label.x0, label.x1) - x;
    const float dy = std::clamp(y, label.y0, label.y1) - y;
    return std::hypot(dx, dy) < radius;
  }

  bool covers_a_place(const ClusterLabel& label) const {
    return std::any_of(shapes_.places.begin(), shapes_.places.end(), [&](const PlaceShape& place) {
      const float radius = place.radius + px(clear);
      if (!place.square) return near_disc(label, place.x, place.y, radius);
      return label.x0 < place.x + radius && place.x - radius < label.x1 &&
             label.y0 < place.y + radius && place.y - radius < label.y1;
    });
  }

  bool covers_a_label(const ClusterLabel& label) const {
    return std::any_of(labels_.begin(), labels_.end(), [&](const ClusterLabel& other) {
      return label.x0 < other.x1 && other.x0 < label.x1 && label.y0 < other.y1 &&
             other.y0 < label.y1;
    });
  }

  bool covers_a_message(const ClusterLabel& label) const {
    return std::any_of(shapes_.flights.begin(), shapes_.flights.end(), [&](const FlightShape& one) {
      return near_disc(label, one.x, one.y, px(dot));
    });
  }

  bool is_inside(const ClusterLabel& label) const {
    return label.x0 >= 0 && label.y0 >= 0 && label.x1 <= options_.width &&
           label.y1 <= options_.height;
  }

  bool is_free(const ClusterLabel& label) const {
    return is_inside(label) && !covers_a_label(label) && !covers_a_place(label) &&
           !covers_a_message(label);
  }

  /// A label of this size centred on a point, and moved horizontally into the view.
  ClusterLabel around(ClusterLabel::Of of, std::size_t index, Point at, float wide,
                      float high) const {
    ClusterLabel label;
    label.of = of;
    label.index = index;
    label.x0 = std::clamp(at.x - wide / 2, 0.0f, std::max(options_.width - wide, 0.0f));
    label.y0 = at.y - high / 2;
    label.x1 = label.x0 + wide;
    label.y1 = label.y0 + high;
    return label;
  }

  // ---- broken links ----

  /// Places one tag for all links of a client with the same fault. The first position tried is in
  /// the client's half, where the links are closer together. Returns false if there are too few
  /// links, or no space.
  bool of_many_links(std::size_t first, std::vector<bool>& told) {
    std::vector<std::size_t> same;
    for (std::size_t i = first; i < shapes_.links.size(); ++i)
      if (shapes_.links[i].link.client == shapes_.links[first].link.client &&
          texts_.links[i] == texts_.links[first])
        same.push_back(i);
    if (same.size() < many_links) return false;
    const std::string words = texts_.links[first] + " × " + std::to_string(same.size());
    const float wide = px(link_sign + 4) + of_messages_.width(words);
    // Try the middle links first, since a tag there covers most of them.
    std::vector<std::size_t> order = same;
    const auto middle = [&](std::size_t i) {
      return std::abs(static_cast<float>(i) - static_cast<float>(same.front() + same.back()) / 2);
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return middle(a) < middle(b); });
    for (const float part : {0.4f, 0.5f, 0.3f, 0.6f, 0.2f, 0.7f, 0.85f})
      for (const std::size_t i : order) {
        const LinkShape& link = shapes_.links[i];
        ClusterLabel tag =
            around(ClusterLabel::Of::link, i,
                   {link.x0 + (link.x1 - link.x0) * part, link.y0 + (link.y1 - link.y0) * part},
                   wide, of_messages_.height + px(4));
        if (!is_free(tag)) continue;
        tag.words.push_back({tag.x0 + px(link_sign), tag.y0 + px(2), words, LabelTone::plain});
        labels_.push_back(std::move(tag));
        for (const std::size_t one : same) told[one] = true;
        return true;
      }
    return false;
  }

  /// Places the sign with its words on the link or, if there is no room, the sign alone, or nothing
  /// if there is no room for that either.
  void of_broken_link(std::size_t i) {
    const LinkShape& link = shapes_.links[i];
    const float high = of_messages_.height + px(4);
    for (const std::string& words : {texts_.links[i], std::string()}) {
      const float wide = px(link_sign + 4) + of_messages_.width(words);
      for (const float part : {0.62f, 0.5f, 0.74f, 0.4f, 0.85f, 0.3f, 0.2f, 0.92f, 0.1f}) {
        ClusterLabel tag =
            around(ClusterLabel::Of::link, i,
                   {link.x0 + (link.x1 - link.x0) * part, link.y0 + (link.y1 - link.y0) * part},
                   wide, high);
        if (!is_free(tag)) continue;
        if (!words.empty())
          tag.words.push_back({tag.x0 + px(link_sign), tag.y0 + px(2), words, LabelTone::plain});
        return labels_.push_back(std::move(tag));
      }
    }
  }

  // ---- messages ----

  void of_flight(std::size_t i) {
    const std::string& words = texts_.flights[i];
    const float whole = of_messages_.width(words);
    for (const float part : {1.0f, 0.65f, 0.4f}) {
      const std::string said =
          part == 1 ? words : cut_short(words, of_messages_, std::max(whole * part, px(40)));
      if (!said.empty() && put(i, said)) return;
    }
  }

  static float distance(float x0, float y0, float x1, float y1, Point at) {
    const float dx = x1 - x0;
    const float dy = y1 - y0;
    const float square = std::max(dx * dx + dy * dy, 1.0f);
    const float part = std::clamp(((at.x - x0) * dx + (at.y - y0) * dy) / square, 0.0f, 1.0f);
    return std::hypot(x0 + part * dx - at.x, y0 + part * dy - at.y);
  }

  /// Whether the label is nearer to another client's link than to its own.
  bool is_at_another_link(const ClusterLabel& label, const FlightShape& flight) const {
    const Point middle{(label.x0 + label.x1) / 2, (label.y0 + label.y1) / 2};
    const float own = distance(flight.x0, flight.y0, flight.x1, flight.y1, middle);
    return std::any_of(shapes_.links.begin(), shapes_.links.end(), [&](const LinkShape& link) {
      return link.link.client != flight.client &&
             distance(link.x0, link.y0, link.x1, link.y1, middle) < own;
    });
  }

  /// Places words in the first free place beside the message's link, trying those nearest to the
  /// link first. Returns false if there is none.
  bool put(std::size_t i, const std::string& words) {
    const FlightShape& flight = shapes_.flights[i];
    const float wide = of_messages_.width(words) + 2 * px(pad);
    const float high = of_messages_.height + px(2);
    const float above = flight.reply ? 1 : -1;  // preferred: replies below, requests above the link
    const float now = std::clamp(flight.part, 0.35f, 0.65f);
    for (const float away : {1.0f, -1.0f, 2.0f, -2.0f, 3.0f, -3.0f})
      for (const float part : {now, 0.5f, 0.4f, 0.6f, 0.25f, 0.75f, 0.1f, 0.9f})
        for (const float aside : {0.0f, 0.25f, -0.25f, 0.5f, -0.5f}) {
          const float off = above * (away > 0 ? 1.0f : -1.0f) *
                            (px(of_link) + high / 2 + (std::abs(away) - 1) * high);
          const Point at{flight.x0 + (flight.x1 - flight.x0) * part + aside * wide,
                         flight.y0 + (flight.y1 - flight.y0) * part + off};
          ClusterLabel label = around(ClusterLabel::Of::flight, i, at, wide, high);
          if (!is_free(label) || is_at_another_link(label, flight)) continue;
          label.words.push_back({label.x0 + px(pad), label.y0, words, LabelTone::plain});
          labels_.push_back(std::move(label));
          return true;
        }
    return false;
  }

  const ClusterShapes& shapes_;
  const ClusterTexts& texts_;
  const ClusterOptions& options_;
  const LabelFont& of_places_;
  const LabelFont& of_messages_;
  std::vector<ClusterLabel> labels_;
};

}  // namespace

ClusterTexts cluster_texts(const Words& say, const ShownRun& run, const ClusterShapes& shapes,
                           const ClusterState& state, std::int64_t at) {
  ClusterTexts texts;
  for (const PlaceShape& place : shapes.places)
    texts.places.push_back(cluster_label(say, run, state, place.lane, at));
  for (const LinkShape& link : shapes.links)
    texts.links.push_back(link_fault_words(say, link.link));
  for (const FlightShape& flight : shapes.flights)
    texts.flights.push_back(flight_words(say, run, flight));
  return texts;
}

std::vector<ClusterLabel> cluster_labels(const ClusterShapes& shapes, const ClusterTexts& texts,
                                         const ClusterOptions& options, const LabelFont& of_places,
                                         const LabelFont& of_messages) {
  return ClusterLabels(shapes, texts, options, of_places, of_messages).labels();
}

}  // namespace locklab::app
