// What is exported of each second, and of all.
#include "app/stress/report_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "lock/strategy.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;

StressResult two_seconds() {
  StressResult result;
  result.work.strategy = find_strategy("set_px_lua");
  result.work.clients = 1;
  result.measured = 2s;
  for (const std::int64_t wait_us : {700, 300}) {
    Second& second = result.measures.seconds.emplace_back();
    second.acquired = 5;
    second.acquire.add(100);
    second.longest_wait_us = wait_us;
  }
  result.measures.acquire.add(100);
  result.measures.counts.acquired = 10;
  result.measures.longest_wait_us = 900;
  return result;
}

TEST(LoadData, EachSecondHasTheLongestWaitAtItsEnd) {
  const auto json = nlohmann::json::parse(stress_json({two_seconds()}));
  EXPECT_EQ(json["seconds"][0]["longest_wait_us"], 700);
  EXPECT_EQ(json["seconds"][1]["longest_wait_us"], 300);
  EXPECT_EQ(json["longest_wait_us"], 900);
  const std::string csv = stress_csv({two_seconds()});
  EXPECT_THAT(csv,
              HasSubstr(",violations,longest_wait_us\nset_px_lua,1,5,100,100,100,0,0,0,700\n"));
  EXPECT_THAT(csv, HasSubstr("set_px_lua,2,5,100,100,100,0,0,0,300\n"));
  EXPECT_THAT(csv, HasSubstr("set_px_lua,total,10,100,100,100,0,0,0,900\n"));
}

}  // namespace
}  // namespace locklab::app
