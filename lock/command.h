// A Redis command that a lock sends to a node: its words, its purpose, the attempt that it belongs
// to, its script if any, and whether it listens for pushed frames.
//
// The words are packed into one small buffer, each with a four-byte length before it. A command can
// thus be copied to a message, a record and a socket without an allocation for each word.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "lock/packed_bytes.h"
#include "lock/time.h"
#include "lock/token.h"

namespace locklab {

/// A Lua script of assets/lua. A server knows it by its `sha1`.
struct Script {
  std::string_view name;  ///< the file's name without ".lua"
  std::string_view text;
  std::string_view sha1;  ///< 40 lower-case hexadecimal digits
};

/// The purpose of a command, which its words alone do not show: an EVAL may claim or release.
enum class Purpose : std::uint8_t { other, claim, release, renew, read, write, count_ };

std::string_view name(Purpose purpose);

/// The packed words of a command: a forward range of string_views into a buffer owned elsewhere.
class PackedWords {
 public:
  class iterator {
   public:
    using value_type = std::string_view;
    using difference_type = std::ptrdiff_t;
    explicit iterator(const char* at = nullptr) : at_(at) {}
    std::string_view operator*() const { return {at_ + 4, length()}; }
    iterator& operator++() {
      at_ += 4 + length();
      return *this;
    }
    iterator operator++(int) {
      iterator old = *this;
      ++*this;
      return old;
    }
    bool operator==(const iterator&) const = default;

   private:
    std::uint32_t length() const {
      std::uint32_t length;
      std::memcpy(&length, at_, 4);
      return length;
    }
    const char* at_;
  };

  PackedWords() = default;
  /// `packed` must come from Command::packed(), or be well_packed().
  explicit PackedWords(std::string_view packed) : packed_(packed) {}
  iterator begin() const { return iterator(packed_.data()); }
  iterator end() const { return iterator(packed_.data() + packed_.size()); }
  std::size_t size() const;
  bool empty() const { return packed_.empty(); }
  std::string_view packed() const { return packed_; }

 private:
  std::string_view packed_;
};

/// Whether `packed`, of unknown origin (a trace file), is a well-formed sequence of words.
bool well_packed(std::string_view packed);

class Command {
 public:
  Command() = default;
  explicit Command(std::string_view verb, Purpose why = Purpose::other) : purpose(why) {
    add(verb);
  }
  Command& add(std::string_view word) {
    const auto length = static_cast<std::uint32_t>(word.size());
    char* to = bytes_.grow(length + 4);
    std::memcpy(to, &length, 4);
    copy_word(to + 4, word.data(), word.size());
    return *this;
  }
  Command& add(std::int64_t number);
  /// Sets the acquisition that the command belongs to, and its purpose.
  Command& by(const Token& token, Purpose why);

  PackedWords words() const { return PackedWords(packed()); }
  std::string_view packed() const { return bytes_.view(); }

  Purpose purpose = Purpose::other;
  std::uint32_t acquisition = 0;   ///< the attempt it belongs to; 0 if none
  const Script* script = nullptr;  ///< for EVALSHA of a script of assets/lua; otherwise null
  /// True if it is sent on the client's separate connection for frames that the node pushes
  /// (SUBSCRIBE, UNSUBSCRIBE).
  bool listens = false;

 private:
  PackedBytes bytes_;
};

/// The command's first word, such as "SETNX", but "EVAL" for EVALSHA. Empty if there are no words.
std::string_view verb(const PackedWords& words);

/// A word as typed in redis-cli: quoted if it is empty, or has spaces, quotes or bytes that are not
/// printable ASCII.
std::string typed_word(std::string_view word);
/// The command as typed in redis-cli.
std::string as_typed(const PackedWords& words);

// Factories for the commands that the locks use: g++ 12.2 miscompiles a braced aggregate inside
// co_await.
Command setnx(std::string_view key, std::string_view value);
Command set_nx_px(std::string_view key, std::string_view value, Duration ttl);
Command set_px(std::string_view key, std::string_view value, Duration ttl);
Command get(std::string_view key);
Command getset(std::string_view key, std::string_view value);
Command del(std::string_view key);
Command incr(std::string_view key);
Command decr(std::string_view key);
Command expire_seconds(std::string_view key, std::int64_t seconds);
Command pexpire(std::string_view key, Duration ttl);
/// SUBSCRIBE: messages on the channel are then received through Env::listen().
Command subscribe(std::string_view channel);
Command unsubscribe(std::string_view channel);
Command publish(std::string_view channel, std::string_view message);
Command wait_replicas(std::int64_t replicas, Duration timeout);
/// EVALSHA of `script` with its keys; the caller adds arguments.
Command eval(const Script& script, std::initializer_list<std::string_view> keys);

}  // namespace locklab
