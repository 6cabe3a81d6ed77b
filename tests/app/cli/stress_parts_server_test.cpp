// One load run by several generators at once on a real server, and the merge of their reports.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/app/cli/program.h"
#include "tests/support/endless_run.h"
#include "tests/support/golden_text.h"
#include "tests/support/json_fields.h"
#include "tests/support/live_client.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using Words = std::vector<std::string>;

json report_in(const std::string& file) { return json::parse(content(file)); }

/// Several load generators on one server.
class StressParts : public testing::Test {
 protected:
  std::string server() { return fmt::format("127.0.0.1:{}", servers[0].endpoint().port); }
  std::string file(int part) { return folder / fmt::format("part{}.json", part); }
  /// A start time some seconds after the server's time, so that all generators are ready by then.
  std::string start(int seconds = 8) {
    const Reply now = servers.ask(Command("TIME"));
    return std::to_string(std::stoll(now.items[0].text) + seconds);
  }
  Words part(int number, int of, const std::string& start_at, const Words& more) {
    const bool lasts = std::find(more.begin(), more.end(), "--duration") != more.end();
    const Words usual{"--duration", "0.5", "--warm-up", "0.1", "--clients", "8"};
    return joined(
        joined({"stress", "--redis", server(), "--shard", fmt::format("{}/{}", number, of),
                "--start-at", start_at, "--out", file(number)},
               more),
        lasts ? Words{} : usual);
  }
  /// Runs generators 1/2 and 2/2 at the same time.
  void run_two(const Words& more) {
    const std::string at = start();
    PipedProgram one(part(1, 2, at, more));
    PipedProgram two(part(2, 2, at, more));
    const Finished first = one.wait();
    const Finished second = two.wait();
    EXPECT_LE(first.status, 1) << first.err;
    EXPECT_LE(second.status, 1) << second.err;
  }
  json merged() {
    const Finished run = locklab({"merge", file(1), file(2), "--format", "json"});
    EXPECT_LE(run.status, 1) << run.err;
    status = run.status;
    return json::parse(run.out);
  }
  bool no_key_is_left() { return servers.ask(Command("DBSIZE")).is(0); }

  test::Servers servers;
  test::ScratchFolder folder;
  int status = -1;
};

