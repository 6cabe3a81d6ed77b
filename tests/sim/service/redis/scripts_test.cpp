// Scripts beyond parity with a real server: the lab's own guarantees about scripts, and endless
// ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "lock/scripts.h"
#include "tests/support/real_redis.h"
#include "tests/support/simulated_redis.h"

namespace locklab::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr std::string_view busy_text =
    "(error) BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN "
    "NOSAVE.";
constexpr auto blocked = sim::Outcome::Kind::blocked_by_script;

TEST(Scripts, TablesAndFunctionsHaveTheSameNamesInEveryRun) {
  SimulatedRedis redis;
  constexpr std::string_view text =
      "local t, f = {}, function() end return {tostring(t), tostring(f), tostring(t)}";
  const std::string first = redis({"EVAL", text, "0"});
  EXPECT_EQ(first,
            "[\"table: 0x000000000001\", \"function: 0x000000000002\", \"table: 0x000000000001\"]");
  EXPECT_EQ(redis({"EVAL", text, "0"}), first);
}

TEST(Scripts, NothingOutlivesAScriptNotEvenACjsonSetting) {
  SimulatedRedis redis;
  redis({"EVAL", "cjson.encode_sparse_array(true) KEYS[7]='left behind' KEYS.x=1 return 1", "0"});
  EXPECT_THAT(redis({"EVAL", "return cjson.encode({[1]=1,[1000]=2})", "0"}),
              HasSubstr("excessively sparse array"));
  EXPECT_EQ(redis({"EVAL", "return {#KEYS, tostring(KEYS[7]), tostring(KEYS.x)}", "0"}),
            "[(integer) 0, \"nil\", \"nil\"]");
}

TEST(Scripts, KeysAndArgumentsOfOneRunDoNotShowInTheNext) {
  SimulatedRedis redis;
  constexpr std::string_view text = "return {#KEYS, #ARGV, tostring(KEYS[2]), tostring(ARGV[3])}";
  EXPECT_EQ(redis({"EVAL", text, "2", "a", "b", "x", "y", "z"}),
            "[(integer) 2, (integer) 3, \"b\", \"z\"]");
  EXPECT_EQ(redis({"EVAL", text, "1", "a", "x"}), "[(integer) 1, (integer) 1, \"nil\", \"nil\"]");
}

TEST(Scripts, TwoServersShareNoScriptAndNoRandomNumbers) {
  SimulatedRedis one;
  SimulatedRedis two;
  one({"EVAL", "return 1", "0"});
  EXPECT_EQ(two({"SCRIPT", "EXISTS", "e0e1f9fabfc9d4800c877a703b823ac0578ff8db"}), "[(integer) 0]");
  const std::string drawn = one({"EVAL", "return math.random(1000000)", "0"});
  EXPECT_EQ(two({"EVAL", "return math.random(1000000)", "0"}), drawn);
}

TEST(Scripts, OurOwnScriptsRunByTheirNames) {
  SimulatedRedis redis;
  for (const Script* known : all_scripts()) redis.server.preload(*known);
  const Script& release = scripts::release_if_owner;
  redis({"SET", "k", "mine"});
  EXPECT_EQ(redis({"EVALSHA", release.sha1, "1", "k", "yours"}), "(integer) 0");
  EXPECT_EQ(redis({"EVALSHA", release.sha1, "1", "k", "mine"}), "(integer) 1");
  EXPECT_EQ(redis.changes.back(), "deleted k");
}

TEST(Scripts, AScriptSeesOneMomentOnly) {
  SimulatedRedis redis;
  redis({"SET", "k", "v", "PX", "10"});
  redis.now_ms += 10;
  EXPECT_EQ(redis({"EVAL",
                   "for i = 1, 1000 do if not redis.call('GET','k') then return i end end "
                   "return 'stayed'",
                   "0"}),
            "\"stayed\"");
}

TEST(Scripts, AScriptThatEatsMemoryFailsAlone) {
  SimulatedRedis redis;
  EXPECT_THAT(redis({"EVAL", "return string.rep(string.rep('x', 1e5), 1e4)", "0"}),
              HasSubstr("not enough memory"));
  EXPECT_EQ(redis({"EVAL", "return 'well'", "0"}), "\"well\"");
}

