// The socket between the lab and a client process: messages in order, as lists of words, some with
// a descriptor.
//
// The lab does not block on a client that does not read: what the socket does not accept is queued
// here. While a client is stopped (SIGSTOP), its socket may stay full for hours.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstring>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "lock/command.h"
#include "lock/redis/send_buffer.h"

namespace locklab::app {

/// Reads the words of a message one by one. A missing word reads as empty, or 0.
class MessageReader {
 public:
  explicit MessageReader(std::string_view packed) : words_(packed), next_(words_.begin()) {}

  bool more() const { return next_ != words_.end(); }
  std::string_view text() { return more() ? *next_++ : std::string_view(); }
  template <class Number = std::int64_t>
  Number number() {
    const std::string_view word = text();
    std::int64_t value = 0;
    std::from_chars(word.data(), word.data() + word.size(), value);
    return static_cast<Number>(value);
  }
  /// All remaining words, packed.
  std::string_view rest() const {
    const std::string_view all = words_.packed();
    return more() ? all.substr(static_cast<std::size_t>((*next_).data() - 4 - all.data())) : "";
  }
  /// A value sent with as_bytes(); a default value if the size differs.
  template <class Plain>
  Plain bytes() {
    static_assert(std::is_trivially_copyable_v<Plain>);
    Plain plain{};
    const std::string_view word = text();
    if (word.size() == sizeof plain)
      std::memcpy(reinterpret_cast<char*>(&plain), word.data(), sizeof plain);
    return plain;
  }

 private:
  PackedWords words_;
  PackedWords::iterator next_;
};

/// The bytes of a plain value, as one word; valid as long as the value. Both ends run the same
/// program, so its layout is the same.
template <class Plain>
std::string_view as_bytes(const Plain& plain) {
  static_assert(std::is_trivially_copyable_v<Plain>);
  return {reinterpret_cast<const char*>(&plain), sizeof plain};
}

class ClientChannel {
 public:
  /// Takes ownership of the socket.
  explicit ClientChannel(int socket) : socket_(socket) {}
  ~ClientChannel();
  ClientChannel(const ClientChannel&) = delete;
  ClientChannel& operator=(const ClientChannel&) = delete;

  /// Sends a message without blocking; flush() sends the rest. With a descriptor, which is
  /// duplicated, it blocks until the socket has accepted everything: the other end must be waiting
  /// for the message.
  void send(const Command& message, int descriptor = -1);
  /// Writes queued bytes without blocking. Returns false if some remain. Discards them if the other
  /// end is closed.
  bool flush();
  /// Writes all queued bytes, blocking as long as that takes.
  void flush_all();
  /// Whether any bytes are queued.
  bool keeps() const { return !out_.empty(); }

  /// Reads what has arrived, without blocking. Returns false if the other end is closed.
  bool take_in();
  /// Waits until something arrives or the other end closes. Returns false if neither happens within
  /// `patience_ms` (-1 for no limit), or if a signal interrupts the wait.
  bool wait(int patience_ms) const;
  /// Returns the next complete message, valid until the next take_in() and empty if malformed;
  /// nullopt if none is complete.
  std::optional<std::string_view> next();
  /// Returns the oldest received descriptor, which the caller then owns; -1 if none.
  int take_descriptor();

  int fd() const { return socket_; }

 private:
  void put(std::string_view bytes, int descriptor);

  int socket_;
  redis::SendBuffer out_;
  std::string in_;
  std::size_t read_ = 0;  ///< bytes of `in_` that next() has returned
  std::deque<int> descriptors_;
};

}  // namespace locklab::app
