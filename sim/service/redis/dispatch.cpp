#include "sim/service/redis/dispatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "sim/service/redis/numbers.h"
#include "sim/service/redis/replies.h"
#include "sim/service/redis/scripts.h"
#include "sim/service/redis/slots.h"

namespace locklab::sim {
namespace {

constexpr std::size_t preview_size = 128;

/// The text up to the first NUL, as C's formatted output prints it; at most `most` bytes.
std::string_view printed(std::string_view word, std::size_t most) {
  return word.substr(0, word.find('\0')).substr(0, most);
}

Reply unknown_command(WordsView words) {
  const CommandSpec* verb = find_verb(words[0]);
  if (verb && words.size() > 1) {
    std::string upper(verb->name);
    std::transform(upper.begin(), upper.end(), upper.begin(), to_upper);
    return error_line(fmt::format("ERR unknown subcommand '{}'. Try {} HELP.",
                                  printed(words[1], preview_size), upper));
  }
  std::string preview;
  for (std::string_view word : words.subspan(1)) {
    if (preview.size() >= preview_size) break;
    preview += fmt::format("'{}' ", printed(word, preview_size - preview.size()));
  }
  return error_line(fmt::format("ERR unknown command '{}', with args beginning with: {}",
                                printed(words[0], preview_size), preview));
}

/// Reason why the command must not run now; empty if it may. Sets `out_of_memory`.
std::string_view refusal(ServerState& server, const Session::State* session,
                         const CommandSpec& spec, std::uint32_t flags) {
  const bool in_transaction = session && session->in_transaction;
  if (in_transaction && flags & flag::not_in_multi)
    return "ERR Command not allowed inside a transaction";
  const std::uint64_t most = server.options.maxmemory;
  const bool full = has(server.refusals, WriteRefusal::full);
  server.out_of_memory = !server.blocked && (full || (most > 0 && server.keys.bytes() > most));
  if (server.out_of_memory) {
    const bool ends = spec.run == run_exec || spec.run == run_discard;
    if (flags & flag::may_grow || (in_transaction && !ends)) return text::out_of_memory;
  }
  const bool asks_whether_it_works = spec.name == "ping";
  if (has(server.refusals, WriteRefusal::unsaved) && (flags & flag::write || asks_whether_it_works))
    return text::not_saved;
  if (flags & flag::write && (server.replica || has(server.refusals, WriteRefusal::read_only)))
    return text::read_only;
  if (server.blocked && !(flags & flag::while_busy)) return text::busy;
  return {};
}

/// Refuses a command, which aborts the transaction being queued; a refused EXEC ends it.
Reply refuse(Session& session, const CommandSpec* spec, Reply reply) {
  Session::State* state = ServerState::maybe(session);
  if (spec && spec->run == run_exec) {
    std::string_view why = reply.text;
    if (why.starts_with("ERR ")) why.remove_prefix(4);
    reply = Reply::error(fmt::format("EXECABORT Transaction discarded because of: {}", why));
    if (state) state->end_transaction();
  } else if (state && state->in_transaction) {
    state->must_abort = true;
  }
  return reply;
}

/// The redirection for a command that another server of the cluster should run, which also aborts a
/// transaction being queued; nullopt if this server may run it.
std::optional<Reply> send_elsewhere(const ServerState& server, Session::State* session,
                                    const CommandSpec& spec, WordsView words) {
  std::optional<Reply> error = sent_elsewhere(server, session, spec, words);
  if (!error || !session || !session->in_transaction) return error;
  if (spec.run == run_exec) {
    session->end_transaction();
  } else {
    session->must_abort = true;
  }
  return error;
}

void enqueue(Session::State& session, WordsView words, std::uint32_t flags) {
  Command command(words[0]);
  for (std::string_view word : words.subspan(1)) command.add(word);
  session.queue.push_back(std::move(command));
  session.queued_flags |= flags;
}

}  // namespace

Outcome dispatch(ServerState& server, Session& session, WordsView words) {
  const CommandSpec* spec = find_command(words);
  if (!spec) return {refuse(session, nullptr, unknown_command(words))};
  if (!spec->takes(words.size())) return {refuse(session, spec, wrong_arity(spec->name))};

  Session::State* state = ServerState::maybe(session);
  if (server.slot_error) [[unlikely]]
    if (auto error = send_elsewhere(server, state, *spec, words)) return {std::move(*error)};
  std::uint32_t flags = spec->flags;
  if (flags & flag::evaluates) flags |= flags_of_script(server, spec->run == run_eval, words[1]);
  if (state && spec->run == run_exec) flags |= state->queued_flags;
  if (state && !state->subscribed.empty() && !(spec->flags & flag::while_subscribed))
    return {refuse(session, spec,
                   Reply::error(fmt::format("ERR Can't execute '{}': only (P|S)SUBSCRIBE / "
                                            "(P|S)UNSUBSCRIBE / PING / QUIT / RESET are "
                                            "allowed in this context",
                                            spec->name)))};
  const std::string_view why_not = refusal(server, state, *spec, flags);
  if (!why_not.empty()) return {refuse(session, spec, Reply::error(why_not))};

  if (state && state->in_transaction && !(spec->flags & flag::never_queued)) {
    enqueue(*state, words, flags & (flag::write | flag::may_grow));
    return {Reply::status("QUEUED")};
  }
  Ending ending;
  Invocation call{server, session, words, ending, spec->name, false};
  // Braced initialisation evaluates the command before `ending`, which only the command sets.
  return {run_command(*spec, call), ending.kind, ending.replicas, ending.timeout_ms, ending.offset};
}

Reply run_command(const CommandSpec& spec, Invocation& call) {
  ChangeJournal& journal = call.keys().journal;
  const std::uint64_t before = journal.written_offset();
  Reply reply = spec.run(call);
  // Only WAIT needs the offset, and only where there are replicas.
  if (journal.collecting() && journal.written_offset() != before)
    ServerState::of(call.session).write_offset = journal.written_offset();
  return reply;
}

}  // namespace locklab::sim
