// Loads as a person asks for them, by options of the command line or by fields of the window, and
// as the works that they describe. Both check what was written here.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/load/stress_work.h"
#include "sim/trace/problem.h"

namespace locklab::app {

struct StressSpec {
  std::string strategies = "set_px_lua";  ///< one or several: "set_px_lua,redlock"
  std::optional<std::uint64_t> local;     ///< servers of its own; none: as many as usual
  std::optional<std::uint64_t> cluster;   ///< masters of its own Redis Cluster; none: no cluster
  std::optional<std::string> redis;       ///< servers of the user: "HOST:PORT,..."
  std::uint32_t clients = 64;
  std::uint32_t connections = 4;
  std::uint32_t threads = 1;
  std::string keys = "own";  ///< own, one, uniform:M, zipf:M
  std::optional<std::uint64_t> hold_us;
  std::uint64_t think_us = 0;
  double duration_s = 10;
  double warm_up_s = 1;
  std::uint64_t ttl_ms = 10'000;
  std::optional<double> retry_ms;  ///< none: 10
  std::uint64_t rate = 0;
  std::uint64_t seed = 1;
  std::optional<std::string> appendfsync;  ///< "no,everysec,always"
  std::optional<std::uint64_t> replicas;
  std::vector<std::string> faults;
};

/// Checks a number or a time as it was written for this option: "--clients".
std::optional<sim::Problem> wrong_value(std::string_view option, const std::string& text);
/// The most locks that `uniform` and `zipf` choose among.
inline constexpr std::uint64_t most_keys = 1'000'000'000;

/// Gives a work what the spec does not say. A problem: it cannot.
using Adjust = std::function<std::optional<sim::Problem>(StressWork&)>;

/// One load for each strategy and value of appendfsync, or the first mistake. `named` is how many
/// servers the user names.
std::variant<std::vector<StressWork>, sim::Problem> works_of(const StressSpec& spec,
                                                             std::size_t named,
                                                             const Adjust& adjust = {});

}  // namespace locklab::app
