#include "sim/service/redis/set_options.h"

#include <limits>

#include "sim/service/redis/numbers.h"
#include "sim/service/redis/replies.h"

namespace locklab::sim {

bool SetOptions::parse(WordsView words, For command) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (parse_flag(words[i], command)) continue;
    if (i + 1 >= words.size() || !parse_expiry(words[i])) return false;
    expiry_word = words[++i];
  }
  return true;
}

bool SetOptions::parse_flag(std::string_view word, For command) {
  const bool leased = expiry != Expiry::none;
  if (command == For::getex) {
    if (!same_word(word, "persist") || leased) return false;
    return persist = true;
  }
  if (same_word(word, "nx") && !xx) return nx = true;
  if (same_word(word, "xx") && !nx) return xx = true;
  if (same_word(word, "get")) return get = true;
  if (same_word(word, "keepttl") && !leased) return keep_ttl = true;
  return false;
}

bool SetOptions::parse_expiry(std::string_view word) {
  if (keep_ttl || persist) return false;
  Expiry wanted = Expiry::none;
  if (same_word(word, "px")) wanted = Expiry::px;
  if (same_word(word, "ex")) wanted = Expiry::ex;
  if (same_word(word, "pxat")) wanted = Expiry::pxat;
  if (same_word(word, "exat")) wanted = Expiry::exat;
  // Redis accepts a repeated option: the last one counts.
  if (wanted == Expiry::none || (expiry != Expiry::none && expiry != wanted)) return false;
  expiry = wanted;
  return true;
}

std::optional<Reply> SetOptions::read_expiry(std::string_view command, std::int64_t now_ms) {
  if (expiry == Expiry::none) return std::nullopt;
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const std::optional<std::int64_t> time = parse_integer(expiry_word);
  if (!time) return Reply::error(text::not_an_integer);
  const bool in_seconds = expiry == Expiry::ex || expiry == Expiry::exat;
  if (*time <= 0 || (in_seconds && *time > most / 1000)) return invalid_expire(command);
  deadline_ms = in_seconds ? *time * 1000 : *time;
  if (expiry == Expiry::exat || expiry == Expiry::pxat) return std::nullopt;
  if (deadline_ms > most - now_ms) return invalid_expire(command);
  deadline_ms += now_ms;
  return std::nullopt;
}

}  // namespace locklab::sim
