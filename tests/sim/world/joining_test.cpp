// Clients and nodes that join and leave while a world runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/check/check.h"
#include "sim/service/service.h"
#include "sim/world/dice.h"
#include "sim/world/world.h"
#include "tests/support/faults.h"

namespace locklab::sim {
namespace {

using testing::ElementsAre;

/// One or two clients that want the lock on n1, in a world that others join and leave.
class Joining : public testing::Test {
 protected:
  static constexpr ClientId alice{0};

  World& world_of(const std::string& settings) {
    scenario_ = calm_world("set_px_lua", settings);
    return world_.emplace(scenario_, dice_);
  }
  static ClientSpec one_more(const std::string& name) {
    ClientSpec client;
    client.name = name;
    client.work = 5ms;
    return client;
  }

  Scenario scenario_;
  Dice dice_{1};
  std::optional<World> world_;
};

/// Steps until the world's time is `at`.
void run_until(World& world, Duration at) {
  while (world.next_at().value_or(us(at)) < us(at)) world.step();
  world.pass_until(us(at));
}

void run_until(World& world, EventKind kind, ClientId client) {
  while (count(world.trace(), kind, client) == 0) ASSERT_TRUE(world.step());
}

TEST_F(Joining, AClientThatComesLaterTakesTheLockInItsTurn) {
  World& world = world_of("clients=1, work_ms=30, rounds=1");
  run_until(world, 10ms);
  const ClientId carol = world.join(one_more("carol"));
  world.run();
  const Trace& trace = world.trace();
  EXPECT_THAT(trace.info.clients, ElementsAre("alice", "carol"));
  EXPECT_EQ(trace.client_name(carol), "carol");
  ASSERT_EQ(count(trace, EventKind::entered, carol), 1u);
  EXPECT_GE(first(trace, EventKind::entered, carol)->at, first(trace, EventKind::left, alice)->at);
  EXPECT_EQ(count(trace, EventKind::finished), 2u);
  for (const Verdict& verdict : check(trace))
    EXPECT_FALSE(verdict.promised && verdict.kept == Kept::broken) << verdict.why;
}

TEST_F(Joining, WhoLeavesInTheMiddleOfItsWorkHasCrashed) {
  World& world = world_of("");
  run_until(world, EventKind::entered, alice);
  world.leave(alice);
  world.run();
  EXPECT_EQ(count(world.trace(), EventKind::client_crashed, alice), 1u);
  EXPECT_EQ(count(world.trace(), EventKind::finished, ClientId{1}), 1u);
}

TEST_F(Joining, WhoLeavesWhenItsWorkIsDoneIsRecordedAsDoneAlone) {
  World& world = world_of("client={bob={start_ms=200}}");
  run_until(world, EventKind::finished, alice);
  run_until(world, 150ms);
  world.leave(alice);
  world.run();
  EXPECT_EQ(count(world.trace(), EventKind::client_crashed), 0u);
  EXPECT_EQ(count(world.trace(), EventKind::finished), 2u);
}

/// Of clients that come and go only their names remain.
TEST_F(Joining, AThousandMayComeAndGo) {
  World& world = world_of("clients=1, client={alice={start_ms=3600000}}");
  world.leave(alice);
  for (int i = 0; i < 1000; ++i) {
    const ClientId guest = world.join(one_more("guest" + std::to_string(i)));
    run_until(world, EventKind::finished, guest);
    world.leave(guest);
  }
  world.run();
  EXPECT_EQ(world.trace().info.clients.size(), 1001u);
  EXPECT_EQ(world.network().live(), 0u);
  EXPECT_EQ(count(world.trace(), EventKind::entered), 1000u);
}

TEST_F(Joining, AReplicaThatComesLaterGetsEverythingAndCanBePromoted) {
  World& world = world_of("clients=1, work_ms=40, rounds=1");
  run_until(world, 10ms);
  const NodeId n2 = world.join(NodeSpec{.name = "n2", .replica_of = "n1"});
  run_until(world, 20ms);
  EXPECT_TRUE(world.node(n2).service().text_at("locklab:lock").has_value());

  world.apply(on_node(FaultKind::promote, 0ms, 1));
  world.run();
  EXPECT_EQ(count(world.trace(), EventKind::released), 1u);
  EXPECT_FALSE(world.node(n2).service().text_at("locklab:lock").has_value())
      << "the release went to the new master";
  EXPECT_EQ(world.trace().node_name(n2), "n2");
}

TEST_F(Joining, ANodeThatLeavesIsGoneForGood) {
  World& world = world_of("clients=1, wait_ms=100");
  world.leave(NodeId{0});
  world.run();
  EXPECT_EQ(count(world.trace(), EventKind::entered), 0u);
  EXPECT_EQ(count(world.trace(), EventKind::gave_up), 2u) << "one for each round";
}

/// A service unlike Redis: it replies to TICK when TOCK has come or after 50 ms, and pushes a frame
/// to each client that has sent HELLO.
class Metronome final : public Service {
 public:
  explicit Metronome(ServiceHost& host) : host_(host) {}

