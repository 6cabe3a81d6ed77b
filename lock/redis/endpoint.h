// The address of a server and the login for it. The password is only ever sent in AUTH, and never
// appears in a trace, an error or a log.
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace locklab::redis {

struct Login {
  std::string user;      ///< empty for the default user
  std::string password;  ///< no AUTH is sent if this and `user` are empty
  int database = 0;
  bool cluster = false;  ///< the server is a node of a Redis Cluster: follow its redirections
  /// The server is known to accept this login, so commands are sent right behind it without
  /// waiting.
  bool certain = false;
};

struct Endpoint {
  std::string host;  ///< name or address, as the user or a redirection gave it
  std::uint16_t port = 0;
  sockaddr_storage address{};
  socklen_t address_length = 0;

  std::string text() const;  ///< "host:port", "[::1]:port"
};

/// Resolves the host (blocking). nullopt if that fails; `why` then says what is wrong.
std::optional<Endpoint> resolve(std::string_view host, std::uint16_t port, std::string& why);

/// `text` with the password replaced by "***", since servers quote what they did not understand.
std::string without_password(std::string text, const Login& login);

}  // namespace locklab::redis
