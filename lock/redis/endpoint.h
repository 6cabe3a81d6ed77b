// The address of a server and the login for it. The password is kept only here: it is sent in AUTH,
// and never appears in a trace, an error or a log.
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace locklab::redis {

struct Login {
  std::string user;      ///< empty: the default user
  std::string password;  ///< empty: no AUTH is sent
  int database = 0;
  bool cluster = false;  ///< the server is one of a Redis Cluster: its redirections are followed
  /// The server takes this login. So commands leave right behind it, and wait where it waits.
  bool certain = false;
};

struct Endpoint {
  std::string host;  ///< as the user wrote it
  std::uint16_t port = 0;
  sockaddr_storage address{};
  socklen_t address_length = 0;

  std::string text() const;  ///< "host:port", "[::1]:port"
};

/// Resolves the host (blocking). Nothing: `why` says what is wrong.
std::optional<Endpoint> resolve(std::string_view host, std::uint16_t port, std::string& why);

/// `text` with the password removed, since servers quote what they did not understand.
std::string without_password(std::string text, const Login& login);

}  // namespace locklab::redis
