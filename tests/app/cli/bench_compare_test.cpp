// `locklab bench compare`: two reports, and what is said of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "tests/app/cli/program.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class BenchCompare : public testing::Test {
 protected:
  std::string saved(const std::string& name, const json& report) {
    std::ofstream(folder / name) << report.dump();
    return folder / name;
  }
  /// Runs of a benchmark whose speed is noise around `rate`.
  json runs_of(unsigned seed, int count, double rate) {
    std::mt19937 random(seed);
    std::lognormal_distribution<double> noise(0, 0.02);
    json all;
    for (int i = 0; i < count; ++i)
      all["runs"].push_back({{"measures",
                              {{{"path", "pool"},
                                {"clients", 64},
                                {"locks", 1'000},
                                {"locks_per_s", rate * noise(random)}},
                               {{"path", "pool"},
                                {"clients", 1},
                                {"locks", 1'000},
                                {"processor_us_per_lock", 9 * noise(random)}}}},
                             {"aim_ms", 4}});
    return all;
  }
  Finished compare(const json& before, const json& after, std::vector<std::string> more = {}) {
    std::vector<std::string> words{"bench", "compare", saved("old.json", before),
                                   saved("new.json", after)};
    words.insert(words.end(), more.begin(), more.end());
    return locklab(words);
  }
  test::ScratchFolder folder;
};

TEST_F(BenchCompare, ASlowerRunIsFoundAndTheExitStatusSaysSo) {
  const Finished run = compare(runs_of(1, 6, 100'000), runs_of(2, 6, 80'000), {"--format", "json"});
  EXPECT_EQ(run.status, 1) << run.err;
  const json told = json::parse(run.out);
  ASSERT_EQ(told["figures"].size(), 2u) << told;
  for (const json& figure : told["figures"]) {
    if (figure["figure"] != "measures pool 64 locks_per_s") continue;
    EXPECT_EQ(figure["verdict"], "worse");
    EXPECT_NEAR(figure["ratio"].get<double>(), 0.8, 0.05);
    EXPECT_LE(figure["p"], 0.01);
    EXPECT_EQ(figure["old"]["samples"], 6);
  }
}

TEST_F(BenchCompare, AFasterRunIsBetterAndNoFailure) {
  const Finished run = compare(runs_of(1, 6, 100'000), runs_of(2, 6, 130'000));
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("better"));
  EXPECT_THAT(run.out, HasSubstr("measures pool 64 locks_per_s"));
}

TEST_F(BenchCompare, NoiseIsCalledNoise) {
  const Finished run = compare(runs_of(1, 6, 100'000), runs_of(2, 6, 100'000));
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("within noise"));
  EXPECT_THAT(run.out, Not(HasSubstr("worse")));
  EXPECT_EQ(run.out, compare(runs_of(1, 6, 100'000), runs_of(2, 6, 100'000)).out) << "no dice";
}

TEST_F(BenchCompare, OneRunEachIsTooFew) {
  const Finished run = compare(runs_of(1, 1, 100'000)["runs"][0], runs_of(2, 1, 50'000)["runs"][0]);
  EXPECT_EQ(run.status, 0) << "it shows nothing";
  EXPECT_THAT(run.out, HasSubstr("too few runs"));
  EXPECT_THAT(run.err, HasSubstr("write --repeat 5"));
}

json load_of(double rate, int clients = 8) {
  json load{{"work", {{"strategy", "set_px_lua"}, {"clients", clients}}},
            {"safety", json::object()},
            {"locks_per_s", rate}};
  for (int i = 0; i < 20; ++i)
    load["seconds"].push_back({{"acquired", rate + i % 7}, {"p50_us", 50 + i % 3}});
  return load;
}

