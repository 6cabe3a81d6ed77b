#include "app/timeline/scene/scene.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "tests/support/drawn_run.h"
#include "tests/support/stories.h"

namespace locklab::app {
namespace {

const std::vector<Span>& strip(const Scene& scene, Holding kind) {
  return scene.holding[static_cast<std::size_t>(kind)];
}

std::size_t alarms(const Scene& scene, MarkKind kind) {
  return static_cast<std::size_t>(
      std::count_if(scene.alarms.begin(), scene.alarms.end(),
                    [&](const Mark& mark) { return mark.kind == kind; }));
}

/// True if the clients' and the servers' accounts name the same holders at this time.
bool agree(const Scene& scene, std::int64_t at) {
  std::vector<std::uint16_t> holders[2];
  for (int k = 0; k < 2; ++k)
    for (const Span& span : strip(scene, static_cast<Holding>(k)))
      if (span.from <= at && at < span.to) holders[k].push_back(span.owner);
  return holders[0] == holders[1];
}

TEST(Scene, ABeliefThatOutlivesTheServersIsALongerSpan) {
  const auto [judged, scene] = test::drawn("F06_pause_past_ttl");
  const Span& alice_believes = strip(scene, Holding::believes)[0];
  const Span& servers_say_alice = strip(scene, Holding::servers)[0];
  EXPECT_EQ(alice_believes.owner, 0);
  EXPECT_EQ(servers_say_alice.owner, 0);
  EXPECT_GT(alice_believes.to, servers_say_alice.to + 300'000);
  EXPECT_TRUE(agree(scene, 10'000));
  EXPECT_FALSE(agree(scene, 310'000));
}

TEST(Scene, TheServersSayThatAClientHoldsWhileAQuorumHasItsValue) {
  const auto [judged, scene] = test::drawn("F12_redlock_clock_jump");
  const std::vector<Span>& servers = strip(scene, Holding::servers);
  ASSERT_GE(servers.size(), 2u);
  // n3 lost alice's key early: with two votes of five she has no majority.
  const auto jumps = test::events_of(judged.trace, sim::EventKind::node_clock);
  EXPECT_EQ(servers[0].owner, 0);
  EXPECT_EQ(servers[0].to, judged.trace[jumps.back()].at);
  EXPECT_EQ(servers[1].owner, 1);
  // For a while both clients believe that they hold the lock.
  EXPECT_GT(strip(scene, Holding::believes)[0].to, strip(scene, Holding::believes)[1].from);
}

TEST(Scene, AJumpOfANodesClockMovesTheEndOfItsLease) {
  const auto [judged, scene] = test::drawn("F12_redlock_clock_jump/smaller_jump");
  bool moved = false;
  for (const auto& keys : scene.keys)
    for (std::size_t i = 1; i < keys.size(); ++i)
      moved = moved || (keys[i].from == keys[i - 1].to && keys[i].owner == keys[i - 1].owner &&
                        keys[i].lease_end < keys[i - 1].lease_end);
  EXPECT_TRUE(moved);
}

TEST(Scene, MessagesKnowTheirLegs) {
  const auto [judged, scene] = test::drawn("F17_lost_reply");
  std::size_t answered = 0;
  std::size_t lost = 0;
  for (const Message& message : scene.messages) {
    EXPECT_EQ(judged.trace[message.sent].kind, sim::EventKind::sent);
    EXPECT_LE(message.from, message.to);
    answered += message.received != none_at;
    lost += message.lost != none_at;
    EXPECT_FALSE(message.received != none_at && message.lost != none_at);
  }
  EXPECT_GT(answered, 0u);
  EXPECT_GT(lost, 0u);
}

TEST(Scene, BarsOfALaneFollowEachOtherWithoutOverlap) {
  for (const char* name : {"F01", "F06", "F11", "F14", "F18", "F21", "F27"}) {
    const auto [judged, scene] = test::drawn(name);
    for (const auto& bars : scene.bars)
      for (std::size_t i = 0; i < bars.size(); ++i) {
        EXPECT_LT(bars[i].from, bars[i].to) << name;
        EXPECT_LE(i == 0 ? 0 : bars[i - 1].to, bars[i].from) << name;
      }
  }
}

TEST(Scene, EveryBrokenPromiseIsAMarkAndAClash) {
  const auto [judged, scene] = test::drawn("F06_pause_past_ttl");
  const auto broken = static_cast<std::size_t>(
      std::count_if(judged.verdicts.begin(), judged.verdicts.end(),
                    [](const sim::Verdict& v) { return v.kept == sim::Kept::broken; }));
  EXPECT_EQ(alarms(scene, MarkKind::violation), broken);
  ASSERT_EQ(scene.clashes.size(), broken);
  for (const Clash& clash : scene.clashes) EXPECT_LT(clash.from, clash.to);
}

/// The time of the client's first event of this kind, in us.
std::int64_t when(const sim::Trace& trace, sim::EventKind kind, std::uint16_t client) {
  const auto found = test::events_where(trace, [&](const sim::Event& event) {
    return event.kind == kind && index(event.client) == client;
  });
  return trace[found.at(0)].at;
}

TEST(Scene, TwoWhoAreInsideCollideFromTheSecondsEntryUntilOneLeaves) {
  for (const char* name : {"F06_pause_past_ttl", "F12_redlock_clock_jump"}) {
    const auto [judged, scene] = test::drawn(name);
    const auto clash = std::find_if(
        scene.clashes.begin(), scene.clashes.end(), [&verdicts = judged.verdicts](const Clash& c) {
          return verdicts[c.verdict].property == sim::Property::mutual_exclusion;
        });
    ASSERT_NE(clash, scene.clashes.end());
    EXPECT_EQ(clash->from, when(judged.trace, sim::EventKind::entered, 1)) << name;
    EXPECT_EQ(clash->to, std::min(when(judged.trace, sim::EventKind::left, 0),
                                  when(judged.trace, sim::EventKind::left, 1)))
        << name;
  }
}

TEST(Scene, WhereOneCommandDoesTheWorkNobodyIsInsideOrHolds) {
  for (const char* name : {"F27_lost_update/decr", "F27_lost_update/lua"}) {
    const auto [judged, scene] = test::drawn(name);
    for (std::size_t lane = 0; lane < scene.clients; ++lane)
      for (const Span& span : scene.bars[lane]) {
        EXPECT_NE(span.bar, Bar::inside);
        EXPECT_NE(span.bar, Bar::believes);
      }
    EXPECT_TRUE(strip(scene, Holding::believes).empty());
    EXPECT_EQ(strip(scene, Holding::resource).size(), 2u) << "alice's write and bob's";
    std::size_t writes = 0;
    for (const Mark& mark : scene.marks)
      if (mark.kind == MarkKind::wrote) {
        ++writes;
        EXPECT_EQ(scene.lanes[mark.lane].kind, LaneKind::node);
      }
    EXPECT_EQ(writes, 2u);
    const ClusterState end = cluster_at(judged.trace, scene, judged.trace.size(), scene.end);
    for (const ClusterClient& client : end.clients) {
      EXPECT_TRUE(client.finished);
      EXPECT_FALSE(client.progress.inside);
    }
  }
}

TEST(Scene, AFailoverEndsWhatTheServersSaid) {
  const auto [judged, scene] = test::drawn("F11_failover_lost_lock");
  const std::vector<Span>& servers = strip(scene, Holding::servers);
  ASSERT_GE(servers.size(), 2u);
  EXPECT_EQ(servers[0].owner, 0);
  EXPECT_EQ(servers[1].owner, 1);
  EXPECT_LE(servers[0].to, servers[1].from);
}

TEST(Scene, EventsUntilAMomentAreThoseUpToAndIncludingIt) {
  const test::DrawnRun run = test::drawn("F01");
  const sim::Trace& trace = run.trace();
  EXPECT_EQ(events_until(trace, -1), 0u);
  EXPECT_EQ(events_until(trace, trace.back().at), trace.size());
  const std::size_t some = events_until(trace, trace[5].at);
  EXPECT_GT(some, 5u);
  EXPECT_GT(trace[some].at, trace[5].at);
}

}  // namespace
}  // namespace locklab::app
