// The faults of a load as text, the choice of its clients' locks, and invalid loads.
#include "app/load/stress_work.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "app/live/run_keys.h"
#include "app/stress/chance.h"
#include "app/stress/servers/stress_servers.h"
#include "lock/key_beside.h"
#include "tests/support/golden_text.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;

StressWork work() {
  StressWork w;
  w.strategy = find_strategy("set_px_lua");
  w.lock = default_lock(*w.strategy);
  w.keys = w.clients;
  return w;
}

Sentence problem_of(std::string_view line) {
  const auto strike = parse_strike(line);
  const auto* problem = std::get_if<sim::Problem>(&strike);
  return problem ? sim::sentence(*problem) : Sentence();
}

TEST(StressFault, IsReadAndWrittenTheSame) {
  for (const char* line : {"at 3s stop n1 500ms",
                           "at 1s kill n2",
                           "at 2s restart n2",
                           "at 3s pause client 7 800ms",
                           "at 3s jump n1 70s",
                           "at 3s jump n2 -500ms",
                           "at 3s slow n1 20ms 2s",
                           "at 3s slow n1 20ms",
                           "at 3s cut n2 2s",
                           "at 3s cut n2",
                           "at 3s refuse n1 full 2s",
                           "at 3s refuse n1 read_only",
                           "at 3s reset n1",
                           "at 1500ms crash client 7",
                           "at 3s pause n1 500ms",
                           "at 3s pause holder 800ms",
                           "at 3s crash holder",
                           "at 250us stop n3",
                           "at 3s drift n1 10000ppm",
                           "at 3s kill n1 power restart_after 500ms",
                           "at 3s slow n1 20ms jitter 5ms 2s",
                           "at 3s cut n1 requests 1s",
                           "at 3s hold n1",
                           "at 3s hold n1 replies 1 SET 40ms",
                           "at 3s drop n1",
                           "at 3s drop n1 requests 2 EVAL",
                           "at 3s delay n1 3 40ms",
                           "at 3s heal n1",
                           "at 3s release n1",
                           "at 3s jump client 1 5s",
                           "at 3s pause client 7",
                           "at 4s resume client 7"}) {
    const auto strike = parse_strike(line);
    ASSERT_TRUE(std::holds_alternative<Strike>(strike))
        << line << ": " << problem_of(line).english();
    EXPECT_EQ(to_string(std::get<Strike>(strike)), line);
  }
}

TEST(StressFault, PausesAServerByStoppingItForATime) {
  const Strike strike = std::get<Strike>(parse_strike("at 3s pause n1 500ms"));
  EXPECT_EQ(strike.fault.kind, sim::FaultKind::stop);
  EXPECT_EQ(strike.at(), 3s);
  EXPECT_EQ(strike.lasts(), 500ms);
  EXPECT_EQ(strike.node, 0u);
}

TEST(StressFault, ThatCannotBeReadSaysWhy) {
  for (const char* line : {"tomorrow",
                           "at noon kill n1",
                           "at 3s kil n1",
                           "at 3s kill x1",
                           "at 3s kill n0",
                           "at 3s crash client 0",
                           "at 3s drop 2 EVAL",
                           "at 3s kill client 1",
                           "at 3s crash n1",
                           "at 3s kill n1 500ms",
                           "at 3s pause n1 500ms more",
                           "at 3s jump n1",
                           "at 3s jump n1 0s",
                           "at 3s stop n1 -5s",
                           "at 3s refuse n1",
                           "at 3s refuse n1 2s",
                           "at 3s slow n1",
                           "at 3s slow n1 2ms 2s 2s",
                           "at 3s reset n1 2s",
                           "at 3s resume holder"})
    EXPECT_THAT(problem_of(line), test::IsGolden(line));
}

// A fault that only a run can have is refused with its reason, and not as a misspelling.
TEST(StressFault, ThatNoLoadCanHaveIsRefusedWithTheReason) {
  for (const char* line :
       {"at 3s promote n2", "at 3s foreign_release client 1", "at 3s drift client 1 1%",
        "at 3s cut client 1 2s", "at 3s cut client 1 n1 2s", "at 3s slow stock 20ms",
        "when alice entered: kill n1", "at 3s migrate n1"}) {
    EXPECT_THAT(problem_of(line), test::IsGolden(line));
  }
}

Sentence mistake_with(std::vector<const char*> faults, std::uint32_t clients = work().clients) {
  StressWork w = work();
  w.clients = clients;
  for (const char* line : faults) w.strikes.push_back(std::get<Strike>(parse_strike(line)));
  const auto problem = mistake_in(w);
  return problem ? sim::sentence(*problem) : Sentence();
}

TEST(StressWorkTest, WhoIsNotThereCannotBeStruck) {
  EXPECT_FALSE(mistake_in(work()));
  for (const char* line : {"at 3s kill n2", "at 3s crash client 65", "at 10s kill n1"})
    EXPECT_THAT(mistake_with({line}), test::IsGolden(line));
  EXPECT_THAT(mistake_with({"at 3s crash client 2"}, 1), test::IsGolden("one client"));
}

