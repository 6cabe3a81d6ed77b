// The labels of the cluster as rectangles: in every story none covers another label, a circle or a
// message, and none leaves the view.
#include "app/gui/layout/cluster_labels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/cli/bench.h"
#include "app/timeline/shown_run.h"
#include "sim/scenario/library.h"
#include "sim/trace/sentence.h"
#include "sim/world/simulate.h"
#include "tests/support/opened_run.h"

namespace locklab::app {
namespace {

using Of = ClusterLabel::Of;

/// Estimates text widths in Noto Sans, on average rather too wide than too narrow.
float noto_width(std::string_view words, float size) {
  float sum = 0;
  for (const char c : words) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0) == 0x80) continue;
    sum += byte < 0x80 ? 0.58f * size : byte >= 0xe3 ? size : 0.7f * size;
  }
  return sum;
}

LabelFont noto(float size) {
  return {[size](std::string_view words) { return noto_width(words, size); }, size};
}

struct Area {
  float width, height, scale;
};

/// Sizes of the cluster view, below the timeline and alone, on small and large screens.
constexpr Area areas[] = {
    {840, 190, 1},  {780, 120, 1.25f},  {430, 150, 1},    {1270, 520, 1},    {2500, 560, 2},
    {2500, 700, 1}, {3800, 1500, 2.5f}, {800, 140, 1.5f}, {640, 118, 1.25f}, {450, 136, 1.5f}};

struct LabelledCluster {
  ClusterShapes shapes;
  ClusterTexts texts;
  std::vector<ClusterLabel> labels;
};

LabelledCluster labelled(const ShownRun& run, const Area& area, Language language,
                         std::size_t events) {
  const std::int64_t at = events == 0 ? 0 : run.trace()[events - 1].at;
  const ClusterState state = cluster_at(run.trace(), run.scene, events, at);
  ClusterOptions options;
  options.width = area.width;
  options.height = area.height;
  options.scale = area.scale;
  options.line = 16 * area.scale;
  for (std::uint16_t lane = 0; lane < run.scene.lanes.size(); ++lane) options.lanes.push_back(lane);
  const LabelFont small = noto(14 * area.scale);
  make_room_for_words(Words::in(language), run, state, at, small, options);
  LabelledCluster all;
  all.shapes = lay_out_cluster(run.scene, state, options);
  all.texts = cluster_texts(Words::in(language), run, all.shapes, state, at);
  all.labels = cluster_labels(all.shapes, all.texts, options, small, small);
  return all;
}

