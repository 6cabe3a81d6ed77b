// The options of `locklab stress`: as they are typed, and as the loads that they describe.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/cli/stress_part.h"
#include "app/stress/stress_work.h"
#include "app/words/language.h"
#include "sim/scenario/library.h"

namespace locklab::app {

struct StressCommand {
  std::string strategies = "set_px_lua";
  std::optional<std::uint64_t> local;  ///< servers of its own
  std::optional<std::string> redis;
  std::string user;
  bool ask_password = false;
  bool yes = false;
  std::uint32_t clients = 64;
  std::uint32_t connections = 4;
  std::uint32_t threads = 1;
  std::string keys = "own";
  std::optional<std::uint64_t> hold_us;
  std::uint64_t think_us = 0;
  double duration_s = 10;
  double warm_up_s = 1;
  std::uint64_t ttl_ms = 10'000;
  double retry_ms = 10;
  std::uint64_t rate = 0;
  std::uint64_t seed = 1;
  std::uint32_t repeat = 1;
  StressPartOptions part;
  std::optional<std::string> appendfsync;  ///< "no,everysec,always"
  std::optional<std::uint64_t> replicas;
  std::vector<std::string> faults;
  std::vector<std::string> set;  ///< "key=value"
  std::optional<std::string> out;
  std::optional<std::string> keep_violations;  ///< a folder
  std::optional<std::string> save;             ///< a scenario's file
  std::string format = "text";
  std::string language_word = "en";

  Language language() const {
    return language_word == "zh" ? Language::chinese : Language::english;
  }
};

CLI::App* add_stress(CLI::App& program, StressCommand& command);

/// One load for each strategy, as often as it is repeated, or the first mistake in the options.
/// `named` is how many servers
/// --redis names.
std::variant<std::vector<StressWork>, sim::Problem> works_of(const sim::Library& library,
                                                             const StressCommand& command,
                                                             std::size_t named);

}  // namespace locklab::app
