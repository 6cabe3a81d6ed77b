// All strategies, each defined in its own file, and functions that several of them share.
#pragma once

#include "lock/strategy.h"

namespace locklab {

namespace strategy {

extern const Strategy none;
extern const Strategy local_flag;
extern const Strategy atomic_decr;
extern const Strategy rate_limit_naive;
extern const Strategy rate_limit_lua;
extern const Strategy setnx_del;
extern const Strategy setnx_expire;
extern const Strategy setnx_expire_lua;
extern const Strategy getset_timestamp;
extern const Strategy set_px_del;
extern const Strategy set_px_get_del;
extern const Strategy set_px_lua;
extern const Strategy watchdog;
extern const Strategy fenced;
extern const Strategy set_wait;
extern const Strategy redlock;

}  // namespace strategy

/// Grants at once without a server.
Task<Grant> none_acquire(Env& env, Lock lock, Token token);

/// The refusal that follows from a reply during an attempt: `no_answer` in the words `silent` if no
/// reply came, `server_error` for an error, and `otherwise` for any other reply.
inline NotHeld not_held(const Reply& reply, NotHeld otherwise = Refusal::taken,
                        std::string_view silent = name(Refusal::no_answer)) {
  if (reply.is_unknown()) return NotHeld(Refusal::no_answer, silent);
  return reply.is_error() ? NotHeld(Refusal::server_error) : otherwise;
}

// Releases that several strategies share: lock/strategies/release.cpp.

/// DEL without a check of the owner.
Task<Released> release_by_del(Env& env, Lock lock, Held held);
/// Compare-and-delete in one Lua script.
Task<Released> release_if_owner(Env& env, Lock lock, Held held);
/// For strategies that hold nothing on a server.
Task<Released> release_nothing(Env& env, Lock lock, Held held);
/// The command of release_if_owner, for one node.
Command compare_and_delete(const LockConfig& lock, const Token& token);
/// Sends compare-and-delete once after a claim without a reply, and ignores the result.
Task<> release_in_doubt(Env& env, Lock lock, Token token);

}  // namespace locklab
