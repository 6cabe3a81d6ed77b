// Parts of a load, written as generators write them, read back and merged: the whole equals what
// one generator would have measured.
#include "app/stress/report/merge_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "app/stress/report/part_file.h"
#include "app/stress/report/report_data.h"
#include "lock/strategy.h"
#include "tests/support/golden_text.h"
#include "tests/support/read.h"

namespace locklab::app {
namespace {

using Json = nlohmann::ordered_json;

StressWork work_of(std::string_view strategy = "set_px_lua") {
  StressWork work;
  work.strategy = find_strategy(strategy);
  work.lock = default_lock(*work.strategy);
  work.clients = 7;
  work.choice = KeyChoice::uniform;
  work.keys = 3;
  work.own_servers = false;
  work.seed = 18'446'744'073'709'551'615u;
  work.strikes = {std::get<Strike>(parse_strike("at 3s pause client 2 800ms"))};
  return work;
}

/// A part with random measures, which depend only on its number.
StressResult part_of(StressWork work, std::uint32_t number, std::uint32_t of, int locks = 500) {
  work.part = LoadPart{.number = number, .of = of, .load = "night-5f"};
  StressResult result;
  result.work = work;
  result.servers = {"127.0.0.1:6379"};
  result.measured = 10s;
  result.measured_from_us = us(work.warm_up);
  std::mt19937 random(number + 1);
  Measures& m = result.measures;
  m.seconds.resize(3);
  m.acquired_by_client.resize(work.clients_here());
  for (int i = 0; i < locks; ++i) {
    const auto time = static_cast<std::int64_t>(random() >> (random() % 30));
    for (Histogram* all : {&m.acquire, &m.hold, &m.release}) all->add(time);
    Second& second = m.seconds[random() % 3];
    second.acquire.add(time);
    ++second.counts.acquired;
    second.longest_wait_us = std::max(second.longest_wait_us, time / 2);
    ++m.counts.acquired;
    ++m.acquired_by_client[random() % m.acquired_by_client.size()];
    m.longest_wait_us = std::max(m.longest_wait_us, time);
  }
  m.counts.attempts = 700 + number;
  m.counts.refused = 200;
  m.errors["OOM"] = 2 + number;
  result.limit_before = 1'000;
  result.limit_after = 900;
  result.harms[0] = number;
  result.part = PartResult{.begun_at_us = 1'795'600'800'000'000 + 40 * number,
                           .clock_error_us = 10,
                           .server_run = "run"};
  return result;
}

Json report_of(const StressResult& part) { return Json::parse(stress_json({part})); }

StressResult read_back(const StressResult& part) {
  auto read = read_part(report_of(part));
  if (const auto* what = std::get_if<Sentence>(&read)) {
    ADD_FAILURE() << what->english();
    return part;
  }
  return std::move(std::get<StressResult>(read));
}

std::variant<StressResult, sim::Problem> merged(const std::vector<StressResult>& parts) {
  std::vector<NamedPart> named;
  for (std::size_t i = 0; i < parts.size(); ++i)
    named.push_back({"part" + std::to_string(i + 1), read_back(parts[i])});
  return merge_parts(std::move(named));
}

StressResult whole_of(const std::vector<StressResult>& parts) {
  return sim::value_of(merged(parts));
}

Sentence refused(const std::vector<StressResult>& parts) { return sim::problem_in(merged(parts)); }

TEST(MergeParts, HistogramsCountsAndSharesAreThoseOfTheWhole) {
  std::vector<StressResult> parts;
  Measures sum;
  std::vector<std::uint64_t> by_client(7);
  for (std::uint32_t i = 0; i < 3; ++i) {
    parts.push_back(part_of(work_of(), i, 3));
    Measures measures = parts.back().measures;
    for (std::size_t k = 0; k < measures.acquired_by_client.size(); ++k)
      by_client[i + 3 * k] = measures.acquired_by_client[k];
    measures.acquired_by_client.clear();
    sum.add(measures);
  }
  std::swap(parts[0], parts[2]);  // the order of the files does not matter
  const StressResult whole = whole_of(parts);
  EXPECT_EQ(whole.measures.acquire, sum.acquire);
  EXPECT_EQ(whole.measures.hold, sum.hold);
  EXPECT_EQ(whole.measures.release, sum.release);
  EXPECT_EQ(whole.measures.counts.acquired, 1'500u);
  EXPECT_EQ(whole.measures.counts.attempts, 2'103u);
  EXPECT_EQ(whole.measures.errors, sum.errors);
  EXPECT_EQ(whole.measures.longest_wait_us, sum.longest_wait_us);
  EXPECT_EQ(whole.measures.acquired_by_client, by_client);
  ASSERT_EQ(whole.measures.seconds.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(whole.measures.seconds[i].counts.acquired, sum.seconds[i].counts.acquired);
    EXPECT_EQ(whole.measures.seconds[i].acquire, sum.seconds[i].acquire);
    EXPECT_EQ(whole.measures.seconds[i].longest_wait_us, sum.seconds[i].longest_wait_us);
  }
  EXPECT_EQ(*whole.limit_before, 3'000u);
  EXPECT_EQ(whole.harms[0], 3u);
  EXPECT_EQ(whole.merge->generators, 3u);
  EXPECT_EQ(whole.merge->apart_us, 80);
  EXPECT_EQ(work_json(whole.work), work_json(work_of()));
}

KeptHolds one_hold(std::uint32_t client, std::int64_t entered_us, std::int64_t left_us,
                   std::int64_t token = -1) {
  KeptHolds holds(10, 0);
  holds.add(2, {.client = client,
                .wanted_us = entered_us - 5,
                .entered_us = entered_us,
                .left_us = left_us,
                .token = token});
  return holds;
}

TEST(MergeParts, HoldsOfTwoGeneratorsThatMeetAreABrokenPromise) {
  StressResult one = part_of(work_of(), 0, 2);
  StressResult two = part_of(work_of(), 1, 2);
  one.harms[0] = two.harms[0] = 0;
  one.part->holds = one_hold(0, 5'000'000, 5'000'400);
  two.part->holds = one_hold(1, 5'000'100, 5'000'500);
  const StressResult whole = whole_of({one, two});
  EXPECT_EQ(whole.count(Harm::overlap), 1u);
  EXPECT_TRUE(broke_a_promise(whole));
  ASSERT_EQ(whole.violations.size(), 1u);
  EXPECT_EQ(whole.violations[0].lock, 2u);
  EXPECT_EQ(whole.violations[0].second.entered_us, 5'000'140) << "it began 40 us later";
  EXPECT_EQ(whole.merge->compared, 2u);
}

TEST(MergeParts, HoldsThatMayHaveMetBreakNothing) {
  StressResult one = part_of(work_of("fenced"), 0, 2);
  StressResult two = part_of(work_of("fenced"), 1, 2);
  one.harms[0] = two.harms[0] = 0;
  one.part->holds = one_hold(0, 5'000'000, 5'000'400, 1);
  two.part->holds = one_hold(1, 5'000'350, 5'000'500, 2);
  const StressResult whole = whole_of({one, two});
  EXPECT_EQ(whole.count(Harm::overlap), 0u);
  EXPECT_EQ(whole.merge->possible, 1u);
  EXPECT_FALSE(broke_a_promise(whole));
}

TEST(MergeParts, WhatLimitersGrantedIsAddedUpAndCountersAreTheLatest) {
  StressResult one = part_of(work_of("atomic_decr"), 0, 2);
  StressResult two = part_of(work_of("atomic_decr"), 1, 2);
  one.admissions.granted = 10;
  two.admissions.granted = 20;
  one.admissions.shared = {{.lock = 1, .granted = 10, .taken = 25}};
  two.admissions.shared = {{.lock = 1, .granted = 20, .taken = 29}};
  const Admissions all = whole_of({one, two}).admissions;
  EXPECT_EQ(all.granted, 30u);
  EXPECT_EQ(all.lacking, 1u) << "30 were acknowledged, and the counter shows 29";
  one.admissions.uncounted = one.work.keys;
  EXPECT_EQ(whole_of({one, two}).admissions.uncounted, 0u) << "the other one has read it";
  two.admissions.uncounted = two.work.keys;
  EXPECT_EQ(whole_of({one, two}).admissions.uncounted, 1u);
  EXPECT_EQ(whole_of({one, two}).admissions.lacking, 0u) << "nobody knows";
  one = part_of(work_of("rate_limit_lua"), 0, 2);
  two = part_of(work_of("rate_limit_lua"), 1, 2);
  one.admissions.shared = {{.lock = 0, .granted = 15}};
  two.admissions.shared = {{.lock = 0, .granted = 8}};
  one.admissions.most = two.admissions.most = 20;
  EXPECT_EQ(whole_of({one, two}).admissions.too_many, 3u);
}

TEST(MergeParts, PartsThatAreMissingTwiceOrOfAnotherLoadAreRefused) {
  const StressResult one = part_of(work_of(), 0, 3);
  const StressResult two = part_of(work_of(), 1, 3);
  StressWork longer = work_of();
  longer.hold = 5ms;
  StressWork switched = work_of("redlock");
  switched.lock.order = Order::parallel;
  StressResult of_another_day = two, restarted = two, late = two;
  of_another_day.work.part->load = "day";
  restarted.part->server_run = "restarted";
  late.part->begun_at_us += 60'000'000;
  const std::vector<std::vector<StressResult>> cases{
      {one},
      {one, two, two},
      {one, part_of(work_of(), 1, 4)},
      {one, part_of(longer, 1, 3)},
      {part_of(work_of("redlock"), 0, 3), part_of(switched, 1, 3)},
      {one, of_another_day},
      {one, restarted},
      {one, late}};
  std::vector<Sentence> said;
  for (const auto& parts : cases) said.push_back(refused(parts));
  EXPECT_THAT(said, test::IsGolden());
}

TEST(MergeParts, PartsThatBeganApartAreMergedWithAWarning) {
  const StressResult one = part_of(work_of(), 0, 2);
  StressResult two = part_of(work_of(), 1, 2);
  two.part->begun_at_us += 300'000;
  EXPECT_THAT(whole_of({one, two}).warnings, test::IsGolden());
}

Sentence why_not(const Json& report) {
  const auto read = read_part(report);
  const auto* what = std::get_if<Sentence>(&read);
  return what ? *what : Sentence();
}

TEST(PartFile, OtherReportsAreToldApart) {
  const Json part = report_of(part_of(work_of(), 0, 2));
  Json whole = part, newer = part;
  whole.erase("shard");
  newer["shard"]["format"] = 2;
  Json merged = whole;
  merged["merged"] = Json::object();
  EXPECT_THAT((std::vector{why_not(whole), why_not(merged), why_not({{"loads", {part, part}}}),
                           why_not({{"strategy", "x"}, {"bounds", 1}}), why_not(newer)}),
              test::IsGolden());
}

/// Collects pointers to all values of a report, itself included.
void places_in(const Json& json, const Json::json_pointer& at,
               std::vector<Json::json_pointer>& to) {
  to.push_back(at);
  if (json.is_object())
    for (const auto& [key, value] : json.items()) places_in(value, at / key, to);
  if (json.is_array())
    for (std::size_t i = 0; i < json.size(); ++i) places_in(json[i], at / i, to);
}

TEST(PartFile, WhateverAFileHoldsItIsReadOrRefused) {
  StressResult part = part_of(work_of("fenced"), 1, 2, 3);
  part.part->holds = one_hold(1, 5'000'000, 5'000'400, 7);
  part.violations = {{Harm::overlap, 1, {.client = 1}, {.client = 3}}};
  part.violations.front().file = "first.trace";
  const Json report = report_of(part);
  ASSERT_TRUE(why_not(report).empty());
  std::vector<Json::json_pointer> places;
  places_in(report, Json::json_pointer(), places);
  const StressResult other = read_back(part_of(work_of("fenced"), 0, 2, 3));
  int taken = 0;
  for (const Json::json_pointer& place : places)
    for (const Json& value : {Json(), Json(-1), Json(0), Json(1.5e300), Json(UINT64_MAX), Json("x"),
                              Json::array(), Json::object(), Json(true)}) {
      Json changed = report;
      changed[place] = value;
      const auto read = read_part(changed);
      if (!std::holds_alternative<StressResult>(read)) continue;
      ++taken;
      for (const Violation& one : std::get<StressResult>(read).violations)
        EXPECT_LT(std::max<std::uint64_t>({one.lock, one.first.client, one.second.client}),
                  1u << 24)
            << place << " may not be " << value;
      merge_parts({{"one", other}, {"two", std::get<StressResult>(read)}});
    }
  EXPECT_GT(taken, 0);
}

}  // namespace
}  // namespace locklab::app