TEST(Busy, AnEndlessScriptBlocksAllUntilItIsKilled) {
  SimulatedRedis redis({.script_budget = 100'000});
  sim::Session other;
  EXPECT_EQ(redis.run(redis.session, {"EVAL", "while true do end", "0"}).kind, blocked);
  EXPECT_TRUE(redis.server.busy());
  EXPECT_EQ(redis.by(other, {"GET", "k"}), busy_text);
  EXPECT_FALSE(redis.server.take_killed_script().has_value());
  EXPECT_EQ(redis.by(other, {"SCRIPT", "KILL"}), "OK");
  EXPECT_FALSE(redis.server.busy());
  EXPECT_EQ(as_printed(*redis.server.take_killed_script()),
            "(error) ERR Script killed by user with SCRIPT KILL... script: "
            "694a5fe1ddb97a4c6a1bf299d9537c7d3d0f84e7, on @user_script:1.");
  EXPECT_FALSE(redis.server.take_killed_script().has_value());
  EXPECT_EQ(redis.by(other, {"SCRIPT", "KILL"}),
            "(error) NOTBUSY No scripts in execution right now.");
}

TEST(Busy, AScriptThatHasWrittenCannotBeKilled) {
  SimulatedRedis redis({.script_budget = 100'000});
  sim::Session other;
  redis.run(redis.session, {"EVAL", "redis.call('DEL','none') while true do end", "0"});
  EXPECT_THAT(redis.by(other, {"SCRIPT", "KILL"}), StartsWith("(error) UNKILLABLE Sorry"));
  EXPECT_TRUE(redis.server.busy());
  EXPECT_EQ(redis.run(other, {"SHUTDOWN", "NOSAVE"}).kind, sim::Outcome::Kind::no_reply);
}

TEST(Busy, ATransactionGoesOnAfterItsScriptWasKilled) {
  SimulatedRedis redis({.script_budget = 100'000});
  sim::Session other;
  redis({"MULTI"});
  redis({"SET", "n", "1"});
  redis({"EVAL", "while true do end", "0"});
  redis({"INCR", "n"});
  EXPECT_EQ(redis.run(redis.session, {"EXEC"}).kind, blocked);
  EXPECT_EQ(redis.by(other, {"SCRIPT", "KILL"}), "OK");
  const Reply reply = *redis.server.take_killed_script();
  ASSERT_EQ(reply.items.size(), 3u);
  EXPECT_THAT(reply.items[1].text, StartsWith("ERR Script killed by user"));
  EXPECT_TRUE(reply.items[2].is(2));
}

TEST(Busy, NothingThatAScriptDoesOutlastsItsBudget) {
  for (std::string_view text :
       {"while true do pcall(function() while true do end end) end",
        "while true do xpcall(function() while true do end end, function() end) end",
        "xpcall(function() while true do end end, function() while true do end end)",
        "coroutine.wrap(function() while true do end end)()",
        "local c = coroutine.create(function() while true do end end) coroutine.resume(c)",
        "while true do coroutine.wrap(function() for i = 1, 100 do end end)() end",
        "while true do redis.call('GET', 'k') end", "while true do redis.pcall('NOPE') end",
        "while true do pcall(error) end", "load(function() return ' ' end)",
        "table.sort({3, 2, 1}, function() while true do end end)",
        "string.gsub('x', 'x', function() while true do end end)",
        "setmetatable({}, {__index = function() while true do end end}).x = nil "
        "return setmetatable({}, {__index = function() while true do end end}).x"}) {
    SimulatedRedis redis({.script_budget = 200'000});
    EXPECT_EQ(redis.run(redis.session, {"EVAL", text, "0"}).kind, blocked) << text;
    EXPECT_EQ(redis({"SCRIPT", "KILL"}), "OK") << text;
    EXPECT_EQ(redis({"EVAL", "return 'fine'", "0"}), "\"fine\"") << text;
  }
}

TEST(Busy, WhatABusyServerAnswersIsWhatARealOneAnswers) {
  RealRedis real({"--busy-reply-threshold", "10", "--databases", "1"});
  RawClient runner(real.port());
  RawClient other(real.port());
  SimulatedRedis simulated({.script_budget = 100'000});
  sim::Session session;
  constexpr std::string_view endless = "while true do end";

  const Command probe = command_of({"PING"});
  runner.send(command_of({"EVAL", endless, "0"}).words());
  runner.flush();
  while (other.call(probe.words()) == "+PONG\r\n") {
  }
  simulated.run(simulated.session, {"EVAL", endless, "0"});

  for (const auto& words :
       std::initializer_list<std::initializer_list<std::string_view>>{{"GET", "a"},
                                                                      {"NOSUCH", "a"},
                                                                      {"GET"},
                                                                      {"WATCH", "a"},
                                                                      {"MULTI"},
                                                                      {"SET", "a", "1"},
                                                                      {"EXEC"},
                                                                      {"EXEC"},
                                                                      {"DISCARD"},
                                                                      {"MULTI"},
                                                                      {"DISCARD"},
                                                                      {"UNWATCH"},
                                                                      {"SCRIPT", "EXISTS", "x"},
                                                                      {"SCRIPT", "NOSUCH"},
                                                                      {"SCRIPT", "HELP"},
                                                                      {"EVAL", "return 1", "0"},
                                                                      {"SHUTDOWN"},
                                                                      {"SHUTDOWN", "SAVE"},
                                                                      {"SHUTDOWN", "ABORT"},
                                                                      {"SHUTDOWN", "NOSAVE", "x"},
                                                                      {"TIME"},
                                                                      {"WAIT", "0", "0"},
                                                                      {"SCRIPT", "KILL"}}) {
    EXPECT_EQ(to_resp(simulated.run(session, words).reply), other.call(command_of(words).words()))
        << as_typed(command_of(words).words());
  }
  EXPECT_EQ(to_resp(*simulated.server.take_killed_script()), runner.read());
}

TEST(Memory, WritesAreRefusedOnceItIsFullAndOthersAreNot) {
  SimulatedRedis redis({.maxmemory = 10});
  const std::string oom = "(error) OOM command not allowed when used memory > 'maxmemory'.";
  EXPECT_EQ(redis({"SET", "a", "123456789"}), "OK");
  EXPECT_EQ(redis({"SET", "b", "1"}), "OK");  // now more than ten bytes are used
  EXPECT_EQ(redis({"SET", "c", "1"}), oom);
  EXPECT_EQ(redis({"GET", "a"}), "\"123456789\"");
  EXPECT_EQ(redis({"EVAL", "return redis.pcall('SET','c',1)", "0"}), oom);
  EXPECT_EQ(redis({"EVAL", "redis.call('DEL','b') return redis.call('SET','c',1)", "0"}), "OK");
  redis({"MULTI"});
  EXPECT_EQ(redis({"GET", "a"}), oom);
  redis({"DISCARD"});
  EXPECT_EQ(redis({"DEL", "a"}), "(integer) 1");
  EXPECT_EQ(redis({"SET", "c", "2"}), "OK");
}

}  // namespace
}  // namespace locklab::test