TEST_F(BenchCompare, OfLoadsThatRanOnceTheSecondsAreComparedAndThatIsSaid) {
  const Finished run = compare(load_of(1'000), load_of(900));
  EXPECT_EQ(run.status, 0) << "seconds of one run accuse nobody";
  EXPECT_THAT(run.out, HasSubstr("set_px_lua each second per_s"));
  EXPECT_THAT(run.out, HasSubstr("worse"));
  EXPECT_THAT(run.err, HasSubstr("its seconds are compared"));
}

TEST_F(BenchCompare, RepeatedLoadsAreComparedRunByRun) {
  json before, after;
  for (int i = 0; i < 5; ++i) {
    before["loads"].push_back(load_of(1'000 + i));
    after["loads"].push_back(load_of(900 + i, 9));
  }
  const Finished run = compare(before, after);
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.out, HasSubstr("set_px_lua locks_per_s"));
  EXPECT_THAT(run.out, Not(HasSubstr("each second")));
  EXPECT_THAT(run.err, HasSubstr("different options: clients (8, now 9)"));
}

// The limit beside a load is not always known.
TEST_F(BenchCompare, AFigureThatOneRunAloneHasMakesNoLoadOneThatRanOnce) {
  json before, after;
  for (int i = 0; i < 5; ++i) {
    before["loads"].push_back(load_of(1'000 + i));
    after["loads"].push_back(load_of(900 + i));
  }
  after["loads"][2]["limit"]["share_percent"] = 80;
  const Finished run = compare(before, after);
  EXPECT_THAT(run.out, Not(HasSubstr("each second")));
  EXPECT_THAT(run.err, Not(HasSubstr("ran once")));
}

json five_loads(double rate, double fairness) {
  json all;
  for (int i = 0; i < 5; ++i) {
    all["loads"].push_back(load_of(rate + i));
    all["loads"].back()["fairness"] = fairness + i * 1e-7;
  }
  return all;
}

TEST_F(BenchCompare, ADifferenceThatItsDigitsDoNotShowIsNone) {
  const Finished run = compare(five_loads(1'000, 0.99998), five_loads(1'000, 0.9997));
  EXPECT_EQ(run.status, 0) << run.out;
  EXPECT_THAT(run.out, Not(HasSubstr("worse")));
  EXPECT_THAT(compare(five_loads(1'000, 0.99), five_loads(1'000, 0.5)).out, HasSubstr("worse"));
}

TEST_F(BenchCompare, AFigureThatFewRunsHaveIsNamed) {
  json before = five_loads(1'000, 0.9);
  json after = five_loads(900, 0.9);
  for (json* report : {&before, &after})
    (*report)["loads"][0]["limit"]["share_percent"] = report == &before ? 80 : 70;
  const Finished run = compare(before, after);
  EXPECT_THAT(run.err, HasSubstr("too few runs have a value of set_px_lua share_percent"));
  EXPECT_THAT(run.err, Not(HasSubstr("--repeat 5")));
}

TEST_F(BenchCompare, ALoadThatDidNotEndWellShowsNothing) {
  const json whole = five_loads(1'000, 0.9);
  json less = whole;
  less["loads"][3]["interrupted"] = true;
  const Finished cut = compare(whole, less);
  EXPECT_EQ(cut.status, 0);
  EXPECT_THAT(cut.err, HasSubstr("a load of the new file was cut short"));
  less["loads"][3]["problem"] = "the server was lost";
  const Finished lost = compare(less, whole);
  EXPECT_EQ(lost.status, 2);
  EXPECT_THAT(lost.err, HasSubstr("ended in trouble, and shows nothing of the lock: set_px_lua: "
                                  "the server was lost"));
}

TEST_F(BenchCompare, FilesThatHoldNothingToCompareAreRefused) {
  EXPECT_EQ(compare(runs_of(1, 5, 1'000), load_of(900)).status, 2);
  EXPECT_EQ(compare(json::array({1, 2}), runs_of(1, 5, 1'000)).status, 2);
  EXPECT_EQ(compare(json::object(), json::object()).status, 2);
  std::ofstream(folder / "no.json") << "{";
  const Finished run = locklab({"bench", "compare", folder / "no.json", folder / "no.json"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("it is not JSON"));
}

TEST_F(BenchCompare, ARepeatedBenchmarkKeepsItsRuns) {
  const Finished run =
      locklab({"bench", "gui", "--events", "1000", "--repeat", "2", "--format", "json"},
              {"DISPLAY=", "WAYLAND_DISPLAY="});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(json::parse(run.out)["runs"].size(), 2u);
  const Finished text = locklab({"bench", "gui", "--repeat", "2"});
  EXPECT_EQ(text.status, 2);
  EXPECT_THAT(text.err, HasSubstr("write --format json too"));
}

json load_of(const char* strategy, double rate, const char* machine = "one") {
  return {{"format", 2},
          {"made", {{"machine", machine}, {"redis", {"7.0.15"}}}},
          {"work", {{"strategy", strategy}, {"settings", {{"ttl_ms", 300}}}}},
          {"safety", json::object()},
          {"locks_per_s", rate}};
}

TEST_F(BenchCompare, LoadsOfTwoLocksAreComparedAndNamed) {
  json before;
  json after;
  for (int i = 0; i < 6; ++i) {
    before["loads"].push_back(load_of("set_px_lua", 1'000 + i));
    after["loads"].push_back(load_of("set_px_del", 2'000 + i));
  }
  const Finished run = compare(before, after);
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("set_px_lua -> set_px_del locks_per_s"));
  EXPECT_THAT(run.err, HasSubstr("old is set_px_lua, new is set_px_del"));
  for (int i = 0; i < 6; ++i) after["loads"].push_back(load_of("redlock", 10 + i));
  const Finished several = compare(before, after);
  EXPECT_EQ(several.status, 2);
  EXPECT_THAT(several.err, HasSubstr("it has loads of redlock, set_px_del"));
}

TEST_F(BenchCompare, LoadsOfOtherMachinesAreToldApart) {
  json before;
  json after;
  for (int i = 0; i < 6; ++i) {
    before["loads"].push_back(load_of("set_px_lua", 1'000 + i));
    after["loads"].push_back(load_of("set_px_lua", 1'000 + i, "another"));
  }
  EXPECT_THAT(compare(before, after).err, HasSubstr("different machines"));
  for (json& load : after["loads"]) {
    load["made"]["machine"] = "one";
    load["made"]["redis"] = {"7.0.15", "7.0.15", "7.0.15"};
    load["work"]["servers"] = 3;
  }
  const std::string more_servers = compare(before, after).err;
  EXPECT_THAT(more_servers, Not(HasSubstr("different machines")));
  EXPECT_THAT(more_servers, HasSubstr("different options: servers (none, now 3)"));
  EXPECT_THAT(compare(before, before).err, Not(HasSubstr("different machines")));
}

TEST_F(BenchCompare, SettingsOfTheFirstFormatAreTheSameInTheSecond) {
  json old = load_of("set_px_lua", 1'000);
  old.erase("format");
  old.erase("made");
  old["work"]["settings"]["ttl_ms"] = 300'000;
  json before;
  json after;
  for (int i = 0; i < 6; ++i) {
    before["loads"].push_back(old);
    after["loads"].push_back(load_of("set_px_lua", 1'000 + i));
  }
  EXPECT_THAT(compare(before, after).err, Not(HasSubstr("different options")));
}

}  // namespace
}  // namespace locklab::app