TEST_F(StressParts, TogetherAreOneLoad) {
  run_two({"--keys", "one", "--strategy", "fenced"});
  const json one = report_in(file(1));
  const json two = report_in(file(2));
  const json whole = merged();
  EXPECT_EQ(status, 0);
  for (const char* count : {"acquired", "attempts", "released", "refused"})
    EXPECT_EQ(whole["counts"][count].get<int>(),
              one["counts"][count].get<int>() + two["counts"][count].get<int>())
        << count;
  EXPECT_EQ(whole["latency"]["acquire"]["count"], whole["counts"]["acquired"]);
  EXPECT_EQ(whole["latency"]["acquire"]["max_us"],
            std::max(one["latency"]["acquire"]["max_us"].get<int>(),
                     two["latency"]["acquire"]["max_us"].get<int>()));
  EXPECT_EQ(whole["limit"]["before"].get<int>(),
            one["limit"]["before"].get<int>() + two["limit"]["before"].get<int>());
  EXPECT_THAT(whole, test::HasFields(R"({"merged": {"generators": 2, "overlaps": 0, "tokens": 0},
      "safety": {"broke_a_promise": false}})"));
  EXPECT_GT(whole["merged"]["holds_compared"], 0);
  EXPECT_LT(whole["merged"]["starts_apart_us"], 50'000);
  EXPECT_TRUE(no_key_is_left());

  const Finished page = locklab({"merge", file(2), file(1), "--out", folder / "whole.html"});
  EXPECT_EQ(page.status, 0) << page.err;
  EXPECT_THAT(page.out, HasSubstr("2 generators, begun within"));
  EXPECT_THAT(locklab({"merge", file(1), file(2), "--language", "zh"}).out,
              HasSubstr("2 个发压端"));
}

TEST_F(StressParts, HoldsThatOutliveTheirLeaseMeetAcrossGenerators) {
  run_two({"--keys", "one", "--ttl", "5", "--hold", "20000", "--retry", "1", "--duration", "0.5",
           "--warm-up", "0.1", "--clients", "2"});
  for (const int one : {1, 2})
    EXPECT_EQ(report_in(file(one))["safety"]["overlap"]["times"], 0) << "each has one client";
  const json whole = merged();
  EXPECT_EQ(status, 1);
  EXPECT_GT(whole["merged"]["overlaps"], 0);
  EXPECT_EQ(whole["safety"]["broke_a_promise"], true);
  const json& first = whole["safety"]["violations"][0];
  EXPECT_EQ(first["kind"], "overlap");
  EXPECT_NE(first["first"]["client"], first["second"]["client"]);
}

TEST_F(StressParts, ACounterOfAllShowsEverybodysChanges) {
  run_two({"--keys", "one", "--strategy", "atomic_decr"});
  const json whole = merged();
  EXPECT_EQ(status, 0);
  EXPECT_EQ(whole["safety"]["admissions"]["granted"].get<int>(),
            report_in(file(1))["safety"]["admissions"]["granted"].get<int>() +
                report_in(file(2))["safety"]["admissions"]["granted"].get<int>());
  EXPECT_TRUE(no_key_is_left());
}

TEST_F(StressParts, OneThatEndsEarlyLeavesTheOthersTheirLocks) {
  const Words endless{"--duration", "1000",       "--warm-up", "0.1",    "--clients",
                      "8",          "--strategy", "fenced",    "--keys", "one"};
  const std::string at = start(10);
  PipedProgram one(part(1, 2, at, endless));
  PipedProgram two(part(2, 2, at, endless));
  const auto token_lives = [&] {
    const Reply keys = servers.ask(test::plain({"KEYS", "locklab:stress:*:token"}));
    return std::any_of(keys.items.begin(), keys.items.end(), [](const Reply& key) {
      return key.text.find(":limit") == std::string::npos;
    });
  };
  ASSERT_TRUE(test::wait_for(token_lives));
  one.signal(SIGINT);
  EXPECT_EQ(one.wait().status, 1);
  EXPECT_TRUE(token_lives()) << "the other one still counts its tokens there";
  EXPECT_FALSE(servers.ask(get("locklab:stress:run")).is_nil()) << "the server is still in use";
  two.signal(SIGINT);
  EXPECT_EQ(two.wait().status, 1);
  EXPECT_TRUE(no_key_is_left());
  EXPECT_TRUE(report_in(file(2))["interrupted"].get<bool>());
}

TEST_F(StressParts, AnotherLoadAndAPartThatRunsTwiceAreRefused) {
  const std::string at = start(300);  // later than this test takes
  PipedProgram one(part(1, 2, at, {}));
  ASSERT_TRUE(test::wait_for([&] { return !servers.ask(get("locklab:stress:run")).is_nil(); }));
  EXPECT_THAT(locklab(part(1, 2, at, {})), EndedWith(3, test::IsGolden()));
  EXPECT_THAT(locklab(part(2, 2, at, {"--hold", "77"})), EndedWith(3, test::IsGolden()));
  EXPECT_THAT(locklab({"stress", "--redis", server(), "--yes"}), EndedWith(3, test::IsGolden()));
  EXPECT_FALSE(servers.ask(get("locklab:stress:run")).is_nil()) << "the first is still there";
  one.signal(SIGINT);
  one.wait();
  EXPECT_TRUE(no_key_is_left());
}

TEST_F(StressParts, StrangersAreNotSlowedDownUnasked) {
  redis::BlockingClient stranger(servers[0].endpoint(), {});
  ASSERT_FALSE(stranger.call(Command("PING")).is_unknown());
  EXPECT_THAT(locklab(part(1, 2, start(60), {})), EndedWith(2, HasSubstr("--yes")));
  EXPECT_TRUE(no_key_is_left());
}

TEST_F(StressParts, AStartThatIsPastOrTooNearOrInSomeDaysIsRefused) {
  EXPECT_THAT(locklab(part(1, 1, start(200'000), {})), EndedWith(2, test::IsGolden()));
  EXPECT_THAT(locklab(part(1, 2, "2020-01-01T00:00:00Z", {})),
              EndedWith(2, HasSubstr("the load should have begun")));
  EXPECT_THAT(locklab(part(1, 2, "+300ms", {"--load", "night"})),
              EndedWith(2, HasSubstr("are needed before it")));
  EXPECT_TRUE(no_key_is_left());
}

TEST(StressPartUsage, AWrongOptionIsToldWithWhatToWrite) {
  expect_refused({"stress", "--start-at", "+5s"});
  const Words part{"stress", "--redis", "127.0.0.1:1", "--shard", "1/2"};
  const Words later = joined(part, {"--start-at", "2100-01-01T00:00:00Z"});
  const Words file{"--out", "part.json"};
  for (const Words& more : {Words{}, {"--out", "part.benchmark.json"}})
    expect_refused(joined(later, more));
  for (const Words& more : {Words{},
                            {"--start-at", "soon"},
                            {"--start-at", "+9s"},
                            {"--start-at", "+9s", "--load", "a b"}})
    expect_refused(joined(joined(part, file), more));
  for (const Words& more : {Words{"--strategy", "set_px_lua,fenced"},
                            {"--clients", "1"},
                            {"--keys", "one", "--fault", "at 1s pause holder 1s"},
                            {"--strategy", "none"}})
    expect_refused(joined(joined(later, file), more));
}

TEST(MergeLoads, SearchesAndLoadsAreNotMixed) {
  test::ScratchFolder folder;
  std::ofstream(folder / "load.json") << R"({"work": {}, "safety": {}, "shard": {"format": 9}})";
  std::ofstream(folder / "search.json") << R"({"strategy": "x", "bounds": {}})";
  EXPECT_THAT(locklab({"merge", folder / "search.json", folder / "load.json"}),
              EndedWith(2, test::IsGolden()));
  EXPECT_THAT(locklab({"merge", folder / "load.json"}), EndedWith(2, test::IsGolden()));
  EXPECT_THAT(locklab({"merge", folder / "search.json", "--format", "text"}),
              EndedWith(2, test::IsGolden()));
}

}  // namespace
}  // namespace locklab::app
