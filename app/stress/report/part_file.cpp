#include "app/stress/report/part_file.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "app/load/load_part.h"

namespace locklab::app {

namespace {

using Json = nlohmann::ordered_json;

Json buckets_json(const Histogram& times) {
  Json buckets = Json::array();
  for (const Histogram::Filled& one : times.filled()) buckets.push_back({one.bucket, one.count});
  return {{"sum", times.sum()}, {"max", times.max()}, {"buckets", std::move(buckets)}};
}

Json holds_json(const KeptHolds& holds) {
  Json kept = Json::array();
  for (const KeptHold& one : holds.holds()) {
    const Hold& hold = one.hold;
    Json& row = kept.emplace_back(Json::array(
        {one.lock + 1, hold.client + 1, hold.wanted_us, hold.entered_us, hold.left_us}));
    if (hold.token >= 0) row.push_back(hold.token);
  }
  return {{"seen", holds.seen()},
          {"one_slice_of", holds.one_slice_of()},
          {"dropped", holds.dropped()},
          {"fields", {"lock", "client", "wanted_us", "entered_us", "left_us", "token"}},
          {"kept", std::move(kept)}};
}

}  // namespace

nlohmann::ordered_json raw_json(const StressResult& result) {
  const Measures& m = result.measures;
  Json json;
  json["histograms"] = {{"acquire", buckets_json(m.acquire)},
                        {"hold", buckets_json(m.hold)},
                        {"release", buckets_json(m.release)},
                        {"hand_over", buckets_json(m.hand_over)}};
  json["seconds"] = Json::array();
  for (const Second& one : m.seconds) json["seconds"].push_back(buckets_json(one.acquire));
  json["acquired_by_client"] = m.acquired_by_client;
  return json;
}

nlohmann::ordered_json part_json(const StressResult& result) {
  Json json{{"format", part_format},
            {"number", result.work.part->number + 1},
            {"of", result.work.part->of},
            {"load", result.work.part->load},
            {"begun_at", rfc3339(result.part->begun_at_us)},
            {"begun_at_us", result.part->begun_at_us},
            {"clock_error_us", result.part->clock_error_us},
            {"server_run", result.part->server_run}};
  json.update(raw_json(result));
  json["holds"] = holds_json(result.part->holds);
  json["most"] = result.admissions.most;
  json["admitted"] = Json::array();
  for (const Admissions::Shared& one : result.admissions.shared)
    json["admitted"].push_back({one.lock + 1, one.granted, one.taken});
  return json;
}

bool is_load_report(const nlohmann::ordered_json& report) {
  return report.is_object() &&
         (report.contains("loads") || (report.contains("work") && report.contains("safety")));
}

}  // namespace locklab::app
