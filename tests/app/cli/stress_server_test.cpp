// `locklab stress` as a process: options, reports, exit status, and cleanup.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/words/display_text.h"
#include "tests/app/cli/program.h"
#include "tests/app/lines_with.h"
#include "tests/support/child_process.h"
#include "tests/support/endless_run.h"
#include "tests/support/golden_text.h"
#include "tests/support/json_fields.h"
#include "tests/support/live_client.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<std::string> short_stress(std::vector<std::string> more) {
  if (std::find(more.begin(), more.end(), "--duration") == more.end())
    more = joined({"--duration", "0.5"}, more);
  return joined({"stress", "--warm-up", "0.1", "--clients", "8"}, more);
}

TEST(StressUsage, AWrongOptionIsToldWithWhatToWrite) {
  const std::vector<std::vector<std::string>> cases{
      {"stress", "--strategy", "set_px_luu"},
      {"stress", "--strategy", "set_px_lua,,none"},
      {"stress", "--keys", "some"},
      {"stress", "--keys", "own:3"},
      {"stress", "--clients", "0"},
      {"stress", "--appendfsync", "often"},
      {"stress", "--redis", "127.0.0.1:1", "--appendfsync", "no"},
      {"stress", "--strategy", "redlock", "--replicas", "1"},
      {"stress", "--strategy", "set_wait", "--replicas", "0"},
      {"stress", "--clients", "2", "--threads", "3"},
      {"stress", "--retry", "nan"},
      {"stress", "--retry", "-1"},
      {"stress", "--warm-up", "0.01"},
      {"stress", "--duration", "0"},
      {"stress", "--ttl", "300", "--set", "ttl_ms=500"},
      {"stress", "--ttl", "10000", "--set", "ttl_ms=500"},
      {"stress", "--retry", "3", "--set", "retry_delay_ms=50"},
      {"stress", "--fault", "at 30s pause n1 1s"},
      {"stress", "--local", "2"},
      {"stress", "--fault", "at 3s kill n7"},
      {"stress", "--set", "work_ms=3"},
      {"stress", "--set", "ttl_ms=x"},
      {"stress", "--set", "ttl_msx=3"},
      {"stress", "--strategy", "redlock", "--set", "min_validity_ms=99999"},
      {"stress", "--fault", "at 1s restart n1"},
      {"stress", "--strategy", "rate_limit_lua", "--retry", "5"},
      {"stress", "--strategy", "atomic_decr", "--hold", "5"},
      {"stress", "--out", "stress.txt"},
      {"stress", "--user", "alice"},
      {"stress", "--redis", "redis://h", "--local", "1"},
  };
  for (const auto& arguments : cases) expect_refused(arguments);
}

TEST(StressUsage, NobodysServerIsStruckButTheLabsOwn) {
  EXPECT_THAT(locklab({"stress", "--redis", "127.0.0.1:1", "--fault", "at 1s kill n1"}),
              EndedWith(3, test::IsGolden()));
}

TEST(StressServer, AReportFitsOnAScreenInBothLanguages) {
  for (const char* language : {"en", "zh"}) {
    const Finished run = locklab(short_stress({"--strategy", "redlock", "--language", language}));
    EXPECT_EQ(run.status, 0) << run.err;
    std::istringstream lines(run.out);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count)
      EXPECT_LE(display_width(line), 80u) << line;
    EXPECT_LE(count, 23u) << run.out;
    EXPECT_THAT(run.out, HasSubstr("redlock"));
  }
}

TEST(StressServer, TheJsonHasEverythingAndNothingElseIsPrinted) {
  test::ScratchFolder folder;
  const Finished run = locklab(short_stress({"--format", "json", "--out", folder / "out.json"}));
  EXPECT_EQ(run.status, 0) << run.err;
  const json report = json::parse(run.out);
  EXPECT_THAT(report, test::HasFields(R"({"work": {"strategy": "set_px_lua", "clients": 8},
      "safety": {"broke_a_promise": false}})"));
  EXPECT_GT(report["locks_per_s"], 0);
  EXPECT_GT(report["limit"]["before"], 0);
  EXPECT_GT(report["latency"]["acquire"]["p99_us"], 0);
  EXPECT_EQ(report["servers"].size(), 1u);
  EXPECT_EQ(content(folder / "out.json"), run.out);
}

TEST(StressServer, RepeatedLoadsAreSavedForGoogleBenchmarksComparePy) {
  test::ScratchFolder folder;
  const std::string file = folder / "load.benchmark.json";
  for (int i = 0; i < 2; ++i) {  // the second run overwrites the file
    const Finished run = locklab(short_stress({"--repeat", "2", "--out", file}));
    EXPECT_EQ(run.status, 0) << run.err;
  }
  const json report = json::parse(content(file));
  EXPECT_THAT(report["context"]["command"].get<std::string>(), HasSubstr("--repeat 2"));
  const json& first = report["benchmarks"].at(0);
  EXPECT_EQ(first["name"], "set_px_lua/lock");
  EXPECT_EQ(first["repetitions"], 2);
  EXPECT_GT(first["real_time"], 0.0);
  EXPECT_GT(first["cpu_time"], 0.0);
  EXPECT_NE(first["cpu_time"], first["real_time"]) << "it is the server's";
}

