// Load specification as a user writes it, on the command line or in the window, and its conversion
// to StressWork. Both front ends validate their input here.
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
  std::string strategies = "set_px_lua";  ///< comma-separated: "set_px_lua,redlock"
  std::optional<std::uint64_t> local;     ///< own servers; nullopt for the lock's usual number
  std::optional<std::uint64_t> cluster;   ///< masters of an own Redis Cluster; nullopt if none
  std::optional<std::string> redis;       ///< the user's servers: "HOST:PORT,..."
  std::uint32_t clients = 64;
  std::uint32_t connections = 4;
  std::uint32_t threads = 1;
  std::string keys = "own";  ///< own, one, uniform[:M] or zipf[:M] of M locks; M alone means
                             ///< uniform:M
  std::optional<std::uint64_t> hold_us;
  std::uint64_t think_us = 0;
  double duration_s = 10;
  double warm_up_s = 1;
  std::uint64_t ttl_ms = 10'000;
  std::optional<double> retry_ms;  ///< nullopt for the default, 10
  std::uint64_t rate = 0;          ///< operations per second; 0 for a closed loop
  std::uint64_t seed = 1;
  std::optional<std::string> appendfsync;  ///< "no,everysec,always"
  std::optional<std::uint64_t> replicas;
  std::vector<std::string> faults;
};

/// Checks the text of a numeric or time option such as "--clients"; nullopt if it is valid, or if
/// the option is neither.
std::optional<sim::Problem> wrong_value(std::string_view option, const std::string& text);
/// Maximum number of locks for `uniform` and `zipf`.
inline constexpr std::uint64_t most_keys = 1'000'000'000;

/// Completes a work with settings that the spec lacks; nullopt if it succeeds.
using Adjust = std::function<std::optional<sim::Problem>(StressWork&)>;

/// Builds one load for each strategy and value of appendfsync, or returns the first mistake.
/// `named` is the number of servers that the user names.
std::variant<std::vector<StressWork>, sim::Problem> works_of(const StressSpec& spec,
                                                             std::size_t named,
                                                             const Adjust& adjust = {});

}  // namespace locklab::app
