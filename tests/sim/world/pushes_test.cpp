// Frames that a node pushes: they travel like replies and reach the client that listens, and a
// connection that ends takes its subscriptions with it. The service here is Redis's channels.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "sim/world/dice.h"
#include "sim/world/world.h"
#include "tests/support/faults.h"
#include "tests/support/golden_text.h"

namespace locklab::sim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Log = std::vector<std::string>;

/// Two clients without programs of their own: alice listens, bob publishes.
class Listening {
 public:
  static constexpr NodeId n1{0};
  static constexpr ClientId alice{0};
  static constexpr ClientId bob{1};
  World& world() {
    if (!world_) world_ = std::make_unique<World>(scenario_, dice_);
    return *world_;
  }
  /// alice subscribes, and logs the first `frames` frames, waiting at most `patience` for each.
  void listen(int frames, Duration patience = 100ms) {
    world().run_also(alice, [this, frames, patience](Actor& self) {
      return log_frames(self, frames, patience, &log);
    });
  }
  /// alice runs this program, besides others of hers.
  void alice_runs(Task<> (*program)(Env&, Log*)) {
    world().run_also(alice, [this, program](Actor& self) { return program(self, &log); });
  }
  /// bob publishes `words` when the world's time is `at`.
  void publish(Duration at, std::string words) {
    world().run_also(bob, [at, words](Actor& self) { return say(self, at, words); });
  }
  void strike(const Fault& fault) { scenario_.faults.push_back(fault); }
  const Trace& run() {
    world().run();
    return world().trace();
  }

  static Task<> log_frames(Env& env, int frames, Duration patience, Log* log) {
    const Reply done = co_await env.call(n1, subscribe("news"), 20ms);
    if (done.is_unknown()) log->push_back("not subscribed: " + done.text);
    for (int i = 0; i < frames; ++i) {
      const Reply frame = co_await env.listen(n1, patience);
      const Time now = env.monotonic_now();
      log->push_back(std::to_string(us(now) / 1000) +
                     " ms: " + (frame.is_unknown() ? frame.text : frame.items[2].text));
    }
  }
  static Task<> say(Env& env, Duration at, std::string words) {
    co_await env.sleep(at);
    co_await env.call(n1, locklab::publish("news", words), 20ms);
  }

  Scenario scenario_ = idle_world();
  Log log;

 private:
  Dice dice_{1};
  std::unique_ptr<World> world_;
};

struct Pushes : testing::Test, Listening {};

TEST_F(Pushes, ComeToWhoeverListensInTheirOrder) {
  listen(2);
  publish(10ms, "first");
  publish(11ms, "second");
  const Trace& trace = run();
  EXPECT_THAT(log, ElementsAre("12 ms: first", "13 ms: second"));
  EXPECT_EQ(count(trace, EventKind::pushed), 2u);
  EXPECT_EQ(count(trace, EventKind::push_received, alice), 2u);
  const Event* const pushed = first(trace, EventKind::pushed);
  const Event* const received = first(trace, EventKind::push_received);
  EXPECT_EQ(pushed->message, received->message);
  EXPECT_EQ(trace.text(*pushed), trace.text(*received));
  EXPECT_EQ(pushed->detail, received->detail);
  EXPECT_EQ(pushed->detail, static_cast<std::uint8_t>(Reply::Kind::array));
  EXPECT_EQ(pushed->node, n1);
  EXPECT_EQ(pushed->client, alice);
}

TEST_F(Pushes, ThatComeWhileNobodyListensAreKept) {
  alice_runs([](Env& env, Log* to) -> Task<> {
    co_await env.call(n1, subscribe("news"), 20ms);
    co_await env.sleep(50ms);
    const Reply frame = co_await env.listen(n1, 10ms);
    to->push_back(frame.items[2].text);
  });
  publish(10ms, "early");
  run();
  EXPECT_THAT(log, ElementsAre("early"));
}

TEST_F(Pushes, AreWaitedForOnlySoLong) {
  listen(1, 30ms);
  run();
  EXPECT_THAT(log, ElementsAre("32 ms: timeout"));
}

TEST_F(Pushes, ACommandsConnectionGoesOnBesideThem) {
  listen(1);
  alice_runs([](Env& env, Log* to) -> Task<> {
    co_await env.sleep(5ms);
    const Reply value = co_await env.call(n1, get("locklab:x"), 20ms);
    to->push_back(as_printed(value));
  });
  publish(10ms, "news");
  run();
  EXPECT_THAT(log, ElementsAre("(nil)", "12 ms: news"));
}

TEST(Pushing, IsHeldUpOrEndedByFaults) {
  Fault kill = on_node(FaultKind::kill, 20ms);
  kill.restart_after = 1ms;
  Fault power = on_node(FaultKind::kill, 20ms);
  power.power = true;
  const struct {
    const char* what;
    Fault fault;
    Duration published;
    Log log;
  } rows[] = {
      {"a cut link", for_ms(on_link(FaultKind::cut, 5ms), 40ms), 10ms, {"46 ms: news"}},
      {"a paused client", for_ms(on_client(FaultKind::pause, 5ms), 40ms), 10ms, {"45 ms: news"}},
      {"a node that forgets who listens", kill, 40ms, {"20 ms: not subscribed"}},
      {"a connection's end", on_link(FaultKind::reset, 20ms), 40ms, {"20 ms: not subscribed"}},
      {"a power loss, of which nobody hears", power, 40ms, {"102 ms: timeout"}}};
  for (const auto& [what, fault, published, log] : rows) {
    SCOPED_TRACE(what);
    Listening here;
    here.strike(fault);
    here.listen(1);
    here.publish(published, "news");
    const Trace& trace = here.run();
    EXPECT_EQ(here.log, log);
    EXPECT_EQ(count(trace, EventKind::pushed), published == 10ms ? 1u : 0u);
    EXPECT_EQ(count(trace, EventKind::push_received), published == 10ms ? 1u : 0u);
  }
}

