// Bytes on their way out of a connection. What was sent is skipped, not moved away, so that a long
// queue of commands costs no more for each byte than a short one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "lock/command.h"

namespace locklab::redis {

class SendBuffer {
 public:
  bool empty() const { return gone_ == bytes_.size(); }
  /// What is still to be sent. Valid until the next append.
  std::string_view waiting() const { return std::string_view(bytes_).substr(gone_); }
  /// The first `count` bytes of it were sent.
  void sent(std::size_t count);
  void append(std::string_view bytes);
  /// A command, as RESP.
  void append(const Words& words);
  void clear();
  /// Bytes of memory that it keeps.
  std::size_t memory() const { return bytes_.capacity(); }

 private:
  void append_length(char kind, std::size_t length);

  std::string bytes_;
  std::size_t gone_ = 0;  ///< how many of them were sent
};

}  // namespace locklab::redis
