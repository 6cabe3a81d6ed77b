#include "lock/redis/node_connection.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>
#include <utility>

namespace locklab::redis {

namespace {

Reply lost(Silence silence, int error) {
  const std::string why =
      fmt::format("{}: {}", name(silence), std::generic_category().message(error));
  const bool refused = silence == Silence::no_connection && error == ECONNREFUSED;
  return Reply::unknown(refused ? Silence::refused : silence, why);
}

}  // namespace

struct NodeConnection::Poll {
  uv_poll_t handle{};
  NodeConnection* owner = nullptr;
};

NodeConnection::NodeConnection(Loop& loop, const Endpoint& endpoint, const Login& login,
                               Listener& listener, Leave leave)
    : loop_(loop), login_(login), listener_(listener), leave_(leave), host_(endpoint.host) {
  connect(endpoint);
}

NodeConnection::NodeConnection(Loop& loop, int socket, const Login& login, Listener& listener,
                               Leave leave)
    : loop_(loop), login_(login), listener_(listener), leave_(leave), socket_(socket) {
  if (open_socket()) watch(UV_WRITABLE);
}

NodeConnection::~NodeConnection() {
  expected_.clear();
  held_slots_.clear();
  end(Reply::unknown(Silence::closed));
}

void NodeConnection::connect(const Endpoint& endpoint) {
  socket_ = ::socket(endpoint.address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (!open_socket()) return;
  const int yes = 1;
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  const auto* address = reinterpret_cast<const sockaddr*>(&endpoint.address);
  if (::connect(socket_, address, endpoint.address_length) < 0 && errno != EINPROGRESS)
    return end(lost(Silence::no_connection, errno));
  watch(UV_WRITABLE);
}

/// Lets the loop watch the socket. Returns false if there is no socket, or none that the loop can
/// watch; the connection has then ended.
bool NodeConnection::open_socket() {
  if (socket_ < 0) {
    end(lost(Silence::no_socket, errno));
    return false;
  }
  auto poll = std::make_unique<Poll>();
  if (const int failed = uv_poll_init_socket(loop_.uv(), &poll->handle, socket_); failed) {
    end(Reply::unknown(Silence::no_socket, fmt::format("no socket: {}", uv_strerror(failed))));
    return false;
  }
  poll_ = poll.release();
  poll_->owner = this;
  poll_->handle.data = poll_;
  return true;
}

void NodeConnection::watch(int events) {
  if (still_ || watched_ == events) return;
  watched_ = events;
  uv_poll_start(&poll_->handle, events, [](uv_poll_t* handle, int status, int ready) {
    NodeConnection& owner = *static_cast<Poll*>(handle->data)->owner;
    owner.loop_.guard([&] { owner.on_poll(status, ready); });
  });
}

void NodeConnection::on_poll(int status, int events) {
  if (readiness_ == Readiness::connecting) return on_connected();
  // libuv only says that the socket failed. The socket itself gives the reason after its last
  // bytes.
  if (status < 0 || (events & UV_READABLE)) read_socket(status < 0);
  if (!alive()) return;
  if (status < 0) return end(Reply::unknown(Silence::server_ended));
  if (events & UV_WRITABLE) flush();
}

void NodeConnection::on_connected() {
  int error = 0;
  socklen_t length = sizeof error;
  ::getsockopt(socket_, SOL_SOCKET, SO_ERROR, &error, &length);
  if (error) return end(lost(Silence::no_connection, error));
  greet();
}

void NodeConnection::greet() {
  readiness_ = Readiness::greeting;
  if (!login_.password.empty() || !login_.user.empty()) {
    Command auth("AUTH");
    if (!login_.user.empty()) auth.add(login_.user);
    auth.add(login_.password);
    login_with(auth);
  }
  if (login_.database != 0) {
    Command select("SELECT");
    select.add(std::int64_t{login_.database});
    login_with(select);
  }
  if (expected_.empty() || login_.certain) return open_for_commands();
  flush();
}

void NodeConnection::login_with(const Command& command) {
  out_.append(command.words());
  expect(Slot{.expect = Expect::login});
}

void NodeConnection::open_for_commands() {
  readiness_ = Readiness::ready;
  out_.append(held_back_.waiting());
  held_back_.clear();
  for (Slot& slot : held_slots_) expect(std::move(slot));
  held_slots_.clear();
  flush();
}

/// Reports this command as written, and expects its reply after those of earlier commands.
void NodeConnection::expect(Slot slot) {
  const bool answer = slot.expect == Expect::answer;
  listener_.written(answer ? std::optional(slot.ticket) : std::nullopt);
  expected_.push_back(std::move(slot));
}

/// Appends a command to the bytes to send, or holds it back until the connection is ready.
void NodeConnection::put(const Command& command, Slot slot) {
  if (readiness_ == Readiness::ready) {
    out_.append(command.words());
    expect(std::move(slot));
  } else {
    held_back_.append(command.words());
    held_slots_.push_back(std::move(slot));
  }
}

void NodeConnection::load(const Script& script) {
  Command load("SCRIPT");
  load.add("LOAD").add(script.text);
  put(load, Slot{.expect = Expect::script_loaded});
}

void NodeConnection::send(Ticket ticket, const Command& command, Sender sender) {
  send(command, Slot{.sender = sender, .ticket = ticket}, false);
}

/// Sends a command, preceded by ASKING if `asks`.
void NodeConnection::send(const Command& command, Slot slot, bool asks) {
  if (!alive()) return listener_.answered(slot.ticket, last_word_);
  listens_ = listens_ || command.listens;
  if (command.script &&
      std::find(loaded_.begin(), loaded_.end(), command.script) == loaded_.end()) {
    loaded_.push_back(command.script);
    load(*command.script);
  }
  if (redirects_) transaction_.sent(command.words());
  if (command.script || (redirects_ && !transaction_.queues()))
    slot.again = std::make_unique<Command>(command);
  if (asks) put(Command("ASKING"), Slot{.expect = Expect::asking});
  put(command, std::move(slot));
  if (readiness_ == Readiness::ready) leave_soon();
}

void NodeConnection::leave_soon() {
  if (leave_ == Leave::at_once) {
    flush();
  } else {
    loop_.queue_write(*this);
  }
}

void NodeConnection::flush() {
  if (still_ || !alive()) return;
  while (!out_.empty()) {
    // MSG_NOSIGNAL: otherwise a dead server would kill the process with SIGPIPE.
    const std::string_view bytes = out_.waiting();
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      out_.sent(static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      break;
    } else if (errno != EINTR) {
      // Replies that the server sent before it died can still be read.
      const int error = errno;
      read_socket(true);
      if (alive()) end(lost(Silence::server_ended, error));
      return;
    }
  }
  watch(out_.empty() ? UV_READABLE : UV_READABLE | UV_WRITABLE);
}

void NodeConnection::read_now() {
  if (!alive() || still_) return;
  if (readiness_ == Readiness::connecting) {
    pollfd writable{socket_, POLLOUT, 0};
    if (::poll(&writable, 1, 0) <= 0) return;
    on_connected();
  }
  if (alive()) read_socket();
}

void NodeConnection::read_socket(bool to_the_end) {
  // Bounded: a server that never stops sending must not keep the loop here.
  for (int pieces = 0; pieces < 64 && alive(); ++pieces) {
    char bytes[16 * 1024];
    const ssize_t got = ::recv(socket_, bytes, sizeof bytes, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (got < 0) return end(lost(Silence::server_ended, errno));
    if (got == 0)
      return end(
          Reply::unknown(Silence::server_ended, reader_.in_the_middle()
                                                    ? "the server vanished in the middle of a reply"
                                                    : "the server closed the connection"));
    last_heard_us_ = Loop::now_us();
    reader_.feed({bytes, static_cast<std::size_t>(got)});
    while (alive()) {
      std::optional<Reply> reply = reader_.next();
      if (!reply) break;
      on_reply(std::move(*reply));
    }
    if (alive() && !reader_.broken().empty())
      return end(Reply::unknown(Silence::garbled, reader_.broken()));
    if (!to_the_end && got < static_cast<ssize_t>(sizeof bytes))
      return;  // everything has been read
  }
}

namespace {

/// Whether the frame is a message on a channel rather than the reply to a command.
bool is_message(const Reply& reply) {
  if (reply.kind != Reply::Kind::array || reply.items.empty()) return false;
  const std::string& what = reply.items.begin()->text;
  return what == "message" || what == "pmessage" || what == "smessage";
}

}  // namespace

void NodeConnection::on_reply(Reply reply) {
  if (reply.is_error()) reply.text = without_password(std::move(reply.text), login_);
  if (listens_ && !reply.is_error() && (expected_.empty() || is_message(reply)))
    return listener_.pushed(std::move(reply));
  // A server that accepts no more clients sends an error before any request.
  if (expected_.empty())
    return end(reply.is_error() ? reply
                                : Reply::unknown(Silence::garbled,
                                                 "the server sent a reply that nobody asked for"));
  Slot slot = std::move(expected_.front());
  expected_.pop_front();
  switch (slot.expect) {
    case Expect::login:
      if (reply.is_error()) return end(reply);
      if (expected_.empty() && readiness_ == Readiness::greeting) open_for_commands();
      return;
    case Expect::script_loaded:
      load_failed_ = reply.is_error() ? std::move(reply) : Reply();
      return;
    case Expect::asking:
      return;
    case Expect::answer:
      return on_answer(std::move(slot), std::move(reply));
  }
}

void NodeConnection::on_answer(Slot slot, Reply reply) {
  if (redirects_ && reply.is_error() && slot.again && listener_.still_wanted(slot.ticket) &&
      redirects_->follow(*this, reply.text, slot))
    return;
  if (!reply.is_error() || !reply.text.starts_with("NOSCRIPT") || !slot.again ||
      !slot.again->script)
    return listener_.answered(slot.ticket, std::move(reply));
  // The server would only report NOSCRIPT again; the failed load gives the reason.
  if (load_failed_.is_error()) return listener_.answered(slot.ticket, load_failed_);
  if (overtaken(slot.sender) || !listener_.still_wanted(slot.ticket))
    return listener_.answered(slot.ticket, std::move(reply));
  run_after_loading(std::move(slot));
}

/// Whether the sender has sent another command after the one that was just answered.
bool NodeConnection::overtaken(Sender sender) const {
  return std::any_of(expected_.begin(), expected_.end(), [&](const Slot& slot) {
    return slot.expect == Expect::answer && slot.sender == sender;
  });
}

void NodeConnection::run_after_loading(Slot slot) {
  const std::unique_ptr<Command> command = std::move(slot.again);
  load(*command->script);
  put(*command, std::move(slot));
  leave_soon();
}

void NodeConnection::drop(Silence silence) {
  if (alive()) end(Reply::unknown(silence));
}

void NodeConnection::stand_still(bool still) {
  if (still_ == still) return;
  still_ = still;
  if (!alive()) return;
  if (still) {
    uv_poll_stop(&poll_->handle);
    watched_ = 0;
  } else if (readiness_ == Readiness::connecting) {
    watch(UV_WRITABLE);
  } else {
    flush();
  }
}

void NodeConnection::end(const Reply& answer) {
  if (!alive()) return;
  readiness_ = Readiness::lost;
  leave();
  last_word_ = answer;
  if (poll_) {
    uv_close(reinterpret_cast<uv_handle_t*>(&poll_->handle),
             [](uv_handle_t* handle) { delete static_cast<Poll*>(handle->data); });
    poll_ = nullptr;
  }
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
  out_.clear();
  held_back_.clear();
  for (Slot& slot : held_slots_) expected_.push_back(std::move(slot));
  held_slots_.clear();
  const std::deque<Slot> unanswered = std::exchange(expected_, {});
  for (const Slot& slot : unanswered)
    if (slot.expect == Expect::answer) listener_.answered(slot.ticket, answer);
  if (redirects_) redirects_->ended(*this, answer);
  listener_.lost();
}

}  // namespace locklab::redis
