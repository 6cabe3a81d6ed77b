// The board of a challenge as rectangles: every level, in random games, at several sizes and in
// both languages.
#include "app/gui/layout/challenge_layout.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "app/challenges/position.h"

namespace locklab::app {
namespace {

struct ScreenSize {
  float width, height, scale;
};
constexpr ScreenSize screens[] = {
    {1280, 720, 1}, {1440, 900, 1}, {1920, 1080, 1.25f}, {1024, 640, 1}};

/// Estimates text widths in the window's small font.
float width_of(std::string_view words, float scale) {
  float wide = 0;
  for (const char c : words) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0) == 0x80) continue;
    wide += byte < 0x80 ? 6.6f : 12.5f;
  }
  return wide * scale;
}

struct Drawn {
  ClusterOptions options;
  ClusterShapes shapes;
  std::vector<Rectangle> names;
  std::vector<FlightCard> cards;
};

Drawn draw(const Position& here, const ScreenSize& screen, Language language) {
  const ShownRun& run = *here.board;
  const BoardPlaces places =
      board_places(screen.width - 16, screen.height - 130 * screen.scale, screen.scale, 8);
  Drawn drawn;
  std::vector<std::uint16_t> lanes;
  for (std::size_t i = 0; i < run.scene.lanes.size(); ++i)
    lanes.push_back(static_cast<std::uint16_t>(i));
  drawn.options = board_cluster(places.picture.x1, places.picture.y1, screen.scale, lanes);
  const ClusterState state = cluster_at(run.trace(), run.scene, run.trace().size(), run.scene.end);
  const float line = 13 * screen.scale;
  drawn.options.line = line + 2 * screen.scale;
  drawn.shapes = lay_out_cluster(run.scene, state, drawn.options);
  drawn.shapes.flights.clear();  // the board draws messages itself
  const LabelFont font{[&](std::string_view text) { return width_of(text, screen.scale); }, line};
  const ClusterTexts texts =
      cluster_texts(Words::in(language), run, drawn.shapes, state, run.scene.end);
  drawn.names = places_of(cluster_labels(drawn.shapes, texts, drawn.options, font, font));
  std::vector<FlightWords> flights;
  for (const Position::Flight& flight : here.flights) {
    const std::string cargo = told(flight.cargo, language);
    flights.push_back({flight.client, flight.node, flight.reply, cargo,
                       cargo.substr(0, cargo.find(' ')),
                       run.scene.lanes[flight.reply ? flight.client : flight.node].name});
  }
  drawn.cards = lay_out_flights(drawn.shapes, flights, drawn.names, drawn.options,
                                {font.width, line, screen.scale});
  return drawn;
}

/// The lane whose circle is nearest to a point.
std::uint16_t nearest(const ClusterShapes& shapes, float x, float y) {
  const auto away = [&](const PlaceShape& place) { return std::hypot(place.x - x, place.y - y); };
  return std::min_element(
             shapes.places.begin(), shapes.places.end(),
             [&](const PlaceShape& a, const PlaceShape& b) { return away(a) < away(b); })
      ->lane;
}

void check(const Drawn& drawn, const Position& here) {
  const Rectangle board{0, 0, drawn.options.width, drawn.options.height};
  EXPECT_EQ(drawn.cards.size(), here.flights.size());
  for (std::size_t i = 0; i < drawn.cards.size(); ++i) {
    const FlightCard& card = drawn.cards[i];
    EXPECT_TRUE(board.contains(card.at)) << card.first << " leaves the board";
    for (std::size_t other = 0; other < i; ++other)
      EXPECT_FALSE(card.at.overlaps(drawn.cards[other].at))
          << card.first << " covers " << drawn.cards[other].first;
    for (const Rectangle& name : drawn.names)
      EXPECT_FALSE(card.at.overlaps(name)) << card.first << " covers a name";
    // Regression: the card of a message to n1 pointed at n2, where there was more space.
    const Position::Flight& flight = here.flights[card.flight];
    EXPECT_EQ(nearest(drawn.shapes, card.behind.x0, card.behind.y0),
              flight.reply ? flight.node : flight.client)
        << card.first << " comes from somebody else";
    EXPECT_EQ(nearest(drawn.shapes, card.ahead.x1, card.ahead.y1),
              flight.reply ? flight.client : flight.node)
        << card.first << " points at somebody else";
    for (const PlaceShape& place : drawn.shapes.places) {
      const Rectangle disc = Rectangle{place.x, place.y, place.x, place.y}.grown(place.radius);
      EXPECT_FALSE(card.at.overlaps(disc)) << card.first << " covers a place";
      EXPECT_FALSE(card.at.overlaps(event_mark(place, drawn.options.scale)))
          << card.first << " covers a mark";
    }
  }
}

class EveryBoard : public testing::TestWithParam<std::size_t> {};

TEST_P(EveryBoard, NoMessageCoversAnotherOneOrAPlaceOrANameOrLeavesTheBoard) {
  const Level& level = levels()[GetParam()];
  for (unsigned seed = 1; seed <= 6; ++seed) {
    std::mt19937 dice(seed);
    sim::Decisions decisions;
    for (int i = 0; i < 30; ++i) {
      const PositionPtr here = position_after(level, decisions);
      for (const ScreenSize& screen : screens)
        for (const Language language : {Language::english, Language::chinese}) {
          SCOPED_TRACE(
              fmt::format("seed {} move {} at {} x {}", seed, i, screen.width, screen.height));
          check(draw(*here, screen, language), *here);
        }
      if (here->over() || HasFailure()) break;
      const auto moves = static_cast<std::uint32_t>(here->moves.size());
      decisions.push_back(dice() % 3 == 0 ? static_cast<std::uint32_t>(dice() % moves) : 0);
    }
  }
}

std::string id_of_board(const testing::TestParamInfo<std::size_t>& info) {
  return levels()[info.param].id;
}

INSTANTIATE_TEST_SUITE_P(Challenges, EveryBoard, testing::Range<std::size_t>(0, levels().size()),
                         id_of_board);

TEST(BoardPlaces, FillTheAreaAndDoNotOverlapAtAnySize) {
  for (const ScreenSize& screen : screens) {
    const BoardPlaces places = board_places(screen.width, screen.height, screen.scale, 8);
    const Rectangle all{0, 0, screen.width, screen.height};
    const Rectangle parts[] = {places.picture, places.below, places.deciding};
    float covered = 0;
    for (const Rectangle& part : parts) {
      EXPECT_TRUE(all.contains(part));
      covered += (part.x1 - part.x0) * (part.y1 - part.y0);
      for (const Rectangle& other : parts) {
        if (&other == &part) continue;
        EXPECT_FALSE(part.overlaps(other));
      }
    }
    EXPECT_GT(covered, 0.95f * screen.width * screen.height);
    EXPECT_GE(places.picture.y1, 0.5f * screen.height);
    EXPECT_GE(places.deciding.x1 - places.deciding.x0, 320.0f);
  }
}

}  // namespace
}  // namespace locklab::app
