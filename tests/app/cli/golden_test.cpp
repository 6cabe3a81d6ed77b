// Every scenario of the library and every variation of it meets its expectations, runs identically
// twice, and prints its golden timeline. LOCKLAB_REWRITE=1 rewrites the golden timelines.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/runs/judged_run.h"
#include "app/timeline/text/text_timeline.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace_bytes.h"
#include "tests/app/cli/program.h"
#include "tests/support/read.h"

namespace locklab::app {
namespace {

namespace fs = std::filesystem;

const fs::path golden = fs::path(LOCKLAB_SOURCE_DIR) / "tests/golden";

sim::Library library() { return sim::Library(LOCKLAB_SOURCE_DIR "/assets"); }

/// The golden file of a run: "F12/saved" is F12+saved.txt.
fs::path file_of(std::string name) {
  std::replace(name.begin(), name.end(), '/', '+');
  return golden / (name + ".txt");
}

JudgedRun run(const std::string& name) {
  return simulate_and_judge(sim::value_of(open_named(library(), name)));
}

bool rewriting() {
  const char* rewrite = std::getenv("LOCKLAB_REWRITE");
  return rewrite && std::string_view(rewrite) == "1";
}

/// The first line in which two texts differ; empty if they are equal.
std::string first_difference(const std::string& before, const std::string& now) {
  if (before == now) return "";
  std::istringstream a(before), b(now);
  for (int number = 1;; ++number) {
    std::string was, is;
    const bool more_before = bool(std::getline(a, was));
    const bool more_now = bool(std::getline(b, is));
    if (!more_before && !more_now) return "only in the end of the last line";
    if (was != is) return fmt::format("line {}\n  golden: {}\n  now:    {}", number, was, is);
  }
}

struct NamedRun {
  std::string name;
  JudgedRun judged;
};

/// Every run of the library, made once for all tests of this file.
const std::vector<NamedRun>& every_run() {
  static const std::vector<NamedRun> all = [] {
    std::vector<NamedRun> runs;
    for (const std::string& name : library_runs(library()).names) runs.push_back({name, run(name)});
    return runs;
  }();
  return all;
}

TEST(Golden, EveryScenarioFileCanBeReadAndComesOutAsItSays) {
  for (const sim::Problem& problem : library_runs(library()).problems)
    ADD_FAILURE() << sim::to_string(problem);
  for (const auto& [name, judged] : every_run())
    for (const Sentence& surprise : judged.surprises)
      ADD_FAILURE() << name << ": " << surprise.english();
}

/// The comparison of two runs skips attempts that repeat the one before, so each command but
/// SUBSCRIBE and UNSUBSCRIBE needs the number of its attempt.
TEST(Golden, EveryCommandSaysToWhichAttemptItBelongs) {
  for (const auto& [name, judged] : every_run())
    for (std::size_t i = 0; i < judged.trace.size(); ++i) {
      const sim::Event& event = judged.trace[i];
      if (event.kind != sim::EventKind::sent || event.acquisition != 0) continue;
      const PackedWords words(judged.trace.text(event));
      EXPECT_THAT(std::string(*words.begin()), testing::AnyOf("SUBSCRIBE", "UNSUBSCRIBE"))
          << name << " event " << i;
    }
}

TEST(Golden, EveryScenarioRunsTheSameTwice) {
  for (const auto& [name, first] : every_run()) {
    const JudgedRun second = run(name);
    EXPECT_EQ(first.trace.hash(), second.trace.hash()) << name;
    EXPECT_EQ(sim::trace_bytes(first.trace), sim::trace_bytes(second.trace)) << name;
  }
}

TEST(Golden, EverySavedTraceIsJudgedAsTheRunWas) {
  for (const auto& [name, judged] : every_run()) {
    const sim::Trace trace = sim::value_of(sim::parse_trace(sim::trace_bytes(judged.trace), name));
    EXPECT_EQ(text_timeline(trace, sim::check(trace), {}),
              text_timeline(judged.trace, judged.verdicts, {}))
        << name;
  }
}

TEST(Golden, EveryTimelineIsTheGoldenOne) {
  for (const auto& [name, judged] : every_run()) {
    const std::string timeline = text_timeline(judged.trace, judged.verdicts, {});
    if (rewriting()) {
      fs::create_directories(golden);
      std::ofstream(file_of(name), std::ios::binary) << timeline;
    }
    EXPECT_EQ(first_difference(content(file_of(name)), timeline), "")
        << name << ": if it should differ, write the golden timelines anew (tests/run --rewrite) "
        << "and read what changed";
  }
}

TEST(Golden, EveryGoldenTimelineBelongsToAScenario) {
  std::vector<fs::path> known;
  for (const std::string& name : library_runs(library()).names) known.push_back(file_of(name));
  if (!fs::exists(golden)) return;
  for (const auto& entry : fs::directory_iterator(golden)) {
    if (entry.path().extension() != ".txt") continue;
    const bool belongs = std::find(known.begin(), known.end(), entry.path()) != known.end();
    if (!belongs && rewriting()) {
      fs::remove(entry.path());
    } else {
      EXPECT_TRUE(belongs) << entry.path() << " belongs to no scenario";
    }
  }
}

}  // namespace
}  // namespace locklab::app
