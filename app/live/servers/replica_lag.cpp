#include "app/live/servers/replica_lag.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

namespace locklab::app {

namespace {

// Messages between a master and its replica: the replica may continue; the master asks for its
// offset; the replica acknowledges it.
constexpr std::string_view let_follow = "+CONTINUE";
constexpr std::string_view how_far = "REPLCONF\r\n$6\r\nGETACK";
constexpr std::string_view so_far = "REPLCONF\r\n$3\r\nACK";

}  // namespace

std::unique_ptr<ReplicaLag> ReplicaLag::open(redis::Loop& loop, Duration lag) {
  std::unique_ptr<ReplicaLag> way(new ReplicaLag(loop, lag));
  const int door = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (door < 0) return nullptr;
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  auto* const as_any = reinterpret_cast<sockaddr*>(&address);
  if (!way->watch(way->door_, door) || ::bind(door, as_any, length) != 0 ||
      ::listen(door, 4) != 0 || ::getsockname(door, as_any, &length) != 0)
    return nullptr;
  way->port_ = ntohs(address.sin_port);
  return way;
}

ReplicaLag::~ReplicaLag() {
  hang_up();
  close(door_);
  loop_.stop(due_);
}

void ReplicaLag::lead_to(const redis::Endpoint& master) {
  hang_up();
  master_endpoint_ = master;
}

bool ReplicaLag::watch(End& end, int socket) {
  if (!end.socket.open(loop_, socket, [this, &end](int, int) { ready(end); })) return false;
  end.socket.watch(UV_READABLE);
  return true;
}

void ReplicaLag::close(End& end) {
  end.socket.close();
  end.coming.clear();
}

/// Closes both ends, as when either of them dies: data in flight is lost.
void ReplicaLag::hang_up() {
  close(replica_);
  close(master_);
  linked_ = asked_ = answered_ = false;
}

void ReplicaLag::ready(const End& end) {
  if (&end == &door_) return take_replica();
  if (&end == &replica_) return read(replica_, master_);
  read(master_, replica_);
}

void ReplicaLag::take_replica() {
  const int replica = ::accept4(door_.socket.fd(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (replica < 0) return;
  hang_up();
  const int master = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const auto* address =
      master_endpoint_ ? reinterpret_cast<const sockaddr*>(&master_endpoint_->address) : nullptr;
  // On loopback a connection succeeds or fails at once.
  const bool reached =
      master >= 0 && address && ::connect(master, address, master_endpoint_->address_length) == 0;
  if (!watch(replica_, replica) || !reached || !watch(master_, master)) {
    if (master >= 0 && master_.socket.fd() != master) ::close(master);
    return hang_up();
  }
  const int yes = 1;
  for (const int socket : {replica, master})
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

void ReplicaLag::read(End& from, End& to) {
  std::array<char, 1 << 16> bytes;
  const ssize_t got = ::recv(from.socket.fd(), bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got <= 0) return hang_up();
  const std::string_view sent(bytes.data(), static_cast<std::size_t>(got));
  const auto says = [sent](std::string_view words) { return sent.find(words) != sent.npos; };
  if (&from == &master_) {
    linked_ = linked_ || says(let_follow);
    asked_ = asked_ || says(how_far);
  } else if (says(so_far)) {
    linked_ = answered_ = true;
  }
  to.coming.push_back({loop_.time_us() + lag_us_, std::string(sent)});
  bring();
}

void ReplicaLag::bring() {
  if (!bring_to(replica_) || !bring_to(master_)) return hang_up();
  if (answered_ && master_.coming.empty()) asked_ = answered_ = false;
  constexpr std::int64_t until_it_reads_us = 1'000;
  const std::int64_t now = loop_.time_us();
  std::optional<std::int64_t> next;
  for (const End* end : {&replica_, &master_}) {
    if (end->coming.empty()) continue;
    const std::int64_t due = end->coming.front().due_us;
    next = std::min(next.value_or(INT64_MAX), due > now ? due : now + until_it_reads_us);
  }
  if (next) loop_.start(due_, *next);
}

/// Delivers the data that is due. Returns false if the end is gone.
bool ReplicaLag::bring_to(End& end) {
  while (!end.coming.empty() && end.coming.front().due_us <= loop_.time_us()) {
    std::string& bytes = end.coming.front().bytes;
    const ssize_t sent =
        ::send(end.socket.fd(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN && errno != EINTR) return false;
    if (sent < 0) return true;
    bytes.erase(0, static_cast<std::size_t>(sent));
    if (bytes.empty()) end.coming.pop_front();
  }
  return true;
}

}  // namespace locklab::app
