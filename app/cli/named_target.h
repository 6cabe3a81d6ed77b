// The servers that --redis names, with the login for them: the password from the environment or
// from a prompt, never from an argument.
#pragma once

#include <string>
#include <variant>

#include "app/runs/live_problem.h"
#include "app/runs/live_target.h"

namespace locklab::app {

struct NamedServers {
  std::string redis;  ///< HOST:PORT,...
  std::string user;   ///< empty: the default user
  bool ask_password = false;
};

/// The servers to use, or why they cannot be used.
std::variant<LiveTarget, LiveProblem> named_target(const NamedServers& named);

}  // namespace locklab::app
