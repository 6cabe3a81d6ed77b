// The precondition of a script: the search skips orders in which it does not hold, so a wrong one
// could hide a broken lock.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "lock/command.h"
#include "lock/reply.h"
#include "lock/scripts.h"
#include "sim/service/redis/redis_service.h"
#include "sim/trace/fingerprint.h"

namespace locklab::test {
namespace {

struct NoHost : sim::ServiceHost {
  void key_changed(const sim::KeyChange&) override {}
  void accessed(const sim::Event&) override {}
  void ready(sim::Ticket) override {}
  void busy(const char*) override {}
  void push(sim::SessionId, Reply) override {}
  std::int64_t replicas_with(std::uint64_t) const override { return 0; }
};

struct Server {
  NoHost host;
  sim::RedisService service{host, {}};
  std::unique_ptr<sim::ServiceSession> session = service.open(1);

  Reply run(const Command& command) {
    Reply reply;
    service.run(*session, command, {.message = 1}, 1'000'000, reply);
    return reply;
  }
  std::uint64_t state() const {
    sim::Fingerprint print;
    service.fingerprint(print);
    return print.value();
  }
};

Command with_token(const Script& script, std::string_view token) {
  Command command = eval(script, {"lock"});
  command.add(token).add(1000);
  return command;
}

TEST(Condition, AScriptThatComparesFirstAsksForItsArgumentUnderItsKey) {
  const Server server;
  for (const Script* script : {&scripts::release_if_owner, &scripts::renew_if_owner}) {
    const Command command = with_token(*script, "mine");
    const auto condition = server.service.asks_for(command);
    ASSERT_TRUE(condition) << script->name;
    EXPECT_EQ(condition->key, "lock");
    EXPECT_EQ(condition->text, "mine");
  }
}

TEST(Condition, WithoutItTheScriptChangesNothingAndAnswersTheSame) {
  for (const Script* script : {&scripts::release_if_owner, &scripts::renew_if_owner}) {
    Server server;
    const Command command = with_token(*script, "mine");
    EXPECT_TRUE(server.run(command).is(0)) << "there is no key";
    server.run(set_px("lock", "another's", std::chrono::seconds(9)));
    server.run(set_px("other", "mine", std::chrono::seconds(9)));
    const std::uint64_t before = server.state();
    EXPECT_TRUE(server.run(command).is(0)) << script->name;
    EXPECT_EQ(server.state(), before) << script->name;
  }
}

TEST(Condition, AScriptThatDoesSomethingOtherwiseAsksForNothing) {
  const Server server;
  for (const Script* script : {&scripts::extend_if_owner_or_absent, &scripts::setnx_expire,
                               &scripts::admit, &scripts::sell, &scripts::claim_with_fence})
    EXPECT_FALSE(server.service.asks_for(with_token(*script, "mine"))) << script->name;
  EXPECT_FALSE(server.service.asks_for(del("lock")));
}

TEST(Condition, AScriptThatGoesOnAfterItsComparisonAsksForNothing) {
  const Server server;
  constexpr std::string_view head = "-- A lock.\nif redis.call(\"GET\", KEYS[1]) == ARGV[1] then\n";
  for (const std::string_view rest : {
           "  return 1\nend\nredis.call(\"DEL\", KEYS[1])\nreturn 0\n",
           "  return 1\nelse\n  redis.call(\"DEL\", KEYS[1])\nend\nreturn 0\n",
           "  return 1\nend\nreturn 1\n",
       }) {
    const std::string text = std::string(head) + std::string(rest);
    const Script script{"other", text, "0123456789012345678901234567890123456789"};
    EXPECT_FALSE(server.service.asks_for(with_token(script, "mine"))) << text;
  }
}

}  // namespace
}  // namespace locklab::test