bool labels_meet(const ClusterLabel& a, const ClusterLabel& b) {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

bool meets_disc(const ClusterLabel& label, float x, float y, float radius) {
  return std::hypot(std::clamp(x, label.x0, label.x1) - x, std::clamp(y, label.y0, label.y1) - y) <
         radius;
}

std::string first_words(const ClusterLabel& label) {
  return label.words.empty() ? "(a sign)" : label.words[0].text;
}

float far(float x0, float y0, float x1, float y1, const ClusterLabel& label) {
  const float x = (label.x0 + label.x1) / 2;
  const float y = (label.y0 + label.y1) / 2;
  const float square = std::max((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0), 1.0f);
  const float part = std::clamp(((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / square, 0.0f, 1.0f);
  return std::hypot(x0 + part * (x1 - x0) - x, y0 + part * (y1 - y0) - y);
}

// True if another client's link is nearer to the label than the path of its own message.
bool is_at_a_strangers_link(const ClusterLabel& label, const ClusterShapes& shapes) {
  const FlightShape& flight = shapes.flights[label.index];
  const float own = far(flight.x0, flight.y0, flight.x1, flight.y1, label);
  return std::any_of(shapes.links.begin(), shapes.links.end(), [&](const LinkShape& link) {
    return link.link.client != flight.client &&
           far(link.x0, link.y0, link.x1, link.y1, label) < own - 0.01f;
  });
}

/// True if a link crosses the label by more than `slack` pixels.
bool link_strikes(const LinkShape& link, const ClusterLabel& label, float slack = 0) {
  for (float part = 0; part <= 1; part += 0.01f) {
    const float x = link.x0 + part * (link.x1 - link.x0);
    const float y = link.y0 + part * (link.y1 - link.y0);
    if (x > label.x0 + slack && x < label.x1 - slack && y > label.y0 + slack &&
        y < label.y1 - slack)
      return true;
  }
  return false;
}

/// True if a link ends off its node's outline, or begins neither at its client's circle nor right
/// of the client's label.
bool hangs_in_the_void(const LinkShape& link, const LabelledCluster& all, float scale) {
  const PlaceShape& client = *all.shapes.place_of(link.link.client);
  const PlaceShape& other = *all.shapes.place_of(link.link.node);
  const float dx = std::abs(link.x1 - other.x);
  const float dy = std::abs(link.y1 - other.y);
  if (std::abs((other.square ? std::max(dx, dy) : std::hypot(dx, dy)) - other.radius) > 3 * scale)
    return true;
  const float away = std::hypot(link.x0 - client.x, link.y0 - client.y) - client.radius;
  if (std::abs(away) <= 2 * scale) return false;
  return std::none_of(all.labels.begin(), all.labels.end(), [&](const ClusterLabel& label) {
    return label.of == Of::place && all.shapes.places[label.index].lane == client.lane &&
           link.x0 >= label.x1 && link.x0 <= label.x1 + 2 * scale && link.y0 >= label.y0 &&
           link.y0 <= label.y1;
  });
}

/// The first defect of the picture; empty if there is none.
std::string wrong_with(const LabelledCluster& all, const Area& area) {
  for (const ClusterLabel& label : all.labels) {
    const std::string says = "'" + first_words(label) + "'";
    if (label.x0 < 0 || label.y0 < 0 || label.x1 > area.width || label.y1 > area.height)
      return says + " leaves the view";
    for (const ClusterLabel& other : all.labels)
      if (&other != &label && labels_meet(label, other))
        return says + " over " + first_words(other);
    for (const PlaceShape& place : all.shapes.places)
      if (meets_disc(label, place.x, place.y, place.radius)) return says + " over a disc";
    constexpr std::ptrdiff_t crowd = 5;  // number of clients that no longer fit in one column
    const auto clients = std::count_if(
        all.shapes.places.begin(), all.shapes.places.end(),
        [](const PlaceShape& place) { return place.side != LabelSide::left && !place.square; });
    for (const LinkShape& link : all.shapes.links)
      if (label.of == Of::place && clients < crowd &&
          link_strikes(link, label, 1))  // touching the words' edge is allowed
        return "a link through " + says;
    if (label.of == Of::place) continue;
    for (const FlightShape& flight : all.shapes.flights)
      if (meets_disc(label, flight.x, flight.y, 5 * area.scale)) return says + " over a message";
    if (label.of == Of::flight && is_at_a_strangers_link(label, all.shapes))
      return says + " at another client's link";
  }
  for (const LinkShape& link : all.shapes.links)
    if (hangs_in_the_void(link, all, area.scale))
      return "a link of client " + std::to_string(link.link.client) + " ends in the void";
  for (std::size_t i = 0; i < all.shapes.places.size(); ++i)
    if (std::none_of(all.labels.begin(), all.labels.end(), [&](const ClusterLabel& label) {
          return label.of == Of::place && label.index == i && !label.words.empty() &&
                 label.words[0].text == all.texts.places[i][0].text;
        }))
      return "no name at " + all.texts.places[i][0].text;
  return "";
}

class EveryStoryInTheCluster : public testing::TestWithParam<std::string> {};

TEST_P(EveryStoryInTheCluster, HasLabelsThatCoverNothingAtAnyMomentInBothLanguages) {
  const ShownRunPtr run = test::opened(GetParam());
  const std::size_t events = run->trace().size();
  const std::size_t step = events > 400 ? events / 200 : 1;
  for (const Area& area : areas)
    for (const Language language : {Language::english, Language::chinese})
      for (std::size_t i = 0; i <= events; i += step)
        ASSERT_EQ(wrong_with(labelled(*run, area, language, i), area), "")
            << "after " << i << " events, " << area.width << " by " << area.height;
}

/// Every story and variation; the lessons show no others.
std::vector<std::string> all_stories() {
  std::vector<std::string> names;
  const sim::Library library(LOCKLAB_SOURCE_DIR "/assets");
  for (const sim::ScenarioEntry& entry : library.list()) names.push_back(entry.name);
  return names;
}

std::string name_of_story(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(ClusterLabels, EveryStoryInTheCluster, testing::ValuesIn(all_stories()),
                         name_of_story);

std::size_t events_until_first(const ShownRun& run, sim::EventKind kind) {
  for (std::size_t i = 0; i < run.trace().size(); ++i)
    if (run.trace()[i].kind == kind) return i + 1;
  return 0;
}

TEST(ClusterLabels, TheRefusalOfAStaleTokenIsReadBesideNameAndValue) {
  const ShownRunPtr run = test::opened("F06/fenced");
  const std::size_t refused = events_until_first(*run, sim::EventKind::resource_rejected);
  ASSERT_GT(refused, 0u);
  for (const Area& area : areas) {
    if (area.height < 100 * area.scale) continue;
    const LabelledCluster all = labelled(*run, area, Language::english, refused);
    EXPECT_EQ(wrong_with(all, area), "");
    EXPECT_TRUE(std::any_of(all.labels.begin(), all.labels.end(), [](const ClusterLabel& label) {
      return label.of == Of::flight && first_words(label).starts_with("rejected");
    })) << area.width;
  }
}

ShownRunPtr with_clients(std::uint32_t clients) {
  sim::Scenario scenario = sixteen_clients("set_px_lua", 1);
  scenario.clients.resize(clients);
  return make_recorded_run(sim::Library(), sim::simulate(scenario));
}

TEST(ClusterLabels, TwelveAndSixteenClientsKeepTheirNames) {
  for (const std::uint32_t clients : {9, 12, 16}) {
    const ShownRunPtr run = with_clients(clients);
    for (const Area& area : areas)
      for (std::size_t i = 0; area.height > 95 * area.scale && i <= run->trace().size(); i += 7)
        ASSERT_EQ(wrong_with(labelled(*run, area, Language::english, i), area), "")
            << clients << " clients in " << area.width << ", after " << i;
  }
}

/// The words of the label at a node.
std::string words_at(const LabelledCluster& all, const ShownRun& run, NodeId node) {
  std::string words;
  for (const ClusterLabel& label : all.labels)
    if (label.of == Of::place && all.shapes.places[label.index].lane == run.scene.lane_of(node))
      for (const PlacedWords& one : label.words) words += one.text + " | ";
  return words;
}

// Regression: "no AOF" appeared five times where clock and master had no label.
TEST(ClusterLabels, ClockAndMasterComeBeforeFilesLagAndTokens) {
  for (const Area& area : {Area{650, 100, 1.25f}, Area{600, 90, 1.25f}, Area{840, 120, 1}})
    for (const Language language : {Language::english, Language::chinese}) {
      const Words say = Words::in(language);
      const ShownRunPtr jump = test::opened("F12");
      const std::size_t jumped = events_until_first(*jump, sim::EventKind::node_clock);
      ASSERT_GT(jumped, 0u);
      const NodeId wrong = jump->trace()[jumped - 1].node;
      EXPECT_THAT(words_at(labelled(*jump, area, language, jumped), *jump, wrong),
                  testing::HasSubstr(say.fill("cluster.clock", "+450 ms")))
          << area.width;
      const ShownRunPtr failover = test::opened("F11");
      const std::size_t promoted = events_until_first(*failover, sim::EventKind::node_promoted);
      ASSERT_GT(promoted, 0u);
      const NodeId master = failover->trace()[promoted - 1].node;
      const auto before = static_cast<std::size_t>(promoted - 1);
      EXPECT_THAT(words_at(labelled(*failover, area, language, before), *failover, NodeId{0}) +
                      words_at(labelled(*failover, area, language, promoted), *failover, master),
                  testing::HasSubstr(std::string(say("cluster.master"))))
          << area.width;
    }
}

LinkShape link_between(float y0, float y1) {
  LinkShape link;
  link.x0 = 400;
  link.y0 = y0;
  link.x1 = 200;
  link.y1 = y1;
  return link;
}

std::vector<ClusterLabel> labels_of_links(const ClusterShapes& shapes, const std::string& words) {
  ClusterOptions options;
  options.width = 600;
  options.height = 160;
  const ClusterTexts texts{{}, std::vector(shapes.links.size(), words), {}};
  return cluster_labels(shapes, texts, options, noto(14), noto(14));
}

TEST(ClusterLabels, TagsOfTwoCutLinksStandApart) {
  ClusterShapes shapes;
  shapes.links = {link_between(60, 63), link_between(66, 63)};
  for (LinkShape& link : shapes.links) link.link.cut = 3;
  const auto all = labels_of_links(shapes, "cut");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_FALSE(labels_meet(all[0], all[1]));
  EXPECT_EQ(first_words(all[1]), "cut");
}

// Regression: of seven slow links two had words, and four had only two bars.
TEST(ClusterLabels, ManyLinksThatAreBrokenAlikeShareATagWithWords) {
  ClusterShapes shapes;
  for (int i = 0; i < 7; ++i)
    shapes.links.push_back(link_between(80, 20 + 20 * static_cast<float>(i)));
  for (LinkShape& link : shapes.links) link.link.slowed_us = 23'000;
  const auto all = labels_of_links(shapes, "slow 23 ms");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(first_words(all[0]), "slow 23 ms × 7");
}

// Regression: links seemed to end under the names of clients.
TEST(ClusterLabels, NoLinkToTheResourceGoesThroughItsClientsName) {
  for (const char* story : {"F06", "F11", "F12", "F13"}) {
    const ShownRunPtr run = test::opened(story);
    for (const Area& area : areas) {
      const LabelledCluster all = labelled(*run, area, Language::english, run->trace().size() / 2);
      for (const ClusterLabel& label : all.labels) {
        if (label.of != Of::place) continue;
        const PlaceShape& place = all.shapes.places[label.index];
        for (const LinkShape& link : all.shapes.links) {
          const PlaceShape* const other = all.shapes.place_of(link.link.node);
          if (link.link.client != place.lane || !other || !other->square) continue;
          const float room = label.y1 - label.y0 + 2 * area.scale;  // a label and its margin
          if (place.y < room || area.height - place.y < room) continue;
          EXPECT_FALSE(link_strikes(link, label))
              << first_words(label) << " in " << story << ", " << area.width;
        }
      }
    }
  }
}

/// All lines of a node's label just after an event.
std::string told_of_node(const ShownRun& run, std::size_t event, NodeId node) {
  const std::int64_t at = run.trace()[event].at;
  const ClusterState state = cluster_at(run.trace(), run.scene, event + 1, at);
  std::string all;
  const auto lane = static_cast<std::uint16_t>(run.scene.lane_of(node));
  for (const LabelLine& line : cluster_label(Words::in(Language::english), run, state, lane, at))
    all += line.text + "\n";
  return all;
}

// Regression: a killed node showed "bob: 298 ms left" or "replica of n2, lag 1 ms".
TEST(ClusterLabels, ANodeThatIsDownNeverHasSomethingLeftNorLagsBehind) {
  std::size_t deaths = 0;
  bool returns = false;
  for (const std::string& name : library_runs(sim::Library()).names) {
    const auto run = test::opened(name);
    const sim::Trace& trace = run->trace();
    for (std::size_t i = 0; i < trace.size(); ++i) {
      const bool dies = trace[i].kind == sim::EventKind::node_killed;
      const bool follows = trace[i].kind == sim::EventKind::node_demoted && trace[i].detail != 0;
      if (!dies && !follows) continue;
      ++deaths;
      const std::string told = told_of_node(*run, i, trace[i].node);
      EXPECT_THAT(told, testing::Not(testing::HasSubstr(" left"))) << name;
      EXPECT_THAT(told, testing::Not(testing::HasSubstr("lag "))) << name;
      if (follows) {
        EXPECT_THAT(told, testing::HasSubstr("will follow n2")) << name;
      }
      returns = returns || told.find("when it returns: ") != told.npos;
    }
  }
  EXPECT_GT(deaths, 10u);
  EXPECT_TRUE(returns) << "one of them has a file";
}

}  // namespace
}  // namespace locklab::app
