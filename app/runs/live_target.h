// Which servers a live run uses: its own, or ones that the user names. A value: nothing here opens
// a connection.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/runs/problem.h"

namespace locklab::app {

struct LiveTarget {
  struct Server {
    std::string host;
    std::uint16_t port = 0;
    bool operator==(const Server&) const = default;
  };
  /// Empty: the lab starts its own. Else one for each node of the scenario, in its order.
  std::vector<Server> servers;
  /// Who the lab is to named servers; empty: the default user, without a password.
  struct Login {
    std::string user;
    std::string password;
  };
  Login login;

  bool own_servers() const { return servers.empty(); }
};

/// From "HOST:PORT,HOST,[::1]:PORT": the port is 6379 unless said. A Problem has exit status 2.
std::variant<std::vector<LiveTarget::Server>, Problem> parse_servers(std::string_view text);

}  // namespace locklab::app
