// The coroutines of every strategy, for the list in lock/strategy.cpp.
#pragma once

#include "lock/strategy.h"

namespace locklab {

Task<Grant> none_acquire(Env& env, Lock lock, Token token);
Task<Grant> local_flag_acquire(Env& env, Lock lock, Token token);
Task<Released> local_flag_release(Env& env, Lock lock, Held held);
Task<Reply> atomic_decr_work(Env& env, Lock lock, Token token, std::string resource,
                             std::int64_t change);
Task<Grant> rate_limit_naive_acquire(Env& env, Lock lock, Token token);
Task<Grant> rate_limit_lua_acquire(Env& env, Lock lock, Token token);

Task<Grant> setnx_del_acquire(Env& env, Lock lock, Token token);
Task<Grant> setnx_expire_acquire(Env& env, Lock lock, Token token);
Task<Grant> setnx_expire_lua_acquire(Env& env, Lock lock, Token token);
Task<Grant> getset_timestamp_acquire(Env& env, Lock lock, Token token);
Task<Released> getset_timestamp_release(Env& env, Lock lock, Held held);
Task<Grant> set_px_del_acquire(Env& env, Lock lock, Token token);
Task<Grant> set_px_get_del_acquire(Env& env, Lock lock, Token token);
Task<Released> set_px_get_del_release(Env& env, Lock lock, Held held);
Task<Grant> set_px_lua_acquire(Env& env, Lock lock, Token token);
Task<Grant> watchdog_acquire(Env& env, Lock lock, Token token);
Task<Grant> fenced_acquire(Env& env, Lock lock, Token token);
Task<Grant> set_wait_acquire(Env& env, Lock lock, Token token);
Task<Grant> redlock_acquire(Env& env, Lock lock, Token token);
Task<Released> redlock_release(Env& env, Lock lock, Held held);

/// Why a claim with this reply is not held: the server's error and a reply that never came are not
/// `taken`, which is what it answers where somebody else was first.
inline NotHeld not_held(const Reply& reply, std::string_view taken,
                        std::string_view silent = "no answer") {
  if (reply.is_unknown()) return NotHeld{silent};
  return NotHeld{reply.is_error() ? "the server refused" : taken};
}

// Releases that several strategies share: lock/strategies/release.cpp.

/// DEL, without looking whose lock it is.
Task<Released> release_by_del(Env& env, Lock lock, Held held);
/// Compare-and-delete in one Lua script.
Task<Released> release_if_owner(Env& env, Lock lock, Held held);
/// For strategies that hold nothing on a server.
Task<Released> release_nothing(Env& env, Lock lock, Held held);
/// The command of release_if_owner, for one node.
Command compare_and_delete(const LockConfig& lock, const Token& token);
/// After a claim whose reply never came: compare-and-delete once, whatever it answers.
Task<> release_in_doubt(Env& env, Lock lock, Token token);

}  // namespace locklab
