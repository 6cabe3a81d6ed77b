// The commands on keys of any kind.
#include "sim/service/redis/command_table.h"
#include "sim/service/redis/numbers.h"
#include "sim/service/redis/replies.h"

namespace locklab::sim {

Reply run_del(Invocation& call) {
  std::int64_t removed = 0;
  for (std::string_view name : call.words.subspan(1)) {
    Key* key = call.keys().find(name);
    if (!key) continue;
    call.keys().erase(*key, KeyChange::Kind::deleted);
    ++removed;
  }
  return Reply::number(removed);
}

Reply run_exists(Invocation& call) {
  std::int64_t there = 0;
  for (std::string_view name : call.words.subspan(1)) there += call.keys().find(name) ? 1 : 0;
  return Reply::number(there);
}

Reply run_type(Invocation& call) {
  const Key* const key = call.keys().find(call[1]);
  return Reply::status(key ? type_of(key->second.value) : "none");
}

Reply run_dbsize(Invocation& call) {
  return Reply::number(static_cast<std::int64_t>(call.keys().size()));
}

Reply run_flush(Invocation& call) {
  const bool plain = call.size() == 1;
  if (call.size() > 2 || (!plain && !same_word(call[1], "sync") && !same_word(call[1], "async")))
    return Reply::error(text::syntax);
  call.keys().expire_due();
  call.keys().erase_all(KeyChange::Kind::deleted);
  return ok();
}

}  // namespace locklab::sim
