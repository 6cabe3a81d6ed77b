// What comes back. A timeout or a lost connection is Unknown, never "not done": the command may
// still run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace locklab {

struct Reply {
  enum class Kind : std::uint8_t {
    status,     ///< +OK and its like; `text` is the line
    nil,        ///< $-1
    nil_array,  ///< *-1: an EXEC that a WATCH stopped
    integer,
    text,
    array,
    error,      ///< `text` is the line without the leading '-'
    unknown,    ///< no reply: `text` says why (timeout, connection lost)
    cancelled,  ///< a StopSignal ended the wait; the command may still run
    count_,
  };

  Kind kind = Kind::nil;
  std::int64_t integer = 0;
  std::string text;
  std::vector<Reply> items;

  bool ok() const { return kind == Kind::status && text == "OK"; }
  bool is(std::int64_t n) const { return kind == Kind::integer && integer == n; }
  bool is_text(std::string_view t) const { return kind == Kind::text && text == t; }
  bool is_nil() const { return kind == Kind::nil; }
  bool is_error() const { return kind == Kind::error; }
  /// Neither done nor not done, as far as this client can know.
  bool is_unknown() const { return kind == Kind::unknown || kind == Kind::cancelled; }

  static Reply status(std::string_view line);
  static Reply nil();
  static Reply nil_array();
  static Reply number(std::int64_t n);
  static Reply bulk(std::string_view bytes);
  static Reply array(std::vector<Reply> items);
  static Reply error(std::string_view line);
  static Reply unknown(std::string_view why);
  static Reply cancelled();

  bool operator==(const Reply&) const = default;
};

/// As redis-cli prints it, on one line.
std::string as_printed(const Reply& reply);

/// The RESP2 bytes of a reply that a server can give (not unknown, not cancelled).
std::string to_resp(const Reply& reply);

}  // namespace locklab
