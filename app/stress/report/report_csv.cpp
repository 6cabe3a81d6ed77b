// CSV report of loads: one row per second and one for the total, each ending with the origin.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <optional>
#include <string_view>

#include "app/load/load_part.h"
#include "app/stress/report/report_data.h"

namespace locklab::app {

namespace {

std::string quoted(const std::string& text) {
  std::string field = "\"";
  for (const char c : text) field += c == '"' ? std::string("\"\"") : std::string(1, c);
  return field + "\"";
}

std::string errors_text(const std::map<std::string, std::uint64_t>& errors) {
  std::string all;
  for (const auto& [error, times] : errors)
    all += fmt::format("{}{} x {}", all.empty() ? "" : "; ", times, error);
  return all;
}

constexpr std::string_view csv_heads =
    "strategy,run,second,lasted_s,per_s,acquired,decided,p50_us,p99_us,max_us,attempts,refused,"
    "released,renewed,lost,not_owner,in_doubt,silences,refusals,failures,violations,"
    "longest_wait_us,backlog,server_processor_us,server_commands,errors,made_at,locklab,redis,"
    "machine,command\n";

struct CsvLine {
  std::string second;
  Duration lasted;
  double per_s = 0;
  const Counts& counts;
  const Histogram& times;
  std::uint64_t violations = 0;
  std::int64_t longest_wait_us = 0;
  std::uint64_t backlog = 0;
  std::optional<ServerSecond> servers;
  const std::map<std::string, std::uint64_t>& errors;
};

std::string csv_line(const CsvLine& line) {
  const auto time = [&](std::uint64_t part) {
    return line.times.empty() ? std::string() : fmt::to_string(line.times.quantile(part, 100));
  };
  const Counts& c = line.counts;
  return fmt::format("{},{:.6g},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}",
                     line.second, static_cast<double>(us(line.lasted)) / 1e6,
                     std::llround(line.per_s), c.acquired, c.decided, time(50), time(99), time(100),
                     c.attempts, c.refused, c.released, c.renewed, c.lost, c.not_owner, c.in_doubt,
                     c.silences, c.refusals, c.failures(), line.violations, line.longest_wait_us,
                     line.backlog, line.servers ? fmt::to_string(line.servers->processor_us) : "",
                     line.servers ? fmt::to_string(line.servers->commands) : "",
                     quoted(errors_text(line.errors)));
}

std::string csv_of(const StressResult& result, const std::string& begin) {
  const Measures& m = result.measures;
  const Origin& origin = result.origin;
  const std::string end =
      fmt::format(",{},{},{},{},{}\n", origin.at_us > 0 ? rfc3339(origin.at_us) : "",
                  origin.version, quoted(fmt::format("{}", fmt::join(origin.servers, " "))),
                  quoted(origin.machine), quoted(origin.command));
  std::string text;
  std::uint64_t violations = 0;
  for (std::size_t i = 0; i < m.seconds.size(); ++i) {
    const Second& one = m.seconds[i];
    violations += one.violations;
    const CsvLine line{fmt::to_string(i + 1),
                       result.length_of(i),
                       result.per_second(result.done(one.counts), i),
                       one.counts,
                       one.acquire,
                       one.violations,
                       one.longest_wait_us,
                       one.backlog,
                       i < result.server_seconds.size() ? result.server_seconds[i] : std::nullopt,
                       one.errors};
    text.append(begin).append(csv_line(line)).append(end);
  }
  std::optional<ServerSecond> servers;
  for (const auto& meter : result.meters) {
    if (!meter) {
      servers.reset();
      break;
    }
    servers = servers.value_or(ServerSecond());
    servers->processor_us += meter->processor_us;
    servers->commands += meter->commands;
  }
  const std::uint64_t backlog = m.seconds.empty() ? 0 : m.seconds.back().backlog;
  return text + begin +
         csv_line({"total", result.measured, result.rate(), m.counts, m.acquire, violations,
                   m.longest_wait_us, backlog, servers, m.errors}) +
         end;
}

}  // namespace

std::string stress_csv(const std::vector<StressResult>& results) {
  std::string text(csv_heads);
  const std::vector<std::size_t> runs = runs_of(results);
  for (std::size_t i = 0; i < results.size(); ++i)
    text += csv_of(results[i], fmt::format("{},{},", results[i].work.label(), runs[i]));
  return text;
}

}  // namespace locklab::app
