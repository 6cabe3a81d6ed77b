// The program stopped with SIGSTOP in the middle of a live run: the lateness that it reports.
#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/app/cli/program.h"
#include "tests/support/endless_run.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;

/// The output of a live run that misses its expectations and was stopped for 300 ms.
Finished stopped_for_a_while(const std::vector<std::string>& more) {
  const test::ScratchFolder folder;
  const test::ScratchFolder tmpdir;
  const std::string scenario = folder / "held.toml";
  std::ofstream(scenario) << R"(
title = "a second inside"
strategy = "set_px_lua"
ttl_ms = 600000
[[client]]
name = "alice"
work_ms = 1000
[expect]
mutual_exclusion = "broken"
)";
  std::vector<std::string> words{"run", scenario, "--live"};
  words.insert(words.end(), more.begin(), more.end());
  PipedProgram program(words, {"TMPDIR=" + tmpdir.path().string()});
  EXPECT_TRUE(test::wait_for([&] {
    const std::uint16_t port = test::port_of_server_below(tmpdir.path());
    return port && test::lock_is_held(port, test::login_below(tmpdir.path()));
  }));
  program.signal(SIGSTOP);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  program.signal(SIGCONT);
  return program.wait();
}

TEST(LateRunProgram, SaysThatTimeMayBeTheReason) {
  const Finished run = stopped_for_a_while({});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.out, HasSubstr(", late by up to "));
  EXPECT_THAT(run.out, HasSubstr("Time may be the reason: the run was late by up to "));
  EXPECT_THAT(run.err, HasSubstr("the machine was too slow for the schedule"));
}

TEST(LateRunProgram, SaysItInItsReportForPrograms) {
  const Finished run = stopped_for_a_while({"--format", "json"});
  EXPECT_EQ(run.status, 1);
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_GE(json["late_us"], 250'000);
  EXPECT_EQ(json["too_late_us"], json["late_us"]);
  ASSERT_EQ(json["warnings"].size(), 1u);
  EXPECT_THAT(json["warnings"][0].get<std::string>(), HasSubstr("the machine was too slow"));
}

}  // namespace
}  // namespace locklab::app
