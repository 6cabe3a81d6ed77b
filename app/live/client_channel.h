// The socket between the lab and a client that is a process of its own: messages in order, each a
// list of words, and with some of them an open descriptor.
//
// The lab never waits until a client reads: what the socket does not take stays here. Of a client
// that stands still (SIGSTOP) the socket may be full for hours.
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

/// Reads the words of a message one after the other. A word that is missing reads as empty, or 0.
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
  /// All words that are left, packed.
  std::string_view rest() const {
    const std::string_view all = words_.packed();
    return more() ? all.substr(static_cast<std::size_t>((*next_).data() - 4 - all.data())) : "";
  }
  /// A value that was sent as its bytes.
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

/// The bytes of a plain value, as one word. Both ends are the same program.
template <class Plain>
std::string_view as_bytes(const Plain& plain) {
  static_assert(std::is_trivially_copyable_v<Plain>);
  return {reinterpret_cast<const char*>(&plain), sizeof plain};
}

class ClientChannel {
 public:
  /// The socket becomes its own.
  explicit ClientChannel(int socket) : socket_(socket) {}
  ~ClientChannel();
  ClientChannel(const ClientChannel&) = delete;
  ClientChannel& operator=(const ClientChannel&) = delete;

  /// Sends a message without waiting; flush() sends what is left of it. With a descriptor (a copy
  /// of it goes) it waits until the other end has read what came before: only as an answer.
  void send(const Command& message, int descriptor = -1);
  /// Writes what waits to be sent. False: some still does.
  bool flush();
  /// Writes all of it, however long that takes.
  void flush_all();
  /// Whether something waits to be sent.
  bool keeps() const { return !out_.empty(); }

  /// Takes in what has come, without waiting. False: the other end is closed.
  bool take_in();
  /// Waits until something comes, or the other end is closed. False: `patience_ms` are over.
  bool wait(int patience_ms) const;
  /// The next whole message that was taken in, valid until the next call. None: it has not come.
  std::optional<std::string_view> next();
  /// The first descriptor that came with a message and nobody has taken yet; -1: none.
  int take_descriptor();

  int fd() const { return socket_; }

 private:
  void put(std::string_view bytes, int descriptor);

  int socket_;
  redis::SendBuffer out_;
  std::string in_;
  std::size_t read_ = 0;  ///< bytes of `in_` that were given out
  std::deque<int> descriptors_;
};

}  // namespace locklab::app
