// Live runs of any length keep only their last events, and end soon after a broken promise.
#include "app/live/inference/flight_recorder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "app/runs/judged_run.h"
#include "sim/trace/trace_bytes.h"
#include "tests/app/cli/program.h"
#include "tests/support/child_process.h"
#include "tests/support/filled_server.h"
#include "tests/support/golden_text.h"
#include "tests/support/live_runs.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// Two clients that acquire as fast as they can. `ttl` is their lease, `work` their time inside.
sim::Scenario busy(const std::string& strategy, Duration ttl, Duration work) {
  sim::Scenario scenario = test::scenario_from(
      "strategy = '" + strategy + "'\n[[client]]\nname = 'alice'\n[[client]]\nname = 'bob'\n");
  scenario.lock.ttl = ttl;
  scenario.lock.retry_delay = 1ms;
  for (sim::ClientSpec& client : scenario.clients) client.work = work;
  return scenario;
}

/// Stops the run after `events` events, and records the largest memory of its trace, in bytes.
class StopsAfter final : public LiveObserver {
 public:
  explicit StopsAfter(std::size_t events) : events_(events) {}
  bool wants_to_stop() override { return seen_ >= events_; }
  void recorded(const sim::Trace& so_far) override {
    seen_ = so_far.size();
    most_memory = std::max(most_memory, so_far.memory());
  }
  std::size_t most_memory = 0;

 private:
  const std::size_t events_;
  std::size_t seen_ = 0;
};

std::string end_of(const sim::Trace& trace) { return std::string(trace.text(trace.back())); }

TEST(FlightRecorder, KeepsTheLastEventsOfARunWithoutEnd) {
  StopsAfter observer(200'000);
  const sim::Trace trace =
      test::trace_of(run_live(busy("set_px_lua", 10s, 0ms), {}, {}, &observer, 1'000));
  EXPECT_THAT(end_of(trace), test::IsGolden());
  ASSERT_TRUE(trace.info.omitted);
  EXPECT_GE(*trace.info.omitted + trace.size(), 200'000u);
  EXPECT_GE(trace.size(), 1'000u);
  EXPECT_LT(trace.size(), 100'000u);
  EXPECT_EQ(trace.info.broken & trace.info.promises, 0u);
  EXPECT_LT(observer.most_memory, std::size_t{16} << 20);
  const auto again = sim::parse_trace(sim::trace_bytes(trace), "again");
  EXPECT_EQ(sim::problem_in(again).english(), "");
}

TEST(FlightRecorder, EndsSoonAfterAPromiseWasBroken) {
  sim::Trace trace =
      test::trace_of(run_live(busy("set_px_del", 20ms, 30ms), {}, {}, nullptr, 1'000));
  EXPECT_THAT(end_of(trace), test::IsGolden());
  sim::OpenedRun opened;
  opened.scenario = busy("set_px_del", 20ms, 30ms);
  const JudgedRun judged = judge(opened, std::move(trace));
  ASSERT_TRUE(breaks_a_promise(judged));
  for (const sim::Verdict& verdict : judged.verdicts) {
    if (!verdict.promised || verdict.kept != sim::Kept::broken) continue;
    const std::int64_t after = judged.trace.back().at - judged.trace[*verdict.event].at;
    EXPECT_LT(after, 30'000'000) << "it goes on for a second, and this machine may be busy";
  }
}

TEST(FlightRecorder, OutlivesALostServer) {
  test::Servers servers;
  const test::OnceHeld denied(servers, [&] {
    servers.ask(test::plain({"ACL", "SETUSER", "default", "-set"}));
  });
  const LiveProblem problem = test::problem_of(
      run_live(busy("set_px_lua", 10s, 20ms), test::target_of(servers), {}, nullptr, 1'000));
  EXPECT_THAT(problem.what.english(), HasSubstr("NOPERM"));
  ASSERT_TRUE(problem.so_far);
  EXPECT_TRUE(problem.so_far->info.cut_short);
  EXPECT_GT(problem.so_far->size(), 5u);
}

TEST(FlightRecorder, CtrlCEndsItWithAReportAndATraceThatOpensAgain) {
  const test::ScratchFolder folder;
  std::ofstream(folder / "busy.toml") << "title = \"busy\"\nstrategy = \"set_px_lua\"\n"
                                         "ttl_ms = 10000\n[[client]]\nname = \"alice\"\n"
                                         "work_ms = 1\n[[client]]\nname = \"bob\"\nwork_ms = 1\n";
  const std::string trace = folder / "end.trace.zst";
  test::PrivateTmpdir tmpdir;
  PipedProgram program({"run", folder / "busy.toml", "--live", "--keep", "1000", "--trace", trace,
                        "--format", "json"},
                       {"TMPDIR=" + tmpdir.path()});
  test::port_once_held(tmpdir.path());
  program.signal(SIGINT);
  const Finished ended = program.wait();
  EXPECT_EQ(ended.status, 1) << ended.err;
  const json report = json::parse(ended.out);
  EXPECT_EQ(report["complete"], false);
  EXPECT_GT(report["events"], 5);
  EXPECT_TRUE(report["unmet"].empty()) << report["unmet"];
  const json again = json::parse(locklab({"run", trace, "--format", "json"}).out);
  EXPECT_EQ(again["trace_hash"], report["trace_hash"]);
  EXPECT_EQ(again["verdicts"], report["verdicts"]);
}

TEST(FlightRecorder, IsForLiveRunsThatGoOnByThemselves) {
  expect_refused({"run", "F04", "--keep", "1000"});
  expect_refused({"run", "F04", "--live", "--step", "--keep", "1000"});
  for (const char* few : {"0", "999", "10000001", "x"})
    expect_refused({"run", "F04", "--live", "--keep", few});
}

}  // namespace
}  // namespace locklab::app
