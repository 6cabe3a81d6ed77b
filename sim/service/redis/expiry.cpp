// The commands that set, remove and report the deadlines of keys.
#include <fmt/format.h>

#include <limits>

#include "sim/service/redis/command_table.h"
#include "sim/service/redis/numbers.h"
#include "sim/service/redis/replies.h"

namespace locklab::sim {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

struct Conditions {
  bool nx = false;
  bool xx = false;
  bool gt = false;
  bool lt = false;

  std::optional<Reply> parse(WordsView words) {
    for (std::string_view word : words) {
      if (same_word(word, "nx")) {
        nx = true;
      } else if (same_word(word, "xx")) {
        xx = true;
      } else if (same_word(word, "gt")) {
        gt = true;
      } else if (same_word(word, "lt")) {
        lt = true;
      } else {
        return error_line(fmt::format("ERR Unsupported option {}", word));
      }
    }
    if (nx && (xx || gt || lt)) {
      return Reply::error("ERR NX and XX, GT or LT options at the same time are not compatible");
    }
    if (gt && lt) return Reply::error("ERR GT and LT options at the same time are not compatible");
    return std::nullopt;
  }

  bool allow(std::int64_t current, std::int64_t wanted) const {
    const bool leased = current >= 0;
    if (nx && leased) return false;
    if (xx && !leased) return false;
    if (gt && (!leased || wanted <= current)) return false;
    return !(lt && leased && wanted >= current);
  }
};

Reply expire(Invocation& call, std::int64_t unit_ms, std::int64_t base_ms) {
  Conditions conditions;
  if (std::optional<Reply> error = conditions.parse(call.words.subspan(3))) return *error;
  const std::optional<std::int64_t> time = parse_integer(call[2]);
  if (!time) return Reply::error(text::not_an_integer);
  if (*time > most / unit_ms || *time < least / unit_ms) return invalid_expire(call.name);
  std::int64_t deadline = *time * unit_ms;
  if (deadline > most - base_ms) return invalid_expire(call.name);
  deadline += base_ms;

  Key* key = call.keys().find(call[1]);
  if (!key || !conditions.allow(key->second.deadline_ms, deadline)) return Reply::number(0);
  if (deadline <= call.keys().now_ms) {
    call.keys().erase(*key, KeyChange::Kind::deleted);
  } else {
    call.keys().set_deadline(*key, deadline);
  }
  return Reply::number(1);
}

/// Replies with `tell` of the key's deadline in ms, or Redis's -1 (never) or -2 (no such key).
template <class Tell>
Reply tell_deadline(Invocation& call, Tell tell) {
  const Key* key = call.keys().find(call[1]);
  if (!key) return Reply::number(-2);
  if (key->second.deadline_ms < 0) return Reply::number(-1);
  return Reply::number(tell(key->second.deadline_ms));
}

/// Milliseconds rounded to seconds, halves up.
std::int64_t seconds(std::int64_t ms) {
  return static_cast<std::int64_t>((static_cast<std::uint64_t>(ms) + 500) / 1000);
}

}  // namespace

Reply run_expire(Invocation& call) { return expire(call, 1000, call.keys().now_ms); }
Reply run_expireat(Invocation& call) { return expire(call, 1000, 0); }
Reply run_pexpire(Invocation& call) { return expire(call, 1, call.keys().now_ms); }
Reply run_pexpireat(Invocation& call) { return expire(call, 1, 0); }

Reply run_ttl(Invocation& call) {
  return tell_deadline(call, [&](std::int64_t at) { return seconds(at - call.keys().now_ms); });
}

Reply run_pttl(Invocation& call) {
  return tell_deadline(call, [&](std::int64_t at) { return at - call.keys().now_ms; });
}

Reply run_expiretime(Invocation& call) {
  return tell_deadline(call, [](std::int64_t at) { return seconds(at); });
}

Reply run_pexpiretime(Invocation& call) {
  return tell_deadline(call, [](std::int64_t at) { return at; });
}

Reply run_persist(Invocation& call) {
  Key* key = call.keys().find(call[1]);
  if (!key || key->second.deadline_ms < 0) return Reply::number(0);
  call.keys().set_deadline(*key, -1);
  return Reply::number(1);
}

}  // namespace locklab::sim
