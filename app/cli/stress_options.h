// The options of `locklab stress`, as typed and as the loads that they describe.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/cli/stress_part.h"
#include "app/load/stress_spec.h"
#include "app/words/language.h"

namespace locklab::app {

struct StressCommand : StressSpec {
  std::string typed;  ///< the whole command, for the report
  std::string user;
  bool ask_password = false;
  bool yes = false;
  std::uint32_t repeat = 1;
  StressPartOptions part;
  std::vector<std::string> set;  ///< "key=value"
  bool ttl_given = false;
  std::optional<std::string> out;
  std::optional<std::string> keep_violations;  ///< a folder
  std::optional<std::string> save;             ///< a scenario's file
  bool force = false;
  std::string format = "text";
  std::string language_word = "en";

  Language language() const {
    return language_word == "zh" ? Language::chinese : Language::english;
  }
};

CLI::App* add_stress(CLI::App& program, StressCommand& command);

/// One load per strategy, value of --appendfsync and repetition, or the first mistake in the
/// options. `named` is the number of servers in --redis.
std::variant<std::vector<StressWork>, sim::Problem> works_of(const StressCommand& command,
                                                             std::size_t named);

}  // namespace locklab::app
