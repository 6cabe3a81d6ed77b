// The commands MULTI, EXEC, DISCARD, WATCH and UNWATCH.
#include <fmt/format.h>

#include <algorithm>

#include "sim/service/redis/dispatch.h"
#include "sim/service/redis/replies.h"

namespace locklab::sim {
namespace {

bool alive(Keyspace& keys, std::string_view name) {
  const Key* key = keys.look_up(name);
  return key && !keys.expired(*key);
}

bool watched_changed(Keyspace& keys, const Session::State& session) {
  return std::any_of(session.watches.begin(), session.watches.end(),
                     [&](const Session::State::Watch& watch) {
                       if (keys.journal.touches(watch.key) != watch.touches) return true;
                       return watch.alive && !alive(keys, watch.key);
                     });
}

}  // namespace

void Session::State::end_transaction() {
  in_transaction = false;
  must_abort = false;
  queued_flags = 0;
  queue.clear();
  watches.clear();
}

Reply run_multi(Invocation& call) {
  Session::State& session = ServerState::of(call.session);
  if (session.in_transaction) return Reply::error("ERR MULTI calls can not be nested");
  session.in_transaction = true;
  return ok();
}

Reply run_discard(Invocation& call) {
  Session::State* session = ServerState::maybe(call.session);
  if (!session || !session->in_transaction) return Reply::error("ERR DISCARD without MULTI");
  session->end_transaction();
  return ok();
}

Reply run_watch(Invocation& call) {
  Session::State& session = ServerState::of(call.session);
  if (session.in_transaction) return Reply::error("ERR WATCH inside MULTI is not allowed");
  for (std::string_view name : call.words.subspan(1)) {
    const bool known =
        std::any_of(session.watches.begin(), session.watches.end(),
                    [&](const Session::State::Watch& watch) { return watch.key == name; });
    if (known) continue;
    session.watches.push_back(
        {std::string(name), call.keys().journal.watch(name), alive(call.keys(), name)});
  }
  return ok();
}

Reply run_unwatch(Invocation& call) {
  if (Session::State* session = ServerState::maybe(call.session)) session->watches.clear();
  return ok();
}

Reply run_exec(Invocation& call) {
  Session::State* session = ServerState::maybe(call.session);
  if (!session || !session->in_transaction) return Reply::error("ERR EXEC without MULTI");
  const bool changed = watched_changed(call.keys(), *session);
  const bool abort = session->must_abort;
  std::vector<Command> queue = std::move(session->queue);
  session->end_transaction();
  if (abort) return Reply::error("EXECABORT Transaction discarded because of previous errors.");
  if (changed) return Reply::nil_array();
  return run_queue(call, {}, std::move(queue));
}

Reply run_queue(Invocation& exec, std::vector<Reply> done, std::vector<Command> queue) {
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const WordList words(queue[i].words());
    const CommandSpec& spec = *find_command(words.view());
    Ending ending;
    Invocation call{exec.server, exec.session, words.view(), ending, spec.name, true};
    Reply reply = run_command(spec, call);
    if (ending.kind != Outcome::Kind::blocked_by_script) {
      done.push_back(std::move(reply));
      continue;
    }
    exec.ending.kind = Outcome::Kind::blocked_by_script;
    StuckScript& blocked = *exec.server.blocked;
    blocked.in_exec = true;
    blocked.done = std::move(done);
    queue.erase(queue.begin(), queue.begin() + static_cast<long>(i) + 1);
    blocked.rest = std::move(queue);
    return {};
  }
  return Reply::array(std::move(done));
}

}  // namespace locklab::sim
