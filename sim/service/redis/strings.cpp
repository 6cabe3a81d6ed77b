// The commands on strings.
#include <fmt/format.h>

#include <limits>

#include "sim/service/redis/command_table.h"
#include "sim/service/redis/numbers.h"
#include "sim/service/redis/replies.h"
#include "sim/service/redis/set_options.h"

namespace locklab::sim {
namespace {

constexpr std::uint64_t longest_string = 512u << 20;

Reply text_or_nil(const Key* key) { return key ? Reply::bulk(text_of(*key)) : Reply::nil(); }

Reply add_to(Invocation& call, std::int64_t change) {
  Key* key = call.keys().find(call[1]);
  std::int64_t value = 0;
  if (key) {
    const std::optional<std::int64_t> held = parse_integer(text_of(*key));
    if (!held) return Reply::error(text::not_an_integer);
    value = *held;
  }
  if (__builtin_add_overflow(value, change, &value))
    return Reply::error("ERR increment or decrement would overflow");
  const fmt::format_int digits(value);
  call.keys().set(key, call[1], {digits.data(), digits.size()}, key ? key->second.deadline_ms : -1);
  return Reply::number(value);
}

Reply set_with_lease(Invocation& call, std::int64_t unit_ms) {
  SetOptions options;
  options.expiry = unit_ms == 1 ? SetOptions::Expiry::px : SetOptions::Expiry::ex;
  options.expiry_word = call[2];
  if (std::optional<Reply> error = options.read_expiry(call.name, call.keys().now_ms))
    return *error;
  call.keys().set(call.keys().find(call[1]), call[1], call[3], options.deadline_ms);
  return ok();
}

}  // namespace

Reply run_get(Invocation& call) { return text_or_nil(call.keys().find(call[1])); }

Reply run_set(Invocation& call) {
  SetOptions options;
  if (!options.parse(call.words.subspan(3), SetOptions::For::set))
    return Reply::error(text::syntax);
  if (std::optional<Reply> error = options.read_expiry(call.name, call.keys().now_ms))
    return *error;

  Key* key = call.keys().find(call[1]);
  Reply reply = options.get ? text_or_nil(key) : ok();
  if ((options.nx && key) || (options.xx && !key)) return options.get ? reply : Reply::nil();
  const std::int64_t kept = key && options.keep_ttl ? key->second.deadline_ms : -1;
  call.keys().set(key, call[1], call[2],
                  options.expiry == SetOptions::Expiry::none ? kept : options.deadline_ms);
  return reply;
}

Reply run_setnx(Invocation& call) {
  if (call.keys().find(call[1])) return Reply::number(0);
  call.keys().set(nullptr, call[1], call[2], -1);
  return Reply::number(1);
}

Reply run_setex(Invocation& call) { return set_with_lease(call, 1000); }
Reply run_psetex(Invocation& call) { return set_with_lease(call, 1); }

Reply run_getset(Invocation& call) {
  Key* key = call.keys().find(call[1]);
  Reply reply = text_or_nil(key);
  call.keys().set(key, call[1], call[2], -1);
  return reply;
}

Reply run_getdel(Invocation& call) {
  Key* key = call.keys().find(call[1]);
  Reply reply = text_or_nil(key);
  if (key) call.keys().erase(*key, KeyChange::Kind::deleted);
  return reply;
}

Reply run_getex(Invocation& call) {
  SetOptions options;
  if (!options.parse(call.words.subspan(2), SetOptions::For::getex))
    return Reply::error(text::syntax);
  Key* key = call.keys().find(call[1]);
  if (!key) return Reply::nil();
  if (std::optional<Reply> error = options.read_expiry(call.name, call.keys().now_ms))
    return *error;

  Reply reply = text_or_nil(key);
  if (options.expiry != SetOptions::Expiry::none) {
    if (options.deadline_ms <= call.keys().now_ms) {
      call.keys().erase(*key, KeyChange::Kind::deleted);
    } else {
      call.keys().set_deadline(*key, options.deadline_ms);
    }
  } else if (options.persist && key->second.deadline_ms >= 0) {
    call.keys().set_deadline(*key, -1);
  }
  return reply;
}

Reply run_mget(Invocation& call) {
  std::vector<Reply> items;
  for (std::string_view name : call.words.subspan(1))
    items.push_back(text_or_nil(call.keys().find(name)));
  return Reply::array(std::move(items));
}

Reply run_mset(Invocation& call) {
  if (call.size() % 2 == 0) return wrong_arity(call.name);
  for (std::size_t i = 1; i < call.size(); i += 2)
    call.keys().set(call.keys().find(call[i]), call[i], call[i + 1], -1);
  return ok();
}

Reply run_msetnx(Invocation& call) {
  if (call.size() % 2 == 0) return wrong_arity(call.name);
  for (std::size_t i = 1; i < call.size(); i += 2)
    if (call.keys().find(call[i])) return Reply::number(0);
  run_mset(call);
  return Reply::number(1);
}

Reply run_incr(Invocation& call) { return add_to(call, 1); }
Reply run_decr(Invocation& call) { return add_to(call, -1); }

Reply run_incrby(Invocation& call) {
  const std::optional<std::int64_t> change = parse_integer(call[2]);
  return change ? add_to(call, *change) : Reply::error(text::not_an_integer);
}

Reply run_decrby(Invocation& call) {
  const std::optional<std::int64_t> change = parse_integer(call[2]);
  if (!change) return Reply::error(text::not_an_integer);
  if (*change == std::numeric_limits<std::int64_t>::min())
    return Reply::error("ERR decrement would overflow");
  return add_to(call, -*change);
}

Reply run_append(Invocation& call) {
  Key* key = call.keys().find(call[1]);
  std::string text = key ? text_of(*key) : std::string();
  if (text.size() + call[2].size() > longest_string) return Reply::error(text::too_long);
  text += call[2];
  call.keys().set(key, call[1], text, key ? key->second.deadline_ms : -1);
  return Reply::number(static_cast<std::int64_t>(text.size()));
}

Reply run_strlen(Invocation& call) {
  const Key* key = call.keys().find(call[1]);
  return Reply::number(key ? static_cast<std::int64_t>(text_of(*key).size()) : 0);
}

}  // namespace locklab::sim
