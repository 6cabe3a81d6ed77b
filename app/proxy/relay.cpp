// The sockets of a relay, and how they end.
#include "app/proxy/relay.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace locklab::app {

namespace {

constexpr std::size_t read_at_once = std::size_t{64} << 10;

Reply ended_by(Silence silence, int error) {
  const bool refused = silence == Silence::no_connection && error == ECONNREFUSED;
  return Reply::unknown(
      refused ? Silence::refused : silence,
      fmt::format("{}: {}", name(silence), std::generic_category().message(error)));
}

bool would_block(int error) { return error == EAGAIN || error == EWOULDBLOCK; }

}  // namespace

Relay::Relay(redis::Loop& loop, const redis::Endpoint& server, ServerTurns& turns, FaultyLink& link,
             int client_end, bool announced)
    : loop_(loop), address_(server), turns_(turns), link_(link), is_announced_(announced) {
  link_.add(*this);
  if (!open_end(client_, client_end)) {
    server_ended(Reply::unknown(Silence::no_socket));
  } else if (link_.begun(*this)) {
    connect();
  }
  watch_ends();
}

Relay::~Relay() { finish(); }

std::size_t Relay::waiting() const {
  std::size_t all = bytes_under_way(Way::request) + bytes_under_way(Way::reply);
  for (const End* end : {&client_, &server_}) all += end->out.waiting().size() + end->half.size();
  for (const Leaving& request : leaving_) all += request.bytes.size();
  for (const Seen& seen : seen_) all += seen.reply->bytes.size();
  return all;
}

std::size_t Relay::waiting_for_server() const {
  std::size_t all = server_.out.waiting().size() + bytes_under_way(Way::request);
  for (const Leaving& request : leaving_) all += request.bytes.size();
  return all;
}

bool Relay::open_end(End& end, int socket) {
  return end.socket.open(loop_, socket,
                         [this, &end](int status, int events) { on_poll(end, status, events); });
}

void Relay::close_end(End& end) {
  end.socket.close();
  end.out.clear();
  end.half.clear();
}

