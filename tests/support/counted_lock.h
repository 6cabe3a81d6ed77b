// A lock for tests with everything that a hold can have: an owner, a count, a mode, and several
// keys in one claim. It keeps "mode|owner=count|..." in a plain key, and is written like any
// strategy: first its operations, then its row.
#pragma once

#include <string_view>
#include <vector>

#include "lock/strategy.h"

namespace locklab::test {

/// The beginning of both scripts: it reads the holders of a key and their mode.
#define LOCKLAB_COUNTED_HOLDERS                                                                   \
  "local function read(key)\n"                                                                    \
  "  local value = redis.call('GET', key)\n"                                                      \
  "  if not value then return nil, {}, {} end\n"                                                  \
  "  local names, counts = {}, {}\n"                                                              \
  "  for name, count in string.gmatch(value, '|([^=|]+)=(%d+)') do\n"                             \
  "    names[#names + 1] = name\n"                                                                \
  "    counts[name] = tonumber(count)\n"                                                          \
  "  end\n"                                                                                       \
  "  return string.match(value, '^%a+'), names, counts\n"                                         \
  "end\n"                                                                                         \
  "local function write(key, mode, names, counts, ttl)\n"                                         \
  "  local value = mode\n"                                                                        \
  "  for _, name in ipairs(names) do\n"                                                           \
  "    if counts[name] > 0 then value = value .. '|' .. name .. '=' .. counts[name] end\n"        \
  "  end\n"                                                                                       \
  "  if value == mode then redis.call('DEL', key) else redis.call('SET', key, value, 'PX', ttl) " \
  "end\n"                                                                                         \
  "end\n"

/// Claims all keys or none. Returns the least of the owner's counts of them, or 0 if another client
/// holds one.
inline constexpr std::string_view counted_claim = LOCKLAB_COUNTED_HOLDERS
    "local owner, wanted, ttl = ARGV[1], ARGV[2], ARGV[3]\n"
    "for _, key in ipairs(KEYS) do\n"
    "  local mode, names, counts = read(key)\n"
    "  local own = counts[owner] and (mode == 'exclusive' or wanted == 'shared')\n"
    "  local together = mode == 'shared' and wanted == 'shared'\n"
    "  if mode and not own and not together then return 0 end\n"
    "end\n"
    "local least\n"
    "for _, key in ipairs(KEYS) do\n"
    "  local mode, names, counts = read(key)\n"
    "  if not counts[owner] then names[#names + 1] = owner end\n"
    "  counts[owner] = (counts[owner] or 0) + 1\n"
    "  least = math.min(least or counts[owner], counts[owner])\n"
    "  write(key, mode or wanted, names, counts, ttl)\n"
    "end\n"
    "return least\n";

/// Releases one hold of every key. Returns 1, or 0 if a key is not the owner's.
inline constexpr std::string_view counted_release = LOCKLAB_COUNTED_HOLDERS
    "local owner, ttl = ARGV[1], ARGV[2]\n"
    "for _, key in ipairs(KEYS) do\n"
    "  local mode, names, counts = read(key)\n"
    "  if not counts[owner] then return 0 end\n"
    "end\n"
    "for _, key in ipairs(KEYS) do\n"
    "  local mode, names, counts = read(key)\n"
    "  counts[owner] = counts[owner] - 1\n"
    "  write(key, mode, names, counts, ttl)\n"
    "end\n"
    "return 1\n";

#undef LOCKLAB_COUNTED_HOLDERS

inline Command counted_command(std::string_view script, Env& env, const LockConfig& lock) {
  Command command("EVAL");
  command.add(script).add(static_cast<std::int64_t>(1 + lock.more_keys.size()));
  lock.each_key([&](const std::string& key) { command.add(key); });
  command.add(env.owner(lock.thread));
  return command;
}

inline Task<Grant> counted_acquire(Env& env, Lock lock, Token token) {
  Command claim = counted_command(counted_claim, env, *lock);
  claim.add(lock->mode == Mode::shared ? "shared" : "exclusive").add(ms(lock->ttl));
  claim.by(token, Purpose::claim);
  const Reply reply = co_await env.call(lock->nodes[0], std::move(claim), lock->node_timeout);
  if (reply.kind != Reply::Kind::integer) co_return NotHeld(Refusal::no_answer);
  if (reply.is(0)) co_return NotHeld(Refusal::taken);
  Held held;
  held.token = token;
  held.count = static_cast<std::uint32_t>(reply.integer);
  co_return held;
}

inline Task<Released> counted_give_back(Env& env, Lock lock, Held held) {
  Command release = counted_command(counted_release, env, *lock);
  release.add(ms(lock->ttl)).by(held.token, Purpose::release);
  const Reply reply = co_await env.call(lock->nodes[0], std::move(release), lock->node_timeout);
  if (reply.is_unknown()) co_return Released::unknown;
  co_return reply.is(1) ? Released::released : Released::not_owner;
}

inline constinit const Strategy counted_lock{
    .id = "counted",
    .title = "a lock of the tests",
    .summary = "nothing is known",
    .file = "tests/support/counted_lock.h",
    .traits = {Trait::exclusive, Trait::leased, Trait::owner_checked, Trait::reentrant,
               Trait::shared_mode, Trait::several_keys},
    .acquire = counted_acquire,
    .release = counted_give_back,
};

}  // namespace locklab::test
