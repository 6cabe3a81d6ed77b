#include "app/gui/layout/cluster_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "app/gui/layout/cluster_words.h"
#include "sim/trace/sentence.h"
#include "tests/support/golden_text.h"
#include "tests/support/opened_run.h"

namespace locklab::app {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Field;
using testing::HasSubstr;
using testing::Not;

ClusterOptions all_lanes(const Scene& scene, float width = 850, float height = 250) {
  ClusterOptions options;
  options.width = width;
  options.height = height;
  for (std::uint16_t lane = 0; lane < scene.lanes.size(); ++lane) options.lanes.push_back(lane);
  return options;
}

ClusterState state_at(const ShownRun& run, std::int64_t at) {
  return cluster_at(run.trace(), run.scene, events_until(run.trace(), at), at);
}

TEST(ClusterLayout, EveryLaneHasAPlaceWithItsHaloInsideTheViewAndNoTwoOverlap) {
  constexpr float halo = 5;
  for (const char* name :
       {"F06_pause_past_ttl", "F11_failover_lost_lock", "F12_redlock_clock_jump", "F16_split_vote"})
    for (const float height : {120.0f, 150.0f, 190.0f, 250.0f, 600.0f}) {
      SCOPED_TRACE(std::string(name) + " " + std::to_string(height));
      const ShownRunPtr run = test::opened(name);
      const ClusterOptions wanted = all_lanes(run->scene, 600, height);
      const ClusterShapes shapes =
          lay_out_cluster(run->scene, state_at(*run, run->scene.end / 2), wanted);
      ASSERT_EQ(shapes.places.size(), run->scene.lanes.size());
      for (const PlaceShape& a : shapes.places) {
        EXPECT_GE(a.x - a.radius - halo, 0);
        EXPECT_LE(a.x + a.radius + halo, wanted.width);
        EXPECT_GE(a.y - a.radius - halo, 0);
        EXPECT_LE(a.y + a.radius + halo, height);
        for (const PlaceShape& b : shapes.places) {
          if (a.lane == b.lane) continue;
          EXPECT_GT(std::hypot(a.x - b.x, a.y - b.y), a.radius + b.radius);
        }
      }
    }
}

TEST(ClusterLayout, ManyClientsStandBesideEachOtherRatherThanOverEachOther) {
  Scene scene;
  ClusterState state;
  scene.clients = 60;
  for (std::uint16_t i = 0; i < 60; ++i) scene.lanes.push_back({LaneKind::client, i, "c"});
  state.clients.resize(60);
  const ClusterShapes shapes = lay_out_cluster(scene, state, all_lanes(scene));
  for (const PlaceShape& a : shapes.places) {
    EXPECT_EQ(a.side, LabelSide::right);
    for (const PlaceShape& b : shapes.places) {
      if (a.lane != b.lane) {
        EXPECT_GT(std::hypot(a.x - b.x, a.y - b.y), a.radius + b.radius);
      }
    }
  }
}

TEST(ClusterLayout, TheRingIsAsLongAsTheLeaseThatIsLeft) {
  const ShownRunPtr run = test::opened("F06_pause_past_ttl");
  const ClusterState state = state_at(*run, 152'000);
  const ClusterShapes shapes = lay_out_cluster(run->scene, state, all_lanes(run->scene));
  ASSERT_EQ(shapes.rings.size(), 1u);
  EXPECT_EQ(shapes.rings[0].owner, 0);
  EXPECT_NEAR(shapes.rings[0].part, 0.5, 0.02);
}

TEST(ClusterLayout, AMessageIsOnItsLinkAndRequestsAndRepliesDoNotMeet) {
  const ShownRunPtr run = test::opened("F06_pause_past_ttl");
  const Message& message = run->scene.messages[0];
  const auto flight_at = [&](std::int64_t at) {
    const ClusterShapes shapes =
        lay_out_cluster(run->scene, state_at(*run, at), all_lanes(run->scene));
    EXPECT_EQ(shapes.flights.size(), 1u);
    return shapes.flights.at(0);
  };
  const std::int64_t ran = run->trace()[message.ran].at;
  const FlightShape early = flight_at(message.from + (ran - message.from) / 4);
  const FlightShape late = flight_at(message.from + (ran - message.from) * 3 / 4);
  const FlightShape back = flight_at(ran + (message.to - ran) / 4);
  EXPECT_GT(early.x, late.x);  // nodes are on the left
  EXPECT_LT(early.to_x, 0);
  EXPECT_GT(back.to_x, 0);
  EXPECT_TRUE(back.reply);
  EXPECT_GT(std::hypot(late.x - back.x, late.y - back.y), 6);
}

TEST(ClusterLayout, ALinkEndsAtTheOutlinesOfWhatItJoins) {
  for (const float height : {150.0f, 250.0f, 900.0f}) {
    const ShownRunPtr run = test::opened("F06_pause_past_ttl");
    const ClusterShapes shapes =
        lay_out_cluster(run->scene, state_at(*run, 0), all_lanes(run->scene, 850, height));
    ASSERT_FALSE(shapes.links.empty());
    for (const LinkShape& link : shapes.links) {
      const PlaceShape& client = *shapes.place_of(link.link.client);
      const PlaceShape& other = *shapes.place_of(link.link.node);
      EXPECT_NEAR(std::hypot(link.x0 - client.x, link.y0 - client.y), client.radius, 2) << height;
      const float dx = std::abs(link.x1 - other.x);
      const float dy = std::abs(link.y1 - other.y);
      const float out = other.square ? std::max(dx, dy) : std::hypot(dx, dy);
      EXPECT_NEAR(out, other.radius, 3) << height << (other.square ? " the resource" : " a node");
    }
  }
}

TEST(ClusterLayout, AHiddenLaneTakesItsLinksAlong) {
  const ShownRunPtr run = test::opened("F06_pause_past_ttl");
  const ClusterState state = state_at(*run, 100'000);
  ClusterOptions without_bob = all_lanes(run->scene);
  const std::size_t all = lay_out_cluster(run->scene, state, without_bob).links.size();
  std::erase(without_bob.lanes, 1);
  const ClusterShapes shapes = lay_out_cluster(run->scene, state, without_bob);
  EXPECT_EQ(shapes.links.size(), all - 2);
  EXPECT_EQ(shapes.place_of(1), nullptr);
}

TEST(ClusterLayout, ClientsAreLinkedToMastersAndReplicasToTheirMaster) {
  const ShownRunPtr run = test::opened("F11_failover_lost_lock");
  const ClusterShapes shapes =
      lay_out_cluster(run->scene, state_at(*run, 0), all_lanes(run->scene));
  EXPECT_EQ(shapes.replication.size(), 2u);
  // Links of two clients to the master and to the resource.
  EXPECT_EQ(shapes.links.size(), 4u);
}

TEST(ClusterWords, SayWhoseKeyANodeHasAndWhatIsWrongWithItsClock) {
  const Words& say = Words::in(Language::english);
  const ShownRunPtr run = test::opened("F12_redlock_clock_jump");
  std::int64_t jump = 0;
  for (std::size_t i = 0; i < run->trace().size(); ++i)
    if (run->trace()[i].kind == sim::EventKind::node_clock) jump = run->trace()[i].at;
  const auto n3 = static_cast<std::uint16_t>(run->scene.clients + 2);
  const auto labels = [&](std::int64_t at) {
    return cluster_label(say, *run, state_at(*run, at), n3, at);
  };
  const auto says = [](const char* what) {
    return Contains(Field(&LabelLine::text, HasSubstr(what)));
  };
  EXPECT_THAT(labels(jump - 1), AllOf(says("alice: "), Not(says("clock"))));
  EXPECT_THAT(labels(jump), AllOf(says("clock +"), Not(says("alice: "))));
}

// In F13, carol has another lock on the same node; the run is about alice's and bob's.
TEST(ClusterWords, ANodeSpeaksOfTheLockThatTheRunIsAbout) {
  const Words& say = Words::in(Language::english);
  const ShownRunPtr run = test::opened("F13_redlock_crash_restart");
  const sim::Trace& trace = run->trace();
  const std::size_t n3 = 2;
  const auto lane = static_cast<std::uint16_t>(run->scene.clients + n3);
  bool both = false, others = false;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const ClusterState now = cluster_at(trace, run->scene, i + 1, trace[i].at);
    const ClusterNode& node = now.nodes[n3];
    if (node.condition != NodeCondition::up || node.keys.empty()) continue;
    const std::string words = node_state_words(say, *run, node);
    const std::string first = cluster_label(say, *run, now, lane, trace[i].at)[1].text;
    if (node.keys.size() == 2) {
      both = true;
      EXPECT_THAT(words, Not(HasSubstr("carol")));
      EXPECT_THAT(first, Not(HasSubstr("carol")));
    } else if (trace.name_of(node.keys.front().key) != "locklab:lock") {
      others = true;
      EXPECT_THAT(words, test::IsGolden());
      EXPECT_THAT(first, testing::StartsWith("other carol"));
    }
  }
  EXPECT_TRUE(both);
  EXPECT_TRUE(others);
}

TEST(ClusterWords, TellOneWayCutsFromWholeOnes) {
  const Words& say = Words::in(Language::english);
  ClusterLink link;
  EXPECT_EQ(link_fault_words(say, link), "");
  link.cut = 2;
  EXPECT_EQ(link_fault_words(say, link), "replies cut");
  link.cut = 3;
  link.slowed_us = 25'000;
  EXPECT_THAT(link_fault_words(say, link), test::IsGolden());
}

/// The number of values that a text is filled with: that of its places, where those with a number
/// may name a value twice.
std::size_t values_of(std::string_view text) {
  std::size_t unnumbered = 0;
  std::set<char> numbered;
  for (std::size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at + 1)) {
    if (text.substr(at, 2) == "{}") ++unnumbered;
    if (at + 2 < text.size() && std::isdigit(static_cast<unsigned char>(text[at + 1])) != 0)
      numbered.insert(text[at + 1]);
  }
  return unnumbered + numbered.size();
}

TEST(Words, TextsWithPlacesToFillHaveAsManyInBothLanguages) {
  for (const auto& [key, text] : Words::in(Language::english).all())
    EXPECT_EQ(values_of(text), values_of(Words::in(Language::chinese)(key))) << key;
}

}  // namespace
}  // namespace locklab::app
