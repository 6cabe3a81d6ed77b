// The reply to a command. A timeout or a lost connection is Unknown, never "not done": the command
// may have run, or may still run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace locklab {

struct Reply;

/// Reason why no reply came. The command may have run, except for the reasons `refused`,
/// `no_connection` and `no_socket`: then it was never sent.
enum class Silence : std::uint8_t {
  unknown,         ///< not recorded
  timeout,         ///< the client's timeout has passed
  refused,         ///< nothing listens at the server's address
  no_connection,   ///< the connection could not be opened
  no_socket,       ///< this machine could not open a socket
  lost,            ///< the network lost the connection
  reset,           ///< the connection was torn down, or the server no longer knew it
  server_ended,    ///< the server, or its host, ended the connection
  dropped,         ///< the client dropped the connection
  closed,          ///< the client closed the connection for good
  not_subscribed,  ///< nothing is pushed, since the connection does not listen
  garbled,         ///< the server sent a malformed reply, or one that nobody awaited
  count_,
};

/// Whether a request without a reply may still be executed later. Not if it was never sent, or if
/// the node's end of the connection has closed, which discards whatever the node has not read.
constexpr bool may_still_run(Silence silence) {
  switch (silence) {
    case Silence::refused:
    case Silence::no_connection:
    case Silence::no_socket:
    case Silence::reset:
    case Silence::server_ended:
      return false;
    default:
      return true;
  }
}

/// The default words for a silence, such as "connection lost"; empty for `unknown`.
std::string_view name(Silence silence);

/// The items of an array. Few replies have any, but each reply is moved and destroyed several
/// times; without items that costs only a comparison.
class ReplyItems {
 public:
  ReplyItems() = default;
  explicit ReplyItems(std::vector<Reply> items);
  ReplyItems(const ReplyItems& other) { *this = other; }
  ReplyItems(ReplyItems&& other) noexcept : items_(std::exchange(other.items_, nullptr)) {}
  ReplyItems& operator=(const ReplyItems& other) {
    if (this != &other && (items_ || other.items_)) copy(other);
    return *this;
  }
  ReplyItems& operator=(ReplyItems&& other) noexcept {
    std::swap(items_, other.items_);
    return *this;
  }
  ~ReplyItems() {
    if (items_) clear();
  }

  bool empty() const { return size() == 0; }
  std::size_t size() const;
  const Reply& operator[](std::size_t i) const;
  const Reply* begin() const;
  const Reply* end() const;
  /// Appends an item for the caller to fill in.
  Reply& add();
  bool operator==(const ReplyItems& other) const;

 private:
  void copy(const ReplyItems& other);
  void clear() noexcept;

  std::vector<Reply>* items_ = nullptr;
};

struct Reply {
  enum class Kind : std::uint8_t {
    status,     ///< such as +OK; `text` is the line without the '+'
    nil,        ///< $-1
    nil_array,  ///< *-1: an EXEC that a WATCH prevented
    integer,
    text,
    array,
    error,      ///< `text` is the line without the leading '-'
    unknown,    ///< no reply: `text` says why (timeout, connection lost)
    cancelled,  ///< a StopSignal ended the wait; the command may still run
    count_,
  };

  Kind kind = Kind::nil;
  std::int64_t integer = 0;  ///< the number; for Kind::unknown, the Silence
  std::string text;
  ReplyItems items;

  bool ok() const { return kind == Kind::status && text == "OK"; }
  bool is(std::int64_t n) const { return kind == Kind::integer && integer == n; }
  bool is_text(std::string_view t) const { return kind == Kind::text && text == t; }
  bool is_nil() const { return kind == Kind::nil; }
  bool is_error() const { return kind == Kind::error; }
  /// Reason why a reply of Kind::unknown is missing; Silence::unknown for all other kinds.
  Silence silence() const {
    return kind == Kind::unknown ? static_cast<Silence>(integer) : Silence::unknown;
  }
  /// Whether the client received no reply: the command may have run.
  bool is_unknown() const { return kind == Kind::unknown || kind == Kind::cancelled; }

  static Reply status(std::string_view line) { return with_text(Kind::status, line); }
  static Reply nil() { return {}; }
  static Reply nil_array();
  static Reply number(std::int64_t n) {
    Reply reply;
    reply.kind = Kind::integer;
    reply.integer = n;
    return reply;
  }
  static Reply bulk(std::string_view bytes) { return with_text(Kind::text, bytes); }
  static Reply array(std::vector<Reply> items);
  static Reply error(std::string_view line) { return with_text(Kind::error, line); }
  static Reply unknown(Silence silence, std::string_view why) {
    Reply reply = with_text(Kind::unknown, why);
    reply.integer = static_cast<std::int64_t>(silence);
    return reply;
  }
  static Reply unknown(Silence silence) { return unknown(silence, name(silence)); }
  static Reply cancelled();

  bool operator==(const Reply&) const = default;

  /// A reply of `kind` whose only content is `text`.
  static Reply with_text(Kind kind, std::string_view text) {
    return {kind, 0, std::string(text), {}};
  }
};

/// The reply much as redis-cli prints it, but with texts not escaped and an array in brackets.
std::string as_printed(const Reply& reply);

/// The RESP2 bytes of a reply that a server can give; empty for `unknown` and `cancelled`.
std::string to_resp(const Reply& reply);

}  // namespace locklab
