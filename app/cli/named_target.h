// The servers named by --redis, with their login: the password comes from the environment or a
// prompt, never from an argument.
#pragma once

#include <string>
#include <variant>

#include "app/runs/live_problem.h"
#include "app/runs/live_target.h"

namespace locklab::app {

struct NamedServers {
  std::string redis;  ///< HOST:PORT,...
  std::string user;   ///< empty for the default user
  bool ask_password = false;
};

/// The servers to use, or why they cannot be used.
std::variant<LiveTarget, LiveProblem> named_target(const NamedServers& named);

}  // namespace locklab::app
