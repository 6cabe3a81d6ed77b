#include "tests/support/fake_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace locklab::test {

std::string FakeServer::Peer::hear() {
  char bytes[4096];
  const ssize_t got = recv(socket_, bytes, sizeof bytes, 0);
  return got > 0 ? std::string(bytes, static_cast<std::size_t>(got)) : std::string();
}

bool FakeServer::Peer::say(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void FakeServer::Peer::reset() {
  const linger at_once{1, 0};
  setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

void FakeServer::Peer::wait_until_closed() {
  while (!hear().empty()) continue;
}

FakeServer::FakeServer(std::function<void(Peer&)> serve) : serve_(std::move(serve)) {
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  bind(listener_, reinterpret_cast<const sockaddr*>(&address), length);
  listen(listener_, 16);
  getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &length);
  port_ = ntohs(address.sin_port);
  thread_ = std::thread(&FakeServer::run, this);
}

FakeServer::~FakeServer() {
  stopping_ = true;
  shutdown(listener_, SHUT_RDWR);
  if (const int socket = current_; socket >= 0) shutdown(socket, SHUT_RDWR);
  thread_.join();
  close(listener_);
}

void FakeServer::run() {
  while (!stopping_) {
    const int socket = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0) return;
    current_ = socket;
    Peer peer(socket);
    if (!stopping_) serve_(peer);
    current_ = -1;
    close(socket);
    ++served_;
  }
}

}  // namespace locklab::test
