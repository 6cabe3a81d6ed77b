#include "lock/redis/endpoint.h"

#include <fmt/format.h>
#include <netdb.h>

#include <cstring>

namespace locklab::redis {

std::string Endpoint::text() const {
  const bool v6 = host.find(':') != std::string::npos;
  return v6 ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

std::optional<Endpoint> resolve(std::string_view host, std::uint16_t port, std::string& why) {
  Endpoint endpoint;
  endpoint.host = host;
  endpoint.port = port;
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int failed =
      getaddrinfo(endpoint.host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (failed) {
    why = fmt::format("no address for {}: {}", endpoint.host, gai_strerror(failed));
    return std::nullopt;
  }
  // IPv4 is preferred: "localhost" may list ::1 first, where redis-server does not always listen.
  const addrinfo* best = found;
  for (const addrinfo* a = found; a; a = a->ai_next) {
    if (a->ai_family != AF_INET) continue;
    best = a;
    break;
  }
  std::memcpy(&endpoint.address, best->ai_addr, best->ai_addrlen);
  endpoint.address_length = best->ai_addrlen;
  freeaddrinfo(found);
  return endpoint;
}

std::string without_password(std::string text, const Login& login) {
  if (login.password.empty()) return text;
  for (std::size_t at = text.find(login.password); at != std::string::npos;
       at = text.find(login.password, at + 3))
    text.replace(at, login.password.size(), "***");
  return text;
}

}  // namespace locklab::redis
