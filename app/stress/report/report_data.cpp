#include "app/stress/report/report_data.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "app/load/load_part.h"
#include "app/stress/load/lock_setting.h"
#include "app/stress/report/part_file.h"
#include "app/stress/report/report_trouble.h"
#include "app/words/generator.h"
#include "lock/strategy.h"
#include "sim/scenario/promises.h"
#include "sim/trace/json_text.h"

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
      {"acquired", counts.acquired},   {"released", counts.released}, {"attempts", counts.attempts},
      {"retries", counts.retries},     {"refused", counts.refused},   {"gave_up", counts.gave_up},
      {"unserved", counts.unserved},   {"renewed", counts.renewed},   {"lost", counts.lost},
      {"not_owner", counts.not_owner}, {"in_doubt", counts.in_doubt}, {"silences", counts.silences},
      {"refusals", counts.refusals},   {"decided", counts.decided},   {"stuck", counts.stuck}};
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
                        {"lacking", result.admissions.lacking},
                        {"uncounted", result.admissions.uncounted}};
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

Json outages_json(const StressResult& result) {
  Json all = Json::array();
  for (const Outage& one : result.outages)
    all.push_back({{"server", one.server + 1},
                   {"from_us", us(one.from)},
                   {"until_us", one.until ? Json(us(*one.until)) : Json()},
                   {"why", one.why.english()}});
  return all;
}

Json lockout_json(const StressResult& result) {
  if (!result.lockout) return nullptr;
  const LoadLockout& lockout = *result.lockout;
  Json faults = Json::array();
  for (const Strike& strike : strikes_during(result.work, lockout))
    faults.push_back(to_string(strike));
  return {{"lock", lockout.lock + 1},
          {"from_us", us(lockout.from)},
          {"to_us", us(lockout.to)},
          {"to_the_end", lockout.to_the_end},
          {"faults", faults}};
}

Json warnings_json(const StressResult& result) {
  Json all = Json::array();
  for (const Sentence& one : troubles_of(result)) all.push_back(one.english());
  for (const Sentence& one : result.warnings) all.push_back(one.english());
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

Json origin_json(const Origin& origin) {
  return {{"at", origin.at_us > 0 ? Json(rfc3339(origin.at_us)) : Json()},
          {"at_us", origin.at_us},
          {"locklab", origin.version},
          {"machine", origin.machine},
          {"redis", origin.servers},
          {"command", origin.command}};
}

std::string_view name(LimitState state) {
  static constexpr std::array<std::string_view, 4> names{"none", "sound", "apart", "exceeded"};
  return names[static_cast<std::size_t>(state)];
}

/// Percentile in us; null if there are no values.
Json quantile_json(const Histogram& times, std::uint64_t part) {
  return times.empty() ? Json() : Json(times.quantile(part, 100));
}

/// Figures of one second. Counts are raw; only `per_s` is scaled to a full second.
Json second_json(const StressResult& result, std::size_t i) {
  const Second& one = result.measures.seconds[i];
  Json json{{"lasted_us", us(result.length_of(i))}, {"partial", result.is_partial(i)}};
  json["per_s"] = std::llround(result.per_second(result.done(one.counts), i));
  json["p50_us"] = quantile_json(one.acquire, 50);
  json["p99_us"] = quantile_json(one.acquire, 99);
  json["longest_wait_us"] = one.longest_wait_us;
  json["failures"] = one.counts.failures();
  json["violations"] = one.violations;
  json["backlog"] = one.backlog;
  json.update(counts_json(one.counts));
  json["errors"] = one.errors;
  const auto server = i < result.server_seconds.size() ? result.server_seconds[i] : std::nullopt;
  json["server_processor_us"] = server ? Json(server->processor_us) : Json();
  json["server_commands"] = server ? Json(server->commands) : Json();
  return json;
}

Json load_json(const StressResult& result) {
  const Measures& m = result.measures;
  Json json{
      {"generator", generator}, {"format", load_format}, {"made", origin_json(result.origin)}};
  json["work"] = work_json(result.work);
  json["measured_us"] = us(result.measured);
  json["interrupted"] = result.interrupted;
  json["problem"] = result.problem ? Json(sentence(*result.problem).english()) : Json();
  json[result.work.critical_sections() ? "locks_per_s" : "decisions_per_s"] = result.rate();
  json["limit"] = {
      {"before", or_null(result.limit_before)}, {"after", or_null(result.limit_after)},
      {"state", name(result.limit_state())},    {"share_percent", or_null(result.share())},
      {"yes_commands", result.yes_commands},    {"no_commands", result.no_commands}};
  json["safety"] = safety_json(result);
  json["counts"] = counts_json(m.counts);
  json["counts"]["retries"] = result.work.critical_sections() ? Json(m.counts.retries) : Json();
  json["errors"] = m.errors;
  json["replies"] = m.replies;
  json["latency"] = {{"acquire", histogram_json(m.acquire)},
                     {"hold", histogram_json(m.hold)},
                     {"release", histogram_json(m.release)},
                     {"hand_over", histogram_json(m.hand_over)}};
  json["fairness"] = or_null(result.fairness());
  json["longest_wait_us"] = m.longest_wait_us;
  json["lockout"] = lockout_json(result);
  json["late_us"] = m.late_us;
  json["warnings"] = warnings_json(result);
  json["servers"] = servers_json(result);
  json["outages"] = outages_json(result);
  json["seconds"] = Json::array();
  for (std::size_t i = 0; i < m.seconds.size(); ++i)
    json["seconds"].push_back(second_json(result, i));
  if (result.part) json["shard"] = part_json(result);
  if (result.merge) json["merged"] = merge_json(*result.merge);
  return json;
}

constexpr std::string_view raw_mark = "\"raw\": \"@\"";

/// Formats the report, with the raw data of each load on one line.
std::string text_of(Json report, const std::vector<StressResult>& results) {
  Json* const loads = report.contains("loads") ? &report["loads"] : nullptr;
  for (std::size_t i = 0; i < results.size(); ++i) (loads ? (*loads)[i] : report)["raw"] = "@";
  std::string text = json_text(report, 2) + "\n";
  std::size_t at = 0;
  for (const StressResult& result : results) {
    at = text.find(raw_mark, at);
    const std::string raw = "\"raw\": " + json_text(raw_json(result));
    text.replace(at, raw_mark.size(), raw);
    at += raw.size();
  }
  return text;
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
      if (const auto value = one.get(work.lock))
        json["settings"][std::string(one.name)] = setting_json(one, *value);
  return json;
}

std::string stress_json(const std::vector<StressResult>& results) {
  // A part is read by programs and may be large, so it is not indented.
  if (results.size() == 1 && results[0].part) return json_text(load_json(results[0])) + "\n";
  if (results.size() == 1) return text_of(load_json(results[0]), results);
  Json all{{"generator", generator}};
  all["loads"] = Json::array();
  const std::vector<std::size_t> runs = runs_of(results);
  for (std::size_t i = 0; i < results.size(); ++i) {
    all["loads"].push_back(load_json(results[i]));
    all["loads"].back()["run"] = runs[i];
  }
  return text_of(std::move(all), results);
}

}  // namespace locklab::app
