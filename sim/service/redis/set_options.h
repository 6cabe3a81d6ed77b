// The options of SET and GETEX, and the rule for the time after EX, PX, EXAT and PXAT.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lock/reply.h"
#include "sim/service/redis/state.h"

namespace locklab::sim {

struct SetOptions {
  enum class For : std::uint8_t { set, getex };
  enum class Expiry : std::uint8_t { none, ex, px, exat, pxat };

  bool nx = false;
  bool xx = false;
  bool get = false;
  bool keep_ttl = false;
  bool persist = false;
  Expiry expiry = Expiry::none;
  std::string_view expiry_word;
  std::int64_t deadline_ms = -1;  ///< valid after read_expiry, if there is an expiry

  /// Parses the options; returns false on a syntax error.
  bool parse(WordsView words, For command);
  /// Converts the expiry's word to a deadline, or returns the error to reply.
  std::optional<Reply> read_expiry(std::string_view command, std::int64_t now_ms);

 private:
  bool parse_flag(std::string_view word, For command);
  bool parse_expiry(std::string_view word);
};

}  // namespace locklab::sim
