// The bytes that a connection has yet to send. Sent bytes are skipped and not moved, so that a byte
// in a long queue costs no more than one in a short queue.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "lock/command.h"

namespace locklab::redis {

class SendBuffer {
 public:
  bool empty() const { return gone_ == bytes_.size(); }
  /// The bytes still to send. Valid until the buffer changes.
  std::string_view waiting() const { return std::string_view(bytes_).substr(gone_); }
  /// Marks the first `count` bytes as sent.
  void sent(std::size_t count);
  void append(std::string_view bytes);
  /// Appends a command as RESP.
  void append(const PackedWords& words);
  void clear();
  /// The memory that it uses, in bytes.
  std::size_t memory() const { return bytes_.capacity(); }

 private:
  void append_length(char kind, std::size_t length);

  std::string bytes_;
  std::size_t gone_ = 0;  ///< number of bytes already sent
};

}  // namespace locklab::redis
