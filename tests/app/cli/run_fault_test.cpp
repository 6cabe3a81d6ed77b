// `locklab run --fault`: the run, its report and its saved trace contain the fault.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/trace/trace_file.h"
#include "tests/app/cli/program.h"
#include "tests/app/lines_with.h"
#include "tests/support/forged_trace.h"
#include "tests/support/golden_text.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

using nlohmann::json;
using testing::HasSubstr;

std::vector<std::string> verdicts_of(const json& report) {
  std::vector<std::string> broken;
  for (const json& verdict : report["verdicts"])
    if (verdict["verdict"] == "broken") broken.push_back(verdict["property"]);
  return broken;
}

TEST(RunFault, DoesWhatTheSameFaultOfARunsNameDoes) {
  const Finished line = locklab({"run", "bare", "--fault", "when alice entered: pause alice 150ms",
                                 "--fault", "at 20ms cut bob n1 1ms", "--format", "json"});
  const Finished name = locklab({"run",
                                 "bare fault={when=\"alice entered\", pause={client=\"alice\", "
                                 "ms=150}} fault={at_ms=20, cut={client=\"bob\", node=\"n1\", "
                                 "ms=1}}",
                                 "--format", "json"});
  const json report = json::parse(line.out);
  EXPECT_EQ(report["trace_hash"], json::parse(name.out)["trace_hash"]);
  EXPECT_THAT(report["again"], HasSubstr("pause={client=\"alice\", ms=150}"));
  EXPECT_THAT(report["servers"], testing::IsEmpty()) << "it was simulated";
  EXPECT_THAT(verdicts_of(report), testing::Contains("mutual_exclusion"));
}

TEST(RunFault, IsInTheSavedTrace) {
  const test::ScratchFolder folder;
  const std::string file = folder / "t.trace";
  locklab({"run", "bare", "--fault", "at 1ms stop n1 20ms", "--trace", file});
  const auto loaded = sim::load_trace(file);
  ASSERT_TRUE(std::holds_alternative<sim::Trace>(loaded));
  EXPECT_THAT(std::get<sim::Trace>(loaded).info.run, HasSubstr("stop={node=\"n1\", ms=20}"));
  const Finished told = locklab({"run", file});
  EXPECT_THAT(test::lines_with("⚠", told.out), test::IsGolden());
  EXPECT_EQ(locklab({"run", file, "--fault", "at 1ms kill n1"}).status, 2);
}

// DEBUG SLEEP was once a fault kind of its own, recorded as a stop with another detail.
TEST(RunFault, OfAnEarlierVersionIsShownInTheTracesThatHaveIt) {
  Forged f;
  f.info().run = "bare fault={at_ms=1, sleep={node=\"n1\", ms=20}}";
  sim::Trace old = f.trace().copy();
  old.add({.at = 1'000,
           .node = NodeId{0},
           .kind = sim::EventKind::node_stopped,
           .detail = 1,
           .fault = 1});
  old.add({.at = 21'000, .node = NodeId{0}, .kind = sim::EventKind::node_continued, .fault = 1});
  old.add({.at = 30'000, .kind = sim::EventKind::ended});
  const test::ScratchFolder folder;
  ASSERT_EQ(sim::save_trace(old, folder / "old.trace"), std::nullopt);
  EXPECT_THAT(test::lines_with("⚠", locklab({"run", folder / "old.trace"}).out), test::IsGolden());
}

TEST(RunFault, ThatIsWrongIsToldInItsOwnWords) {
  for (const char* fault :
       {"at 60ms paus alice", "at 60ms sleep n1 1s", "{at_ms=60, sleep={node=\"n1\", ms=20}}",
        "at 60ms pause alise 1s", "at 60ms promote n1", "when alice entred: crash alice"})
    expect_refused({"run", "bare", "--fault", "at 1ms kill n1", "--fault", fault});
}

TEST(RunFault, StrikesALiveRunWhichSaysWhereItIs) {
  const Finished run = locklab(
      {"run", "bare", "--live", "--fault", "at 0ms drop requests 1 SET", "--format", "json"});
  const json report = json::parse(run.out);
  ASSERT_EQ(report["servers"].size(), 1u) << run.err;
  EXPECT_EQ(report["servers"][0]["node"], "n1");
  EXPECT_THAT(report["servers"][0]["address"], HasSubstr("127.0.0.1:"));
  EXPECT_THAT(report["servers"][0]["version"], testing::Not(testing::IsEmpty()));
  EXPECT_THAT(report["again"], HasSubstr("--live"));
  const Finished text = locklab({"run", "bare", "--live", "--fault", "at 0ms drop requests 1 SET"});
  EXPECT_THAT(text.out, HasSubstr("is dropped, and the connection ends"));
  EXPECT_THAT(text.out, HasSubstr("REAL REDIS "));
}

}  // namespace
}  // namespace locklab::app