void Relay::connect() {
  if (stage_ != Stage::waiting) return;
  if (!link_.has_power()) return vanish();
  const int socket =
      ::socket(address_.address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (socket < 0) return server_ended(ended_by(Silence::no_socket, errno));
  const int yes = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  if (!open_end(server_, socket)) return server_ended(Reply::unknown(Silence::no_socket));
  const auto* address = reinterpret_cast<const sockaddr*>(&address_.address);
  if (::connect(socket, address, address_.address_length) < 0 && errno != EINPROGRESS)
    return server_ended(ended_by(Silence::no_connection, errno));
  stage_ = Stage::connecting;
  watch_ends();
}

void Relay::connected() {
  int error = 0;
  socklen_t length = sizeof error;
  ::getsockopt(server_.socket.fd(), SOL_SOCKET, SO_ERROR, &error, &length);
  if (error) return server_ended(ended_by(Silence::no_connection, error));
  stage_ = Stage::open;
  write_server();
}

/// Watches each end for what can be done now: an end is not read while `most_waiting` of its bytes
/// wait to be passed on.
void Relay::watch_ends() {
  const std::size_t up = waiting_for_server() + client_.half.size();
  const std::size_t down =
      client_.out.waiting().size() + bytes_under_way(Way::reply) + server_.half.size();
  const int client_reads = up < most_waiting ? UV_READABLE : 0;
  const int server_reads = stage_ == Stage::open && down < most_waiting ? UV_READABLE : 0;
  const bool server_writes = stage_ == Stage::connecting || !server_.out.empty();
  client_.socket.watch(client_reads | (client_.out.empty() ? 0 : UV_WRITABLE));
  server_.socket.watch(server_reads | (server_writes ? UV_WRITABLE : 0));
}

void Relay::on_poll(End& end, int status, int events) {
  if (&end == &client_) {
    if (status < 0 || (events & UV_READABLE)) read_client();
    if (events & UV_WRITABLE) write_client();
  } else if (stage_ == Stage::connecting) {
    connected();
  } else {
    if (status < 0 || (events & UV_READABLE)) read_server(status < 0);
    take_seen();
    if (events & UV_WRITABLE) write_server();
  }
  link_.watch().settle();
  close_if_done();
  watch_ends();
}

void Relay::read_now() {
  if (stage_ == Stage::open) read_server();
  take_seen();
  if (!over()) link_.bring_due(*this, Way::reply);
  close_if_done();
  watch_ends();
}

void Relay::read_client() {
  if (reading_ || !client_.socket.is_open()) return;
  reading_ = true;
  bool ended = false;
  // A silent line is read as far as possible, to discard everything; any other one only until
  // most_waiting bytes wait.
  while (silent_ || waiting_for_server() < most_waiting) {
    char bytes[read_at_once];
    const ssize_t got = ::recv(client_.socket.fd(), bytes, sizeof bytes, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && would_block(errno)) break;
    ended = got <= 0;
    if (ended) break;
    requests({bytes, static_cast<std::size_t>(got)});
    if (!silent_ && static_cast<std::size_t>(got) < sizeof bytes) break;
  }
  reading_ = false;
  write_server();
  if (silent_) {
    close_end(client_);
    if (stage_ == Stage::waiting) finish();
    say_goodbye();
  } else if (ended) {
    client_ended();
  }
}

void Relay::read_server(bool to_the_end) {
  // Bounded: a server that never stops sending must not keep the loop here.
  for (int pieces = 0; pieces < (to_the_end ? 64 : 16); ++pieces) {
    if (!server_.socket.is_open() || !server_end_.is_nil()) return;
    char bytes[read_at_once];
    const ssize_t got = ::recv(server_.socket.fd(), bytes, sizeof bytes, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && would_block(errno)) return;
    if (got < 0) {
      server_end_ = ended_by(Silence::server_ended, errno);
    } else if (got == 0) {
      server_end_ =
          Reply::unknown(Silence::server_ended, from_server_.in_the_middle()
                                                    ? "the server vanished in the middle of a reply"
                                                    : "the server closed the connection");
    }
    if (got <= 0) {
      if (!server_.half.empty()) reply_seen(std::exchange(server_.half, {}), false);
    } else {
      replies({bytes, static_cast<std::size_t>(got)});
      if (!to_the_end && static_cast<std::size_t>(got) < sizeof bytes) return;
      if (!to_the_end && client_.out.waiting().size() >= most_waiting) return;
    }
  }
}

void Relay::write_client() {
  while (client_.socket.is_open() && !client_.out.empty()) {
    const std::string_view bytes = client_.out.waiting();
    const ssize_t sent = ::send(client_.socket.fd(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      client_.out.sent(static_cast<std::size_t>(sent));
    } else if (would_block(errno)) {
      return;
    } else if (errno != EINTR) {
      client_.out.clear();
      read_client();  // reads what the client sent before it closed its end
    }
  }
}

void Relay::write_server() {
  while (stage_ == Stage::open && !server_.out.empty()) {
    const std::string_view bytes = server_.out.waiting();
    const ssize_t sent = ::send(server_.socket.fd(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      server_.out.sent(static_cast<std::size_t>(sent));
    } else if (would_block(errno)) {
      return;
    } else if (errno != EINTR) {
      server_.out.clear();  // reading the server's last bytes gives the reason
      loop_.queue(*this);
    }
  }
  say_goodbye();
}

void Relay::take() {
  if (stage_ == Stage::open && server_.socket.is_open()) read_server(true);
  take_seen();
  link_.watch().settle();
  close_if_done();
  watch_ends();
}

void Relay::client_left() {
  if (!client_.socket.is_open()) return;
  read_client();
  client_ended();
  close_if_done();
  watch_ends();
}

/// Passes on what the client sent before it closed its end, unless the line has never begun.
void Relay::client_ended() {
  if (!client_.socket.is_open()) return;
  if (!client_.half.empty()) request_leaves(std::exchange(client_.half, {}), false);
  close_end(client_);
  link_.closed_by_client(*this);
  if (stage_ == Stage::waiting) return finish();
  say_goodbye();
}

/// Tells the server that no more requests will come, once all have been sent: it then drops work
/// for a client that is gone, as it would without a proxy.
void Relay::say_goodbye() {
  if (client_.socket.is_open() || stage_ != Stage::open || said_goodbye_) return;
  if (!server_.out.empty() || !leaving_.empty() || !nothing_under_way(Way::request)) return;
  said_goodbye_ = true;
  ::shutdown(server_.socket.fd(), SHUT_WR);
}

void Relay::server_ended(Reply last_word) {
  if (stage_ == Stage::over || stage_ == Stage::server_gone) return;
  stage_ = Stage::server_gone;
  close_end(server_);
  give_up_turns();
  if (last_word_.is_nil()) last_word_ = std::move(last_word);
  close_if_done();
}

/// Ends an announced connection that has carried no counted request yet (live clients connect
/// early); its client's first command will use another one. Any other connection vanishes.
void Relay::node_vanished() {
  if (stage_ != Stage::connecting && stage_ != Stage::open) return;
  if (is_announced_ && !first_left_) return server_ended(Reply::unknown(Silence::lost));
  vanish();
}

/// Breaks the connection without notice: only replies that the relay has read can still arrive. If
/// the client sends something after the machine has power again, the answer is a reset, since the
/// machine does not know the connection.
void Relay::vanish() {
  stage_ = Stage::vanished;
  server_end_ = {};
  close_end(server_);
  for (const Awaited& request : std::exchange(awaited_, {}))
    lose_request({}, request, sim::Loss::power_lost);
  for (const Leaving& request : std::exchange(leaving_, {}))
    lose_request(request.bytes, request.awaited, sim::Loss::power_lost);
  give_up_turns();
  close_if_done();
  if (!over()) watch_ends();
}

/// Finishes the relay after the last reply if the server is gone, or has vanished and the client
/// has closed its end.
void Relay::close_if_done() {
  const bool unnoticed = stage_ == Stage::vanished && !client_.socket.is_open();
  if ((stage_ != Stage::server_gone && !unnoticed) || taking_ || reading_) return;
  if (unnoticed && !nothing_under_way(Way::request)) return;
  if (!seen_.empty() || !nothing_under_way(Way::reply)) return;
  if (client_.socket.is_open() && (!client_.out.empty() || link_.keeps_replies())) return;
  finish();
}

void Relay::cut_off(Silence silence) {
  if (!client_.socket.is_open()) return;
  last_word_ = Reply::unknown(silence);
  loss_ = sim::Loss::connection_lost;
  silent_ = true;
  link_.closed_by_client(*this);
  read_client();
}

void Relay::tear_down(Silence silence) {
  last_word_ = Reply::unknown(silence);
  loss_ = sim::Loss::connection_reset;
  silent_ = true;
  link_.closed_by_client(*this);
  read_client();
  lose_seen(loss_);
  const linger at_once{1, 0};  // sends a reset to the server
  if (server_.socket.is_open())
    ::setsockopt(server_.socket.fd(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  finish();
}

/// Discards the requests that wait for a turn and gives up the current turn, so that the server may
/// answer other connections.
void Relay::give_up_turns() {
  leaving_.clear();
  turns_.leave(*this);
}

void Relay::finish() {
  if (stage_ == Stage::over) return;
  stage_ = Stage::over;
  leave();
  close_end(client_);
  close_end(server_);
  seen_.clear();
  awaited_.clear();
  give_up_turns();
  link_.remove(*this);
}

}  // namespace locklab::app
