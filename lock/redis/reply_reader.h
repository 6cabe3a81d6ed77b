// Bytes from a server become replies. The parser is hiredis's, but nothing here trusts the bytes: a
// server may be broken, hostile, or no Redis at all, so every size is bounded before memory is
// taken for it.
#pragma once

#include <hiredis/read.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "lock/reply.h"

namespace locklab::redis {

class ReplyReader {
 public:
  /// A reply may hold this many bytes, and an array in it this many items.
  static constexpr std::size_t max_bytes = std::size_t{4} << 20;
  static constexpr int max_items = 65'536;

  ReplyReader();

  void feed(std::string_view bytes);
  /// The next whole reply. Empty: more bytes are needed, or the bytes are no replies (see
  /// `broken`).
  std::optional<Reply> next();

  /// Why these bytes cannot be a server's replies; empty as long as they can. It stays so.
  const std::string& broken() const { return broken_; }
  /// Whether a reply has begun and not ended.
  bool in_the_middle() const;

 private:
  struct Free {
    void operator()(redisReader* reader) const { redisReaderFree(reader); }
  };
  std::unique_ptr<redisReader, Free> reader_;
  std::size_t reply_bytes_ = 0;  ///< of the reply that is being read, and what came after it
  std::string broken_;
};

}  // namespace locklab::redis
