#include "app/stress/report/benchmark_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/load/load_part.h"
#include "app/words/generator.h"
#include "sim/trace/json_text.h"

namespace locklab::app {

namespace {

using Json = nlohmann::ordered_json;
using Repetitions = std::vector<const BenchmarkRun*>;

std::vector<Repetitions> by_name(const std::vector<BenchmarkRun>& runs) {
  std::vector<Repetitions> families;
  for (const BenchmarkRun& run : runs) {
    if (!(run.time > 0) || !std::isfinite(run.time)) continue;
    const auto family = std::ranges::find(families, run.name, [](const Repetitions& one) {
      return std::string_view(one.front()->name);
    });
    if (family == families.end()) {
      families.push_back({&run});
    } else {
      family->push_back(&run);
    }
  }
  return families;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// Sample standard deviation of two or more values.
double deviation_of(const std::vector<double>& values) {
  const double mean = mean_of(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

void add_repetitions(const Repetitions& runs, std::size_t family, Json& benchmarks) {
  std::vector<double> times;
  std::vector<double> processor_times;
  const auto add_row = [&](std::string name, const char* type) -> Json& {
    return benchmarks.emplace_back(Json{{"name", std::move(name)},
                                        {"family_index", family},
                                        {"per_family_instance_index", 0},
                                        {"run_name", runs.front()->name},
                                        {"run_type", type},
                                        {"repetitions", runs.size()},
                                        {"threads", 1}});
  };
  const auto add_times = [&](Json& row, std::uint64_t iterations, double time, double processor) {
    row["iterations"] = iterations;
    row["real_time"] = time;
    row["cpu_time"] = processor;
    row["time_unit"] = runs.front()->unit;
  };
  for (const BenchmarkRun* run : runs) {
    Json& row = add_row(run->name, "iteration");
    row["repetition_index"] = times.size();
    times.push_back(run->time);
    processor_times.push_back(run->processor_time.value_or(run->time));
    add_times(row, run->iterations, times.back(), processor_times.back());
    for (const auto& [counter, value] : run->counters) row[counter] = value;
  }
  if (runs.size() < 2) return;
  const auto aggregate = [&](const char* name, double time, double processor) {
    Json& row = add_row(fmt::format("{}_{}", runs.front()->name, name), "aggregate");
    row["aggregate_name"] = name;
    row["aggregate_unit"] = "time";
    add_times(row, runs.size(), time, processor);
  };
  aggregate("mean", mean_of(times), mean_of(processor_times));
  aggregate("median", median_of(times), median_of(processor_times));
  aggregate("stddev", deviation_of(times), deviation_of(processor_times));
}

/// Processor time of all servers in us per operation; nullopt if zero, or unknown for any server.
std::optional<double> server_time(const StressResult& load) {
  double all = 0;
  for (const auto& meter : load.meters) {
    if (!meter) return std::nullopt;
    all += static_cast<double>(meter->processor_us);
  }
  if (all <= 0) return std::nullopt;
  return all / static_cast<double>(load.done(load.measures.counts));
}

void add_load(const StressResult& load, std::vector<BenchmarkRun>& runs) {
  const Measures& m = load.measures;
  const std::uint64_t done = load.done(m.counts);
  if (done == 0) return;
  const std::string label = load.work.label();
  BenchmarkRun& lock = runs.emplace_back();
  lock.name = label + (load.work.critical_sections() ? "/lock" : "/decision");
  lock.time = 1e6 / load.rate();
  lock.unit = "us";
  lock.iterations = done;
  lock.processor_time = server_time(load);
  lock.counters = {{"items_per_second", load.rate()}};
  if (const auto share = load.share()) lock.counters.emplace_back("limit_share_percent", *share);
  if (const auto fairness = load.fairness()) lock.counters.emplace_back("fairness", *fairness);
  for (const auto& [what, times] : {std::pair("acquire", &m.acquire),
                                    {"hold", &m.hold},
                                    {"release", &m.release},
                                    {"hand_over", &m.hand_over}})
    for (const auto& [part, per_mille] :
         {std::pair("p50", 500u), {"p90", 900u}, {"p99", 990u}, {"p999", 999u}})
      runs.push_back({fmt::format("{}/{}/{}", label, what, part),
                      static_cast<double>(times->quantile(per_mille, 1'000)),
                      "us",
                      times->count(),
                      std::nullopt,
                      {}});
}

}  // namespace

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::string benchmark_json(const std::vector<BenchmarkRun>& runs, const Origin& origin) {
  Json report;
  report["context"] = {
      {"generator", generator},    {"date", origin.at_us > 0 ? rfc3339(origin.at_us) : ""},
      {"executable", "locklab"},   {"locklab", origin.version},
      {"machine", origin.machine}, {"redis", fmt::format("{}", fmt::join(origin.servers, " "))},
      {"command", origin.command}};
  Json& benchmarks = report["benchmarks"] = Json::array();
  const std::vector<Repetitions> families = by_name(runs);
  for (std::size_t i = 0; i < families.size(); ++i) add_repetitions(families[i], i, benchmarks);
  return json_text(report, 2) + "\n";
}

std::string benchmark_json(const std::vector<StressResult>& loads) {
  std::vector<BenchmarkRun> runs;
  for (const StressResult& load : loads)
    if (!load.problem && !load.interrupted) add_load(load, runs);
  return benchmark_json(runs, loads.empty() ? Origin() : loads.front().origin);
}

}  // namespace locklab::app
