// The two ways to release a lock on one node. After an unknown reply the release is sent once more.
// If the second reply says that there was nothing to delete, it remains unknown whether the first
// release removed the key.
#include "lock/scripts.h"
#include "lock/strategies/strategies.h"

namespace locklab {

namespace {

Task<Released> send_release(Env& env, Lock lock, Command release) {
  for (int tried = 0; tried < 2; ++tried) {
    const Reply reply = co_await env.call(lock->nodes[0], Command(release), lock->node_timeout);
    if (reply.is_unknown()) continue;
    if (reply.kind != Reply::Kind::integer) break;  // an error: a retry would not help
    if (reply.integer > 0) co_return Released::released;
    co_return tried == 0 ? Released::not_owner : Released::released_or_expired;
  }
  co_return Released::unknown;
}

}  // namespace

Command compare_and_delete(const LockConfig& lock, const Token& token) {
  Command command = eval(scripts::release_if_owner, {lock.key});
  command.add(token.text()).by(token, Purpose::release);
  return command;
}

Task<Released> release_by_del(Env& env, Lock lock, Held held) {
  Command command = del(lock->key);
  command.by(held.token, Purpose::release);
  return send_release(env, lock, std::move(command));
}

Task<Released> release_if_owner(Env& env, Lock lock, Held held) {
  return send_release(env, lock, compare_and_delete(*lock, held.token));
}

Task<Released> release_nothing(Env&, Lock, Held) { co_return Released::nothing; }

Task<> release_in_doubt(Env& env, Lock lock, Token token) {
  Command command = compare_and_delete(*lock, token);
  co_await env.call(lock->nodes[0], std::move(command), lock->node_timeout);
}

}  // namespace locklab