TEST(StressServer, WhereNothingWasMeasuredItIsNotWell) {
  // One client holds the lock from the warm-up to the end, so nobody acquires while measured.
  EXPECT_THAT(locklab(short_stress({"--keys", "one", "--hold", "5000000", "--format", "json"})),
              EndedWith(1, test::IsGolden()));
}

TEST(StressServer, SeveralLocksAreCompared) {
  test::ScratchFolder folder;
  const Finished run = locklab(short_stress(
      {"--strategy", "set_px_lua,local_flag", "--keys", "one", "--out", folder / "s.csv"}));
  EXPECT_EQ(run.status, 1) << "a flag of its own excludes nobody";
  EXPECT_THAT(run.out, HasSubstr("locks/s"));
  EXPECT_THAT(run.out, HasSubstr("\nset_px_lua"));
  EXPECT_THAT(run.out, HasSubstr("\nlocal_flag"));
  const std::string csv = content(folder / "s.csv");
  EXPECT_THAT(csv, StartsWith("strategy,run,second,"));
  EXPECT_THAT(csv, HasSubstr("\nlocal_flag,1,total,"));
}

TEST(StressServer, WhatItWritesToDiskIsComparedInOneTable) {
  const test::ScratchFolder folder;
  const std::string page = folder / "load.html";
  const Finished run = locklab(short_stress({"--appendfsync", "off,always", "--out", page}));
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("set_px_lua (fsync always)"));
  EXPECT_THAT(content(page), HasSubstr("<h2>2 set_px_lua (fsync always)</h2>"));
}

TEST(StressServer, WithoutALockHarmIsNoBrokenPromise) {
  const Finished run = locklab(short_stress({"--strategy", "none", "--keys", "one"}));
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.out, HasSubstr("as it does not promise otherwise"));
}

class StressEndedBySignal : public testing::TestWithParam<int> {};

TEST_P(StressEndedBySignal, ReportsAndLeavesNeitherKeyNorProcess) {
  test::Servers servers;
  test::ScratchFolder tmpdir;
  const std::string server = "127.0.0.1:" + std::to_string(servers[0].endpoint().port);
  // --yes: otherwise the program may ask, because the test is connected too. The fencing token's
  // key has no lease, so polling cannot miss it.
  PipedProgram program({"stress", "--strategy", "fenced", "--duration", "1000", "--warm-up", "0.1",
                        "--redis", server, "--yes"},
                       {"TMPDIR=" + tmpdir.path().string()});
  // Waits for a key of the load itself, not for one of the limit's measurement.
  ASSERT_TRUE(test::wait_for([&] {
    const Reply keys = servers.ask(test::plain({"KEYS", "locklab:stress:*:token"}));
    return std::any_of(keys.items.begin(), keys.items.end(), [](const Reply& key) {
      return key.text.find(":limit:") == std::string::npos;
    });
  }));
  program.signal(GetParam());
  const Finished run = program.wait();
  EXPECT_EQ(run.status, 1);
  // A warning that another client (the test) is connected may come first.
  EXPECT_THAT(test::lines_with("cut short", run.err), test::IsGolden());
  EXPECT_THAT(run.out,
              testing::AnyOf(HasSubstr("the limit beside it"), HasSubstr("Nothing was measured")))
      << "it may have ended in the warm-up";
  EXPECT_TRUE(servers.ask(Command("DBSIZE")).is(0)) << "a key is left";
  EXPECT_TRUE(tmpdir.empty());
}

INSTANTIATE_TEST_SUITE_P(Signals, StressEndedBySignal, testing::Values(SIGINT, SIGTERM),
                         [](const auto& row) {
                           return row.param == SIGINT ? "Interrupt" : "Terminate";
                         });

TEST(StressServer, AKilledProgramLeavesNoKeyEither) {
  test::Servers servers;
  const std::string server = "127.0.0.1:" + std::to_string(servers[0].endpoint().port);
  PipedProgram program(
      {"stress", "--strategy", "fenced", "--duration", "1000", "--redis", server, "--yes"});
  ASSERT_TRUE(test::wait_for([&] { return !servers.ask(Command("DBSIZE")).is(0); }));
  program.signal(SIGKILL);
  EXPECT_EQ(program.wait().status, 128 + SIGKILL);
  EXPECT_TRUE(test::wait_for([&] { return servers.ask(Command("DBSIZE")).is(0); }))
      << "a key is left";
}

TEST(StressServer, ProgressIsToldOnATerminal) {
  ProgramOnTerminal program(short_stress({"--duration", "5"}));
  EXPECT_TRUE(program.shows("1 s of 5"));
  EXPECT_TRUE(program.shows("Safe:"));
  EXPECT_EQ(program.wait(), 0);
}

}  // namespace
}  // namespace locklab::app
