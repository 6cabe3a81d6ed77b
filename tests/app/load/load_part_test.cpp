// One generator's part of a load: its start time and its clients.
#include "app/load/load_part.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <variant>
#include <vector>

#include "app/load/stress_work.h"
#include "lock/strategy.h"
#include "tests/support/golden_text.h"

namespace locklab::app {
namespace {

std::int64_t at(std::string_view text) {
  const auto start = parse_start(text);
  if (std::holds_alternative<sim::Problem>(start)) return -1;
  EXPECT_FALSE(std::get<StartTime>(start).relative) << text;
  return std::get<StartTime>(start).us;
}

TEST(LoadPart, AStartIsATimeOfTheClockOrSecondsSince1970) {
  EXPECT_EQ(at("1970-01-01T00:00:00Z"), 0);
  EXPECT_EQ(at("2026-11-25T10:00:00Z"), 1'795'600'800'000'000);
  EXPECT_EQ(at("2026-11-25T11:30:00.25+01:30"), 1'795'600'800'250'000);
  EXPECT_EQ(at("2026-11-25 05:00:00-05:00"), 1'795'600'800'000'000);
  EXPECT_EQ(at("1795600800"), 1'795'600'800'000'000);
  EXPECT_EQ(at("1795600800.5"), 1'795'600'800'500'000);
}

TEST(LoadPart, AStartMayCountFromNow) {
  EXPECT_EQ(std::get<StartTime>(parse_start("+5s")), (StartTime{5'000'000, true}));
  EXPECT_EQ(std::get<StartTime>(parse_start("+1.5s")), (StartTime{1'500'000, true}));
  EXPECT_EQ(std::get<StartTime>(parse_start("+500ms")), (StartTime{500'000, true}));
}

TEST(LoadPart, WhatIsNoTimeIsRefusedWithAnExample) {
  std::vector<Sentence> said;
  for (const char* wrong :
       {"", "soon", "+5", "+s", "-5s", "5s", "2026-11-25", "2026-11-25T10:00:00",
        "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-11-25T24:00:00Z",
        "2026-11-25T10:00:00.Z", "1e9", "nan", "2026-11-25T10:00:00+0100", "2026-11-25T10:00:00Zx",
        "99999999999999999"}) {
    const auto start = parse_start(wrong);
    ASSERT_TRUE(std::holds_alternative<sim::Problem>(start)) << wrong;
    said.push_back(sim::sentence(std::get<sim::Problem>(start)));
  }
  EXPECT_THAT(said, test::IsGolden());
}

TEST(LoadPart, AStartIsWrittenAsItIsRead) {
  EXPECT_EQ(rfc3339(1'795'600'800'250'000), "2026-11-25T10:00:00.250Z");
  EXPECT_EQ(at(rfc3339(951'782'400'000'000)), 951'782'400'000'000);
}

TEST(LoadPart, EachClientBelongsToOneThreadOfOneGenerator) {
  StressWork work;
  work.strategy = find_strategy("set_px_lua");
  work.clients = 23;
  work.threads = 3;
  std::vector<std::uint32_t> all;
  for (std::uint32_t part = 0; part < 4; ++part) {
    work.part = LoadPart{.number = part, .of = 4};
    std::uint32_t here = 0;
    for (std::uint32_t thread = 0; thread < work.threads; ++thread) {
      const std::vector<std::uint32_t> own = work.clients_of(thread);
      here += static_cast<std::uint32_t>(own.size());
      EXPECT_FALSE(own.empty() && work.clients / 4 >= work.threads);
      for (const std::uint32_t client : own) EXPECT_TRUE(work.part->has(client));
      all.insert(all.end(), own.begin(), own.end());
    }
    EXPECT_EQ(here, work.clients_here());
  }
  std::sort(all.begin(), all.end());
  ASSERT_EQ(all.size(), 23u);
  for (std::uint32_t i = 0; i < 23; ++i) EXPECT_EQ(all[i], i);
}

}  // namespace
}  // namespace locklab::app
