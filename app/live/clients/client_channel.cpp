#include "app/live/clients/client_channel.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

#include "app/live/servers/own_process.h"

namespace locklab::app {

ClientChannel::~ClientChannel() {
  for (const int descriptor : descriptors_) ::close(descriptor);
  ::close(socket_);
}

void ClientChannel::send(const Command& message, int descriptor) {
  const std::string bytes = framed(message);
  if (descriptor >= 0) {
    flush_all();
    return put(bytes, descriptor);
  }
  out_.append(bytes);
  flush();
}

/// Sends the bytes, with the descriptor attached to the first of them.
void ClientChannel::put(std::string_view bytes, int descriptor) {
  iovec all{const_cast<char*>(bytes.data()), bytes.size()};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof descriptor)] = {};
  msghdr message{};
  message.msg_iov = &all;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  ssize_t sent = 0;
  do {
    sent = ::sendmsg(socket_, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  if (sent <= 0) return;  // the other end is gone
  out_.append(bytes.substr(static_cast<std::size_t>(sent)));
  flush_all();
}

bool ClientChannel::flush() {
  while (!out_.empty()) {
    const std::string_view bytes = out_.waiting();
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
      out_.sent(static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return false;
    } else if (errno != EINTR) {
      out_.clear();  // the other end is gone, as take_in() will report
    }
  }
  return true;
}

void ClientChannel::flush_all() {
  while (!flush()) {
    pollfd writable{socket_, POLLOUT, 0};
    ::poll(&writable, 1, -1);
  }
}

bool ClientChannel::take_in() {
  in_.erase(0, read_);
  read_ = 0;
  while (true) {
    char bytes[16 * 1024];
    iovec all{bytes, sizeof bytes};
    alignas(cmsghdr) char control[CMSG_SPACE(4 * sizeof(int))];
    msghdr message{};
    message.msg_iov = &all;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    const ssize_t got = ::recvmsg(socket_, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return true;
    if (got <= 0) return false;
    for (cmsghdr* one = CMSG_FIRSTHDR(&message); one; one = CMSG_NXTHDR(&message, one)) {
      if (one->cmsg_level != SOL_SOCKET || one->cmsg_type != SCM_RIGHTS) continue;
      int descriptor = -1;
      std::memcpy(&descriptor, CMSG_DATA(one), sizeof descriptor);
      descriptors_.push_back(descriptor);
    }
    in_.append(bytes, static_cast<std::size_t>(got));
  }
}

bool ClientChannel::wait(int patience_ms) const {
  pollfd readable{socket_, POLLIN, 0};
  return ::poll(&readable, 1, patience_ms) > 0;
}

std::optional<std::string_view> ClientChannel::next() {
  std::uint32_t size = 0;
  if (in_.size() - read_ < sizeof size) return std::nullopt;
  std::memcpy(&size, in_.data() + read_, sizeof size);
  if (in_.size() - read_ - sizeof size < size) return std::nullopt;
  const std::string_view message = std::string_view(in_).substr(read_ + sizeof size, size);
  read_ += sizeof size + size;
  return well_packed(message) ? message : std::string_view();
}

int ClientChannel::take_descriptor() {
  if (descriptors_.empty()) return -1;
  const int first = descriptors_.front();
  descriptors_.pop_front();
  return first;
}

}  // namespace locklab::app
