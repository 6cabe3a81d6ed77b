// Live runs of scenario texts, their servers, and interference by others.
#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "app/live/run/run_live.h"
#include "app/live/servers/info_field.h"
#include "sim/scenario/read_scenario.h"
#include "tests/support/endless_run.h"
#include "tests/support/live_client.h"
#include "tests/support/live_in_time.h"
#include "tests/support/read.h"

namespace locklab::test {

inline sim::Scenario scenario_from(const std::string& toml) {
  return sim::value_of(sim::read_scenario(toml, "test.toml"));
}

/// Sets an environment variable during its lifetime.
class SetVariable {
 public:
  SetVariable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~SetVariable() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }
  SetVariable(const SetVariable&) = delete;
  SetVariable& operator=(const SetVariable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

/// A target with one server that the lab has not started.
inline app::LiveTarget target_at(std::uint16_t port) { return {.servers = {{"127.0.0.1", port}}}; }
inline app::LiveTarget target_of(Servers& servers, std::size_t i = 0) {
  return target_at(servers[i].endpoint().port);
}

/// The trace of a completed run; empty, and a failed test, after a problem.
inline sim::Trace trace_of(std::variant<app::LiveRun, app::LiveProblem> result) {
  if (const auto* problem = std::get_if<app::LiveProblem>(&result)) {
    ADD_FAILURE() << sentence(*problem).english();
    return {};
  }
  return std::move(std::get<app::LiveRun>(result).trace);
}

/// The exit status that the program would have.
inline int status_of(const std::variant<app::LiveRun, app::LiveProblem>& result) {
  const auto* problem = std::get_if<app::LiveProblem>(&result);
  return problem ? problem->exit_status : 0;
}

/// The problem of a run; a completed run fails the test.
inline app::LiveProblem problem_of(const std::variant<app::LiveRun, app::LiveProblem>& result) {
  if (const auto* problem = std::get_if<app::LiveProblem>(&result)) return *problem;
  ADD_FAILURE() << "it ran";
  return {};
}
inline app::LiveProblem problem_of(const sim::Scenario& scenario,
                                   const app::LiveTarget& target = {}) {
  return problem_of(app::run_live(scenario, target));
}

/// Waits until the lock is held on one of the lab's servers below `folder`. Returns its port.
inline std::uint16_t port_once_held(const std::string& folder) {
  std::uint16_t held = 0;
  EXPECT_TRUE(wait_for([&] {
    for (const std::uint16_t port : ports_of_servers_below(folder))
      if (lock_is_held(port, login_below(folder))) held = port;
    return held != 0;
  }));
  return held;
}

/// The pid of the lab's server at this port, whose password is below `folder`.
inline pid_t process_at(std::uint16_t port, const std::string& folder) {
  const Reply info = ask_at(port, Command("INFO"), login_below(folder));
  return std::stoi(std::string(app::info_field(info.text, "process_id")));
}

}  // namespace locklab::test
