// The optional files of `locklab stress`: trace windows of violations and the load as a scenario;
// both can be opened by the other commands.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/app/cli/program.h"
#include "tests/support/golden_text.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

/// A load whose holder is paused past its lease.
std::vector<std::string> broken_load(const std::vector<std::string>& more) {
  return joined(
      {"stress", "--strategy", "set_px_del", "--keys", "one", "--ttl", "60", "--warm-up", "0.1",
       "--duration", "1.5", "--clients", "8", "--fault", "at 0.1s pause holder 1200ms"},
      more);
}

std::set<std::string> files_in(const std::string& folder) {
  std::set<std::string> all;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    all.insert(entry.path().filename().string());
  return all;
}

TEST(StressKept, WindowsOfViolationsAreOpenedAsTracesAndALoadAsAScenarioThatShowsTheSame) {
  const test::ScratchFolder scratch;
  const std::string folder = scratch / "violations";
  const std::string scenario = scratch / "load.toml";
  const Finished run = locklab(broken_load(
      {"--keep-violations", folder, "--out", scratch / "load.json", "--save", scenario}));
  EXPECT_EQ(run.status, 1) << run.err;
  const std::string overlap = folder + "/set_px_del-lock1-overlap-1.trace";
  EXPECT_THAT(run.out, testing::AllOf(HasSubstr("locklab --open FILE"), HasSubstr(overlap)));
  const auto files = files_in(folder);
  EXPECT_THAT(files, testing::IsSupersetOf({"set_px_del-lock1-overlap-1.trace",
                                            "set_px_del-lock1-lost_update-1.trace"}));
  EXPECT_LE(files.size(), 6u);

  const Finished shown = locklab({"run", overlap, "--format", "json"});
  EXPECT_EQ(shown.status, 1) << shown.err;
  EXPECT_EQ(json::parse(shown.out)["world"], "live");
  EXPECT_THAT(locklab({"run", overlap}).out, HasSubstr("mutual_exclusion"));
  EXPECT_EQ(locklab({"export", overlap, "--to", scratch / "overlap.html"}).status, 0);

  const json report = json::parse(content(scratch / "load.json"));
  std::set<std::string> named;
  for (const json& violation : report["safety"]["violations"])
    if (violation.contains("trace"))
      named.insert(std::filesystem::path(std::string(violation["trace"])).filename().string());
  EXPECT_EQ(named, files);

  const Finished again = locklab({"run", scenario});
  EXPECT_EQ(again.status, 0) << "it expects what happens: " << again.out << again.err;
  EXPECT_THAT(again.out,
              testing::AllOf(HasSubstr("mutual_exclusion   互斥性      broken  promised"),
                             HasSubstr("alice was paused at")));
}

TEST(StressKept, SeveralRunsOfALoadKeepTheirOwnWindows) {
  const test::ScratchFolder scratch;
  const std::string folder = scratch / "violations";
  const Finished run = locklab(broken_load({"--repeat", "2", "--keep-violations", folder}));
  EXPECT_EQ(run.status, 1) << run.err;
  EXPECT_THAT(files_in(folder), testing::IsSupersetOf({"set_px_del-lock1-overlap-1.trace",
                                                       "set_px_del-run2-lock1-overlap-1.trace"}));
  EXPECT_THAT(run.out, testing::AllOf(HasSubstr("set_px_del #2:"),
                                      HasSubstr("set_px_del-run2-lock1-overlap-1.trace")));
}

TEST(StressKept, AFolderWithFilesOrThatCannotBeMadeIsToldBeforeTheLoad) {
  const test::ScratchFolder scratch;
  std::ofstream(scratch / "mine.trace") << "mine";
  for (const auto& [folder, status] :
       {std::pair{scratch.path().string(), 2}, {scratch / "mine.trace/below", 3}}) {
    const Finished run = locklab(broken_load({"--keep-violations", folder}));
    EXPECT_THAT(run, EndedWith(status, test::IsGolden()));
    EXPECT_EQ(run.out, "");
  }
  EXPECT_EQ(locklab(broken_load({"--keep-violations", ""})).status, 2);
}

TEST(StressKept, WithoutAViolationNothingIsLeft) {
  const test::ScratchFolder scratch;
  const Finished run = locklab({"stress", "--warm-up", "0.1", "--duration", "1", "--clients", "8",
                                "--keep-violations", scratch / "none"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, Not(HasSubstr("--open")));
  EXPECT_FALSE(std::filesystem::exists(scratch / "none"));
  EXPECT_THAT(run.err, test::IsGolden());
  const Finished limiter =
      locklab({"stress", "--strategy", "rate_limit_naive", "--warm-up", "0", "--duration", "0.2",
               "--clients", "8", "--keep-violations", scratch / "none"});
  EXPECT_THAT(limiter.err, test::IsGolden());
}

TEST(StressKept, AFileThatNoLoadHasWrittenIsNotWrittenOver) {
  const test::ScratchFolder scratch;
  for (const auto& [option, name] : {std::pair{"--save", "mine.toml"}, {"--out", "mine.json"}}) {
    const std::string file = scratch / name;
    std::ofstream(file) << "mine = 1\n";
    EXPECT_THAT(locklab(broken_load({option, file})), EndedWith(2, test::IsGolden()));
    EXPECT_EQ(content(file), "mine = 1\n");
  }
}

TEST(StressKept, AScenarioHasOneLockAndAName) {
  const test::ScratchFolder scratch;
  EXPECT_THAT(
      locklab({"stress", "--strategy", "set_px_lua,fenced", "--save", scratch / "two.toml"}),
      EndedWith(2, test::IsGolden()));
  EXPECT_THAT(locklab({"stress", "--save", scratch / "load.json"}), EndedWith(2, test::IsGolden()));
  const Finished nowhere = locklab({"stress", "--save", scratch / "no/load.toml"});
  EXPECT_EQ(nowhere.status, 3);
}

}  // namespace
}  // namespace locklab::app