TEST_F(Pushes, ThatAreOverSayNothingMoreToAListenerWhoGoesOn) {
  Fault kill = on_node(FaultKind::kill, 20ms);
  kill.restart_after = 1ms;
  strike(kill);
  listen(2);
  run();
  EXPECT_THAT(log, ElementsAre("20 ms: not subscribed", "20 ms: not subscribed"));
}

TEST_F(Pushes, ReachNobodyWhoHasCrashed) {
  strike(on_client(FaultKind::crash, 11ms + 500us));
  listen(1);
  publish(10ms, "too late");
  const Trace& trace = run();
  EXPECT_THAT(log, IsEmpty());
  EXPECT_EQ(count(trace, EventKind::pushed), 1u);
  EXPECT_EQ(count(trace, EventKind::push_received), 0u);
  EXPECT_EQ(first(trace, EventKind::message_lost, alice)->message,
            first(trace, EventKind::pushed)->message);
}

TEST_F(Pushes, AreLostWithANodeThatDiesBeforeTheyLeave) {
  strike(when(EventKind::pushed, on_node(FaultKind::kill, 0ms)));
  listen(1);
  publish(10ms, "never sent");
  const Trace& trace = run();
  EXPECT_THAT(log, ElementsAre("11 ms: not subscribed"));
  EXPECT_EQ(trace.text(*first(trace, EventKind::message_lost, alice)), "connection lost");
}

/// Otherwise a frame of the old connection could be read after later ones.
TEST_F(Pushes, OfAnEarlierConnectionAreNotReadOnceTheListenerHasANewOne) {
  Fault hold = for_ms(on_link(FaultKind::hold, 9ms), 60ms);
  hold.count = 1;
  strike(hold);
  Fault kill = on_node(FaultKind::kill, 15ms);
  kill.restart_after = 1ms;
  strike(kill);
  alice_runs([](Env& env, Log* to) -> Task<> {
    for (int i = 0; i < 3; ++i) {
      co_await env.call(n1, subscribe("news"), 20ms);
      const Reply frame = co_await env.listen(n1, 100ms);
      to->push_back(frame.kind == Reply::Kind::array ? frame.items[2].text : frame.text);
      co_await env.sleep(5ms);
    }
  });
  publish(10ms, "before the crash");
  publish(30ms, "after it");
  const Trace& trace = run();
  EXPECT_THAT(log, ElementsAre("not subscribed", "after it", "timeout"));
  const Event& lost = *first(trace, EventKind::message_lost, alice);
  EXPECT_EQ(lost.message, first(trace, EventKind::pushed)->message);
  EXPECT_THAT(trace.text(lost), test::IsGolden());
}

TEST_F(Pushes, AfterAFailoverTheNewMasterIsListenedTo) {
  NodeSpec replica;
  replica.name = "n2";
  replica.replica_of = "n1";
  scenario_.nodes.push_back(replica);
  strike(on_node(FaultKind::promote, 5ms, 1));  // both clients are informed
  alice_runs([](Env& env, Log* to) -> Task<> {
    co_await env.call(n1, subscribe("news"), 20ms);
    co_await env.sleep(10ms);
    const Reply before = co_await env.listen(n1, 10ms);
    to->push_back(before.text);
    co_await env.call(n1, subscribe("news"), 20ms);
    const Reply frame = co_await env.listen(n1, 100ms);
    to->push_back(frame.items[2].text);
  });
  publish(30ms, "from the new master");
  const Trace& trace = run();
  EXPECT_THAT(log, ElementsAre("not subscribed", "from the new master"));
  EXPECT_EQ(first(trace, EventKind::pushed)->node, NodeId{1});
}

TEST_F(Pushes, ListeningWithoutASubscriptionEndsAtOnce) {
  alice_runs([](Env& env, Log* to) -> Task<> {
    const Reply frame = co_await env.listen(n1, 100ms);
    to->push_back(frame.text);
  });
  while (log.empty() && world().step()) {
  }
  EXPECT_EQ(world().now(), 0);
  EXPECT_THAT(log, ElementsAre("not subscribed"));
}

TEST_F(Pushes, TheSameRunGivesTheSameTrace) {
  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < 2; ++i) {
    Dice dice(7);
    World world(scenario_, dice);
    Log ignored;
    world.run_also(alice, [&ignored](Actor& self) { return log_frames(self, 3, 30ms, &ignored); });
    world.run_also(bob, [](Actor& self) { return say(self, 5ms, "x"); });
    world.run();
    hashes.push_back(world.trace().hash());
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

}  // namespace
}  // namespace locklab::sim
