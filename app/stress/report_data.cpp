#include "app/stress/report_data.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "app/stress/part_file.h"
#include "lock/strategy.h"
#include "sim/scenario/promises.h"

namespace locklab::app {

namespace {

using Json = nlohmann::ordered_json;

Json histogram_json(const Histogram& times) {
  if (times.empty()) return nullptr;
  Json json{{"count", times.count()}, {"mean_us", times.sum() / times.count()}};
  json["p50_us"] = times.quantile(500, 1000);
  json["p90_us"] = times.quantile(900, 1000);
  json["p99_us"] = times.quantile(990, 1000);
  json["p999_us"] = times.quantile(999, 1000);
  json["max_us"] = times.max();
  return json;
}

Json counts_json(const Counts& counts) {
  return {
      {"acquired", counts.acquired}, {"released", counts.released}, {"attempts", counts.attempts},
      {"refused", counts.refused},   {"gave_up", counts.gave_up},   {"unserved", counts.unserved},
      {"renewed", counts.renewed},   {"lost", counts.lost},         {"not_owner", counts.not_owner},
      {"in_doubt", counts.in_doubt}, {"silences", counts.silences}, {"refusals", counts.refusals}};
}

Json hold_json(const StressResult& result, const Hold& hold) {
  Json json{{"client", hold.client + 1}, {"entered_us", hold.entered_us - result.measured_from_us}};
  json["left_us"] = hold.left_us < 0 ? Json() : Json(hold.left_us - result.measured_from_us);
  if (hold.token >= 0) json["token"] = hold.token;
  return json;
}

Json safety_json(const StressResult& result) {
  const sim::Properties promised = sim::promised_by(*result.work.strategy);
  Json json;
  json["broke_a_promise"] = broke_a_promise(result);
  for (std::size_t i = 0; i < static_cast<std::size_t>(Harm::count_); ++i) {
    const auto broken = broken_by(static_cast<Harm>(i));
    json[std::string(name(static_cast<Harm>(i)))] = {
        {"times", result.harms[i]}, {"promised_otherwise", broken && promised.has(*broken)}};
  }
  json["admissions"] = {{"granted", result.admissions.granted},
                        {"too_many", result.admissions.too_many},
                        {"lacking", result.admissions.lacking}};
  json["violations"] = Json::array();
  for (const Violation& one : result.violations) {
    Json& violation =
        json["violations"].emplace_back(Json{{"kind", name(one.harm)},
                                             {"lock", one.lock + 1},
                                             {"first", hold_json(result, one.first)},
                                             {"second", hold_json(result, one.second)}});
    if (!one.file.empty()) violation["trace"] = one.file;
  }
  return json;
}

Json servers_json(const StressResult& result) {
  Json all = Json::array();
  for (std::size_t i = 0; i < result.servers.size(); ++i) {
    Json& server = all.emplace_back(Json{{"server", result.servers[i]}});
    if (i >= result.meters.size() || !result.meters[i]) continue;
    server["measured_us"] = result.meters[i]->at_us;
    server["processor_us"] = result.meters[i]->processor_us;
    server["commands"] = result.meters[i]->commands;
    server["bytes"] = result.meters[i]->bytes;
  }
  return all;
}

Json merge_json(const MergeResult& merge) {
  return {{"generators", merge.generators},
          {"starts_apart_us", merge.apart_us},
          {"clock_error_us", merge.clock_error_us},
          {"holds_compared", merge.compared},
          {"holds", merge.seen},
          {"one_slice_of", merge.one_slice_of},
          {"overlaps", merge.overlaps},
          {"possible_overlaps", merge.possible},
          {"tokens", merge.tokens}};
}

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json load_json(const StressResult& result) {
  const Measures& m = result.measures;
  Json json{{"work", work_json(result.work)}};
  json["measured_us"] = us(result.measured);
  json["interrupted"] = result.interrupted;
  json["problem"] = result.problem ? Json(sentence(*result.problem).english()) : Json();
  json["locks_per_s"] = result.rate();
  json["limit"] = {{"before", or_null(result.limit_before)},
                   {"after", or_null(result.limit_after)},
                   {"share_percent", or_null(result.share())}};
  json["safety"] = safety_json(result);
  json["counts"] = counts_json(m.counts);
  json["errors"] = m.errors;
  json["latency"] = {{"acquire", histogram_json(m.acquire)},
                     {"hold", histogram_json(m.hold)},
                     {"release", histogram_json(m.release)},
                     {"hand_over", histogram_json(m.hand_over)}};
  json["fairness"] = fairness(m.acquired_by_client);
  json["longest_wait_us"] = m.longest_wait_us;
  json["servers"] = servers_json(result);
  json["seconds"] = Json::array();
  for (const Second& one : m.seconds)
    json["seconds"].push_back({{"acquired", one.acquired},
                               {"p50_us", one.acquire.quantile(50, 100)},
                               {"p99_us", one.acquire.quantile(99, 100)},
                               {"refused", one.refused},
                               {"failures", one.failures},
                               {"violations", one.violations},
                               {"longest_wait_us", one.longest_wait_us}});
  if (result.part) json["shard"] = part_json(result);
  if (result.merge) json["merged"] = merge_json(*result.merge);
  return json;
}

}  // namespace

nlohmann::ordered_json work_json(const StressWork& work) {
  Json json{{"strategy", work.strategy->id},
            {"clients", work.clients},
            {"connections", work.connections},
            {"threads", work.threads},
            {"servers", work.servers},
            {"own_servers", work.own_servers},
            {"replicas", work.replicas()},
            {"appendfsync", name(work.fsync)},
            {"key_choice", key_words[static_cast<std::size_t>(work.choice)]},
            {"keys", work.keys},
            {"hold_us", us(work.hold)},
            {"think_us", us(work.think)},
            {"duration_us", us(work.duration)},
            {"warm_up_us", us(work.warm_up)},
            {"rate", work.rate},
            {"seed", work.seed},
            {"ttl_us", us(work.lock.ttl)},
            {"retry_us", us(work.lock.retry_delay)}};
  json["faults"] = Json::array();
  for (const Strike& strike : work.strikes) json["faults"].push_back(to_string(strike));
  json["settings"] = Json::object();
  for (const auto switches : {common_switches(*work.strategy), work.strategy->switches})
    for (const Switch& one : switches)
      if (const auto value = one.get(work.lock)) json["settings"][std::string(one.name)] = *value;
  return json;
}

std::string stress_json(const std::vector<StressResult>& results) {
  // A part is for a program to read, and may be large.
  if (results.size() == 1) return load_json(results[0]).dump(results[0].part ? -1 : 2) + "\n";
  Json all;
  all["loads"] = Json::array();
  for (const StressResult& result : results) all["loads"].push_back(load_json(result));
  return all.dump(2) + "\n";
}

std::string stress_csv(const std::vector<StressResult>& results) {
  std::string text =
      "strategy,second,acquired,p50_us,p99_us,max_us,refused,failures,violations,longest_wait_us\n";
  const auto line = [&](std::string_view strategy, std::string_view second, std::uint64_t acquired,
                        const Histogram& times, std::uint64_t refused, std::uint64_t failures,
                        std::uint64_t violations, std::int64_t longest_wait_us) {
    text += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", strategy, second, acquired,
                        times.quantile(50, 100), times.quantile(99, 100), times.max(), refused,
                        failures, violations, longest_wait_us);
  };
  for (const StressResult& result : results) {
    const Measures& m = result.measures;
    const std::string id = result.work.label();
    std::uint64_t violations = 0;
    for (std::size_t i = 0; i < m.seconds.size(); ++i) {
      const Second& one = m.seconds[i];
      violations += one.violations;
      line(id, fmt::to_string(i + 1), one.acquired, one.acquire, one.refused, one.failures,
           one.violations, one.longest_wait_us);
    }
    line(id, "total", m.counts.acquired, m.acquire, m.counts.refused, m.counts.failures(),
         violations, m.longest_wait_us);
  }
  return text;
}

}  // namespace locklab::app
