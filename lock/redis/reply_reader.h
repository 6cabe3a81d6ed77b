// Parses bytes from a server into replies. The parser is hiredis's, but the bytes are not trusted:
// a server may be broken, hostile, or not Redis at all, so every size is checked before memory is
// allocated for it.
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
  /// Maximum size of a reply in bytes, and number of items in an array.
  static constexpr std::size_t max_bytes = std::size_t{4} << 20;
  static constexpr int max_items = 65'536;

  ReplyReader();

  void feed(std::string_view bytes);
  /// The next complete reply. nullopt if more bytes are needed, or the bytes are not valid replies
  /// (see `broken`).
  std::optional<Reply> next();

  /// Reason why no more replies can be read; empty while they can. Once set, it remains.
  const std::string& broken() const { return broken_; }
  /// Whether a reply has begun but not ended.
  bool in_the_middle() const;

 private:
  struct Free {
    void operator()(redisReader* reader) const { redisReaderFree(reader); }
  };
  std::unique_ptr<redisReader, Free> reader_;
  std::size_t reply_bytes_ = 0;  ///< bytes received of the current reply and after it
  std::string broken_;
};

}  // namespace locklab::redis
