#include "lock/strategies/keeper.h"

namespace locklab {

void lose(Env& env, const LockConfig& lock, const Token& token, LeaseKeeper& keeper,
          std::string_view why) {
  if (keeper.lost.raised()) return;
  Note note;
  note.kind = NoteKind::lease_lost;
  note.acquisition = token.acquisition;
  note.text = why;
  note_each(env, lock, note);
  keeper.lost.raise();
}

Task<> watch_lease_end(Env& env, Lock lock, Token token, LeaseKeeper* keeper) {
  while (!keeper->lost.raised()) {
    const Duration left = keeper->valid_until - lease_now(env, *lock);
    if (left <= 0us) {
      lose(env, *lock, token, *keeper, "its lease is over");
    } else {
      co_await env.sleep(left);
    }
  }
}

void renewed(Env& env, const LockConfig& lock, const Token& token, LeaseKeeper& keeper,
             Time valid_until) {
  keeper.valid_until = valid_until;
  Note note;
  note.kind = NoteKind::renewed;
  note.acquisition = token.acquisition;
  note.value = us(valid_until - lease_now(env, lock));
  note_each(env, lock, note);
}

}  // namespace locklab
