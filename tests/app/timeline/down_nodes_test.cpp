// A node that is down: its keys cannot be read, and those lost with its process are gone at once;
// and the doubts about a lock that clients believe to hold.
#include <gtest/gtest.h>

#include <set>

#include "app/timeline/scene/cluster_state.h"
#include "app/timeline/scene/shapes.h"
#include "tests/support/stories.h"

namespace locklab::app {
namespace {

using sim::EventKind;

TEST(DownNode, HasNoKeyInAnyStoryKeepsForLaterWhatItWillHaveAndHasNoReplicaThatIsBehind) {
  std::size_t deaths = 0, kept = 0, lost = 0, replicas = 0;
  for (const ShownRunPtr& run : test::every_story()) {
    const sim::Trace& trace = run->trace();
    for (const std::uint32_t death : test::events_of(trace, EventKind::node_killed)) {
      SCOPED_TRACE(testing::Message() << run->judged.name << " at " << trace[death].at);
      ++deaths;
      std::set<std::uint16_t> forgotten;
      for (std::size_t j = death + 1; j < trace.size() && trace[j].kind == EventKind::key_lost; ++j)
        forgotten.insert(trace[j].key);
      const ClusterState state = cluster_at(trace, run->scene, death + 1, trace[death].at);
      const std::size_t down = index(trace[death].node);
      EXPECT_TRUE(state.nodes[down].keys.empty());
      for (const ClusterKey& key : state.nodes[down].saved)
        EXPECT_FALSE(forgotten.contains(key.key)) << "it has forgotten it";
      kept += state.nodes[down].saved.size();
      lost += forgotten.size();
      // A replica of a node that is down is never behind, since nothing more can arrive.
      for (const ClusterNode& node : state.nodes) {
        if (node.master != static_cast<std::int32_t>(down)) continue;
        ++replicas;
        EXPECT_FALSE(node.behind);
      }
    }
  }
  EXPECT_GT(deaths, 10u);
  EXPECT_GT(kept, 0u) << "a file survives a process";
  EXPECT_GT(lost, 0u);
  EXPECT_GT(replicas, 0u);
}

/// Regression: "key lost" lasted to the end of the run, although the new master had the key.
TEST(Doubts, EndWhereTheServersSayItAgainInEveryStory) {
  const ShownRunPtr again = test::opened("F11/set_wait");
  ASSERT_EQ(again->scene.doubted.size(), 1u);
  const Span& doubted = again->scene.doubted.front();
  const sim::Trace& trace = again->trace();
  EXPECT_EQ(trace[doubted.over].kind, EventKind::node_promoted);
  EXPECT_EQ(doubted.to, trace[doubted.over].at);
  for (const ShownRunPtr& run : test::every_story())
    for (const Span& doubt : run->scene.doubted)
      for (const Span& said : run->scene.holding[static_cast<std::size_t>(Holding::servers)]) {
        const bool same = said.owner == doubt.owner && said.key == doubt.key;
        EXPECT_FALSE(same && said.from < doubt.to && doubt.from < said.to)
            << run->judged.name << ": doubted from " << doubt.from << " to " << doubt.to;
      }
}

/// Regression: "key lost" was shown although a replica had the key; only the master was lost.
TEST(Doubts, OfALockThatAReplicaHasAreNotOfALostKey) {
  for (const auto& [name, kept] :
       {std::pair{"F11/set_wait", true}, {"F11_failover_lost_lock", false}}) {
    const ShownRunPtr run = test::opened(name);
    ASSERT_FALSE(run->scene.doubted.empty()) << name;
    const Span& doubted = run->scene.doubted.front();
    EXPECT_EQ(kept_somewhere(run->scene, doubted.owner, doubted.key, doubted.from), kept) << name;
  }
}

/// Regression: "key lost" was shown for an expired lease, where a client woke up later and entered.
TEST(Doubts, OfWhoEntersAfterItsLeaseAreOfTheLease) {
  const ShownRunPtr run = test::opened(
      "F06_pause_past_ttl set={fault={pause={when=\"after n1 ran alice's claim\", plus_ms=0}}}");
  ASSERT_FALSE(run->scene.doubted.empty());
  EXPECT_EQ(run->trace()[run->scene.doubted.front().event].kind, EventKind::key_expired);
}

// Regression: the flag of the failover was right of its effect.
TEST(RulerFlags, ACauseStandsBeforeItsEffectAtAnyWidth) {
  std::size_t pairs = 0;
  for (const ShownRunPtr& run : test::every_story()) {
    TimelineOptions options;
    options.view = fit(run->scene.end);
    for (std::uint16_t lane = 0; lane < run->scene.lanes.size(); ++lane)
      options.lanes.push_back(lane);
    for (const float width : {400.0f, 700.0f, 1500.0f}) {
      options.width = width;
      const TimelineShapes shapes = lay_out_timeline(run->scene, run->trace(), options);
      for (const MarkShape& cause : shapes.alarms)
        for (const MarkShape& effect : shapes.alarms) {
          if (cause.kind == MarkKind::violation || effect.kind != MarkKind::violation) continue;
          if (cause.event >= effect.event) continue;
          ++pairs;
          EXPECT_LT(cause.flag_x, effect.flag_x) << run->judged.name << " at width " << width;
        }
    }
  }
  EXPECT_GT(pairs, 100u);
}

}  // namespace
}  // namespace locklab::app
