// The target of a live run: its servers, the lab's own or the user's, and whether each client is a
// separate process. This is a plain value; it opens no connection.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/runs/live_problem.h"

namespace locklab::app {

struct LiveTarget {
  struct Server {
    std::string host;
    std::uint16_t port = 0;
    bool operator==(const Server&) const = default;
  };
  /// One server for each node of the scenario, in order. If empty, the lab starts its own.
  std::vector<Server> servers;
  /// Credentials for the user's servers; if empty, the default user without a password.
  struct Login {
    std::string user;
    std::string password;
  };
  Login login;
  /// Each client is a separate process rather than part of the lab's.
  bool processes = false;

  bool own_servers() const { return servers.empty(); }
};

/// Parses "HOST:PORT,HOST,[::1]:PORT", each of them also as "redis://HOST:PORT/0"; the default port
/// is 6379. A LiveProblem has exit status 2.
std::variant<std::vector<LiveTarget::Server>, LiveProblem> parse_servers(std::string_view text);

}  // namespace locklab::app
