#include "lock/redirection.h"

#include <strings.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

namespace locklab {

namespace {

constexpr std::array without_keys{
    "AUTH",        "ASKING",  "CLIENT", "CLUSTER",  "CONFIG",     "DBSIZE",       "DEBUG",
    "DISCARD",     "ECHO",    "EXEC",   "FLUSHALL", "FLUSHDB",    "FUNCTION",     "HELLO",
    "INFO",        "MULTI",   "PING",   "PUBLISH",  "PSUBSCRIBE", "PUNSUBSCRIBE", "RESET",
    "ROLE",        "SCAN",    "SCRIPT", "SELECT",   "SHUTDOWN",   "SUBSCRIBE",    "TIME",
    "UNSUBSCRIBE", "UNWATCH", "WAIT",   "WAITAOF",
};
constexpr std::array keys_alone{"DEL", "EXISTS", "MGET", "UNLINK", "WATCH"};
constexpr std::array keys_and_values{"MSET", "MSETNX"};
constexpr std::array after_their_number{"EVAL", "EVALSHA", "EVAL_RO", "EVALSHA_RO", "FCALL"};

template <class Names>
bool is_one_of(const Names& names, std::string_view verb) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    return name.size() == verb.size() && strncasecmp(name.data(), verb.data(), verb.size()) == 0;
  });
}

template <class Number>
bool read_number(std::string_view text, Number& number) {
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  return read.ec == std::errc() && read.ptr == end;
}

/// CRC16/XMODEM: polynomial x^16 + x^12 + x^5 + 1, initial value 0, most significant bit first.
std::uint16_t crc16(std::string_view bytes) {
  std::uint32_t crc = 0;
  for (const char byte : bytes) {
    crc ^= static_cast<std::uint32_t>(static_cast<unsigned char>(byte)) << 8;
    for (int bit = 0; bit < 8; ++bit) crc = crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1;
  }
  return static_cast<std::uint16_t>(crc);
}

}  // namespace

std::optional<Redirection> redirection(std::string_view error) {
  Redirection to;
  if (error.starts_with("TRYAGAIN ")) {
    to.kind = Redirection::Kind::try_again;
    return to;
  }
  if (error.starts_with("ASK ")) {
    to.kind = Redirection::Kind::asks;
  } else if (!error.starts_with("MOVED ")) {
    return std::nullopt;
  }
  const std::string_view rest = error.substr(error.find(' ') + 1);
  const std::size_t space = rest.find(' ');
  const std::size_t colon = rest.rfind(':');
  if (space == std::string_view::npos || colon == std::string_view::npos || colon < space)
    return std::nullopt;
  to.host = rest.substr(space + 1, colon - space - 1);
  constexpr std::uint16_t slots = 16'384;
  if (!read_number(rest.substr(0, space), to.slot) || to.slot >= slots ||
      !read_number(rest.substr(colon + 1), to.port) || to.port == 0)
    return std::nullopt;
  return to;
}

std::uint16_t slot_of_key(std::string_view key) {
  const std::size_t open = key.find('{');
  const std::size_t close = open == std::string_view::npos ? open : key.find('}', open);
  if (close != std::string_view::npos && close > open + 1)
    key = key.substr(open + 1, close - open - 1);
  return crc16(key) % 16'384;
}

KeyWords key_words(std::span<const std::string_view> words) {
  if (words.size() < 2 || is_one_of(without_keys, words[0])) return {};
  if (is_one_of(keys_alone, words[0])) return {1, words.size(), 1};
  if (is_one_of(keys_and_values, words[0])) return {1, words.size(), 2};
  if (!is_one_of(after_their_number, words[0])) return {1, 2, 1};
  // EVAL script numkeys key... With a wrong number, the server reports the error.
  std::size_t keys = 0;
  if (words.size() < 3 || !read_number(words[2], keys) || keys > words.size() - 3) return {};
  return {3, 3 + keys, 1};
}

std::optional<std::uint16_t> slot_of(const PackedWords& command) {
  const std::vector<std::string_view> words(command.begin(), command.end());
  const KeyWords keys = key_words(words);
  if (keys.first == keys.end) return std::nullopt;
  return slot_of_key(words[keys.first]);
}

}  // namespace locklab
