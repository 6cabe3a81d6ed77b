#include "app/live/ready_watch.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace locklab::app {

namespace {

constexpr Duration between_questions = 2ms;

/// The number of keys in "db0:keys=3,expires=1,avg_ttl=0". Without such a line there are none.
std::int64_t keys_in(std::string_view info) {
  std::string_view database = info_field(info, "db0");
  std::int64_t keys = 0;
  if (database.starts_with("keys=")) {
    database.remove_prefix(5);
    std::from_chars(database.data(), database.data() + database.size(), keys);
  }
  return keys;
}

}  // namespace

std::string_view info_field(std::string_view info, std::string_view field) {
  const std::string key = fmt::format("\n{}:", field);
  const std::size_t at = info.find(key);
  if (at == std::string_view::npos) return {};
  info.remove_prefix(at + key.size());
  return info.substr(0, info.find_first_of("\r\n"));
}

ReadyWatch::ReadyWatch(redis::Loop& loop, ServerProcess& server, Duration longest,
                       std::function<void(Result)> done)
    : loop_(loop),
      server_(server),
      give_up_at_us_(redis::Loop::now_us() + us(longest)),
      done_(std::move(done)),
      login_(server.login()) {
  again_.start(0us);
}

void ReadyWatch::answered(redis::Connection::Ticket, Reply reply) {
  asked_ = false;
  if (reply.kind == Reply::Kind::text) {
    info_ = std::move(reply.text);
  } else {
    last_problem_ = std::move(reply.text);
  }
}

void ReadyWatch::tick() {
  if (!server_.lives()) {
    const std::string words = server_.last_words();
    return finish({.why = words.empty() ? "it ended at once" : "it ended: " + words,
                   .port_taken = words.find("listening on port") != std::string::npos});
  }
  if (!info_.empty()) {
    const std::string info = std::exchange(info_, {});
    if (info_field(info, "process_id") != std::to_string(server_.pid()))
      return finish({.why = "somebody else's server answers on its port", .port_taken = true});
    if (server_.machine() && !server_.machine()->serves(server_.pid()))
      return finish({.why = "it does not go by the clock that the lab has given it"});
    const bool linked =
        !server_.plan().replica_of || info_field(info, "master_link_status") == "up";
    if (info_field(info, "loading") == "0" && linked)
      return finish({.ready = true, .keys = keys_in(info)});
    last_problem_ = linked ? "it is still loading its data" : "it is not linked to its master";
  }
  if (redis::Loop::now_us() >= give_up_at_us_) return finish({.why = last_problem_});
  again_.start(between_questions);
  if (asked_) return;
  if (!connection_ || !connection_->alive()) {
    redis::Connection::Listener& listener = *this;
    connection_ = std::make_unique<redis::Connection>(loop_, server_.endpoint(), login_, listener);
  }
  asked_ = true;
  connection_->send(1, Command("INFO"));
  // Without a socket for us, no server will ever seem ready.
  if (!connection_->alive() && last_problem_.starts_with("no socket"))
    return finish({.why = last_problem_});
}

void ReadyWatch::finish(Result result) {
  again_.stop();
  connection_.reset();
  done_(std::move(result));  // this may destroy the watch
}

}  // namespace locklab::app