TEST(StressWorkTest, AFaultThatWouldChangeNothingIsRefused) {
  for (const std::vector<const char*>& faults :
       {std::vector{"at 1s restart n1"},
        {"at 1s stop n1 500ms", "at 2s restart n1"},
        {"at 1s kill n1", "at 2s kill n1"},
        {"at 1s kill n1", "at 2s stop n1 1s"},
        {"at 1s kill n1", "at 2s jump n1 1s"},
        {"at 1s stop n1", "at 2s refuse n1 full"},
        {"at 1s kill n1 restart after 500ms", "at 1200ms stop n1 1s"}})
    EXPECT_THAT(mistake_with(faults), test::IsGolden());
  for (const std::vector<const char*>& faults :
       {std::vector{"at 1s stop n1", "at 2s jump n1 1s"},
        {"at 1s kill n1 restart after 500ms", "at 2s stop n1 1s"},
        {"at 1s kill n1", "at 2s restart n1", "at 3s kill n1"},
        {"at 1s stop n1", "at 2s restart n1"},
        {"at 1s stop n1 3s", "at 2s stop n1 100ms", "at 3s restart n1"},
        {"at 2s restart n1", "at 1s stop n1"}})  // ordered by time
    EXPECT_THAT(mistake_with(faults).english(), "");
}

TEST(StressFault, IsShownToTheMillisecond) {
  const Strike strike = std::get<Strike>(parse_strike("at 2187108us kill n1"));
  EXPECT_EQ(shown(strike), "at 2.187s kill n1");
  EXPECT_EQ(to_string(strike), "at 2187108us kill n1") << "to be read again it is exact";
}

TEST(StressKeys, AllOfALoadBeginAlikeWithWhatStandsBesideThem) {
  for (const Strategy& strategy : strategies()) {
    StressWork w = work();
    w.strategy = &strategy;
    const std::string lock = lock_key(key_prefix_of_a_load(w), 17);
    EXPECT_TRUE(lock.starts_with("locklab:stress:")) << lock;
    for (const std::string& beside : keys_beside(lock)) EXPECT_EQ(beside, lock + ":token");
  }
}

TEST(StressKeys, WhatStandsBesideALockIsInItsSlot) {
  EXPECT_EQ(key_beside("stock", "token"), "{stock}:token");
  EXPECT_EQ(key_beside("shop:{stock}:1", "token"), "shop:{stock}:1:token");
  EXPECT_EQ(key_beside("shop:{}", "token"), "{shop:{}}:token") << "nothing in braces is no tag";
}

TEST(StressWorkTest, WhatThisMachineCannotHoldIsSaidBeforehand) {
  StressWork w = work();
  w.threads = 64;
  w.connections = 1'000'000;
  ASSERT_TRUE(too_large(w));
  EXPECT_THAT(too_large(w)->what.english(), HasSubstr("open files"));
  w = work();
  w.choice = KeyChoice::uniform;
  w.keys = 100'000'000'000;
  ASSERT_TRUE(too_large(w));
  EXPECT_THAT(too_large(w)->what.english(), HasSubstr("of memory"));
  EXPECT_FALSE(too_large(work()));
}

TEST(KeyPickerTest, AZipfChoiceFallsInProportionToTheRank) {
  const KeyPicker picker(KeyChoice::zipf, 1'000);
  Chance chance(42, 0);
  std::vector<double> picked(1'000);
  constexpr int rounds = 200'000;
  for (int i = 0; i < rounds; ++i) ++picked.at(picker.pick(0, chance));
  double harmonic = 0;
  for (int n = 1; n <= 1'000; ++n) harmonic += 1.0 / n;
  for (const std::size_t rank : {1u, 2u, 3u, 10u})
    EXPECT_NEAR(picked[rank - 1] / rounds * harmonic * static_cast<double>(rank), 1, 0.1) << rank;
}

TEST(KeyPickerTest, AUniformChoiceLeavesNoLockOut) {
  const KeyPicker picker(KeyChoice::uniform, 16);
  Chance chance(1, 0);
  std::array<int, 16> picked{};
  for (int i = 0; i < 16'000; ++i) ++picked.at(picker.pick(0, chance));
  for (const int times : picked) EXPECT_NEAR(times, 1'000, 200);
}

TEST(KeyPickerTest, TheSameSeedGivesTheSameLocksAndClientsDiffer) {
  const KeyPicker picker(KeyChoice::uniform, 1'000'000);
  const auto first_of = [&](std::uint64_t seed, std::uint32_t client) {
    Chance chance(seed, client);
    return picker.pick(client, chance);
  };
  EXPECT_EQ(first_of(1, 5), first_of(1, 5));
  EXPECT_NE(first_of(1, 5), first_of(1, 6));
  EXPECT_NE(first_of(1, 5), first_of(2, 5));
}

}  // namespace
}  // namespace locklab::app