  struct Listener final : ServiceSession {
    explicit Listener(SessionId number) : id(number) {}
    void fingerprint(Fingerprint&) const override {}
    SessionId id;
  };
  std::unique_ptr<ServiceSession> open(SessionId id) override {
    return std::make_unique<Listener>(id);
  }
  Answer run(ServiceSession& session, const Command& command, const Origin& from, std::int64_t,
             Reply& reply) override {
    const std::string_view verb = *command.words().begin();
    if (verb == "TICK") {
      waiting_.push_back(from.message);
      return {Answer::When::later, 50'000};
    }
    if (verb == "TOCK") {
      for (const Ticket one : waiting_) host_.ready(one);
      tocks_ += static_cast<std::int64_t>(waiting_.size());
    }
    if (verb == "HELLO") listener_ = static_cast<Listener&>(session).id;
    if (verb == "TOCK" && listener_) host_.push(*listener_, Reply::bulk("tock"));
    reply = Reply::status("OK");
    return {};
  }
  Reply conclude(Ticket ticket) override {
    std::erase(waiting_, ticket);
    return Reply::number(tocks_);
  }
  void let_time_pass(std::int64_t) override {}
  std::int64_t next_due_ms() const override { return -1; }
  void lose_process(std::int64_t) override { waiting_.clear(); }
  void lose_power(std::int64_t) override { waiting_.clear(); }
  std::size_t key_count() const override { return 0; }
  std::optional<std::string_view> text_at(std::string_view) const override { return std::nullopt; }
  void fingerprint(Fingerprint& print) const override { print.add(tocks_); }

 private:
  ServiceHost& host_;
  std::vector<Ticket> waiting_;
  std::optional<SessionId> listener_;
  std::int64_t tocks_ = 0;
};

Task<> ask(Env& env, NodeId node, Duration at, std::string verb, std::vector<std::string>* log) {
  co_await env.sleep(at);
  const Reply reply = co_await env.call(node, Command(verb), 200ms);
  log->push_back(verb + ": " + as_printed(reply));
}

Task<> hear(Env& env, NodeId node, std::vector<std::string>* log) {
  Command hello("HELLO");
  hello.listens = true;
  co_await env.call(node, std::move(hello), 20ms);
  const Reply frame = co_await env.listen(node, 100ms);
  log->push_back("heard " + frame.text);
}

class AnotherService : public testing::Test {
 protected:
  AnotherService() {
    world_ = std::make_unique<World>(scenario_, dice_);
    node_ = world_->join({.name = "metronome"}, [](ServiceHost& host) -> std::unique_ptr<Service> {
      return std::make_unique<Metronome>(host);
    });
  }
  void ask_at(std::size_t client, Duration at, const std::string& verb) {
    world_->run_also(static_cast<ClientId>(client),
                     [=, this](Actor& self) { return ask(self, node_, at, verb, &log_); });
  }

  Scenario scenario_ = idle_world();
  Dice dice_{1};
  std::unique_ptr<World> world_;
  NodeId node_{};
  std::vector<std::string> log_;
};

TEST_F(AnotherService, AnswersLaterWhenItIsReady) {
  ask_at(0, 1ms, "TICK");
  ask_at(1, 10ms, "TOCK");
  world_->run();
  EXPECT_THAT(log_, testing::UnorderedElementsAre("TOCK: OK", "TICK: (integer) 1"));
  EXPECT_EQ(first(world_->trace(), EventKind::received, ClientId{0})->at, 12'000);
}

TEST_F(AnotherService, AnswersLaterWhenTheTimeIsOver) {
  ask_at(0, 1ms, "TICK");
  world_->run();
  EXPECT_THAT(log_, ElementsAre("TICK: (integer) 0"));
  EXPECT_EQ(first(world_->trace(), EventKind::received)->at, 53'000);
}

TEST_F(AnotherService, FrozenItAnswersWhenItWakes) {
  ask_at(0, 1ms, "TICK");
  world_->apply(for_ms(on_node(FaultKind::stop, 0ms, index(node_)), 100ms));
  world_->run();
  EXPECT_THAT(log_, ElementsAre("TICK: (integer) 0"));
  EXPECT_EQ(first(world_->trace(), EventKind::ran)->at, 150'000)
      << "it came while the node was frozen, and waits from then on";
}

TEST_F(AnotherService, DeadItAnswersNobody) {
  ask_at(0, 1ms, "TICK");
  run_until(*world_, 10ms);
  world_->leave(node_);
  world_->run();
  ASSERT_EQ(log_.size(), 1u);
  EXPECT_THAT(log_[0], testing::HasSubstr("connection lost"));
}

TEST_F(AnotherService, PushesWithoutBeingAsked) {
  world_->run_also(ClientId{0}, [this](Actor& self) { return hear(self, node_, &log_); });
  ask_at(1, 10ms, "TOCK");
  world_->run();
  EXPECT_THAT(log_, testing::UnorderedElementsAre("heard tock", "TOCK: OK"));
}

}  // namespace
}  // namespace locklab::sim
