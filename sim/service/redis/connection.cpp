// The commands about the server itself and the connection to it.
#include <fmt/format.h>

#include "sim/service/redis/command_table.h"
#include "sim/service/redis/numbers.h"
#include "sim/service/redis/replies.h"

namespace locklab::sim {

Reply run_ping(Invocation& call) {
  if (call.size() > 2) return wrong_arity(call.name);
  const Session::State* session = ServerState::maybe(call.session);
  if (session && !session->subscribed.empty())
    return Reply::array({Reply::bulk("pong"), Reply::bulk(call.size() == 2 ? call[1] : "")});
  return call.size() == 2 ? Reply::bulk(call[1]) : Reply::status("PONG");
}

Reply run_echo(Invocation& call) { return Reply::bulk(call[1]); }

Reply run_time(Invocation& call) {
  const std::int64_t seconds = floor_div(call.server.now_us, 1'000'000);
  const fmt::format_int whole(seconds);
  const fmt::format_int rest(call.server.now_us - seconds * 1'000'000);
  return Reply::array(
      {Reply::bulk({whole.data(), whole.size()}), Reply::bulk({rest.data(), rest.size()})});
}

Reply run_select(Invocation& call) {
  const std::optional<std::int64_t> index = parse_integer(call[1]);
  if (!index) return Reply::error(text::not_an_integer);
  if (*index < INT32_MIN || *index > INT32_MAX) {
    return Reply::error("ERR value is out of range, value must between -2147483648 and 2147483647");
  }
  return *index == 0 ? ok() : Reply::error("ERR DB index is out of range");
}

Reply run_role(Invocation& call) {
  const auto offset = static_cast<std::int64_t>(call.keys().journal.offset());
  if (!call.server.replica) {
    // The server knows only how many replicas it has, so its list of them is empty.
    return Reply::array({Reply::bulk("master"), Reply::number(offset), Reply::array({})});
  }
  return Reply::array({Reply::bulk("slave"), Reply::bulk(""), Reply::number(0),
                       Reply::bulk("connected"), Reply::number(offset)});
}

Reply run_wait(Invocation& call) {
  if (call.server.replica) {
    return Reply::error(
        "ERR WAIT cannot be used with replica instances. Please also note that since Redis 4.0 if "
        "a replica is configured to be writable (which is not the default) writes to replicas are "
        "just local and are not propagated.");
  }
  const std::optional<std::int64_t> replicas = parse_integer(call[1]);
  if (!replicas) return Reply::error(text::not_an_integer);
  const std::optional<std::int64_t> timeout = parse_integer(call[2]);
  if (!timeout) return Reply::error("ERR timeout is not an integer or out of range");
  if (*timeout < 0) return Reply::error("ERR timeout is negative");

  const Session::State* session = ServerState::maybe(call.session);
  const std::uint64_t offset = session ? session->write_offset : 0;
  if (call.in_exec) {
    // Inside a transaction, WAIT does not wait. Without earlier writes of this connection all
    // replicas count as up to date, otherwise none does.
    return Reply::number(offset == 0 ? call.server.replicas : 0);
  }
  call.ending.kind = Outcome::Kind::waits_for_replicas;
  call.ending.replicas = *replicas;
  call.ending.timeout_ms = *timeout;
  call.ending.offset = offset;
  return {};
}

Reply run_shutdown(Invocation& call) {
  bool save = false;
  bool nosave = false;
  bool hurry = false;
  bool abort = false;
  for (std::string_view word : call.words.subspan(1)) {
    if (same_word(word, "save")) {
      save = true;
    } else if (same_word(word, "nosave")) {
      nosave = true;
    } else if (same_word(word, "now") || same_word(word, "force")) {
      hurry = true;
    } else if (same_word(word, "abort")) {
      abort = true;
    } else {
      return Reply::error(text::syntax);
    }
  }
  if ((abort && (save || nosave || hurry)) || (save && nosave)) return Reply::error(text::syntax);
  if (abort) return Reply::error("ERR No shutdown in progress.");
  if (call.server.blocked && !nosave) return Reply::error(text::busy);
  call.ending.kind = Outcome::Kind::no_reply;
  return {};
}

}  // namespace locklab::sim
