#include "app/live/servers/ready_watch.h"

#include <utility>

#include "app/live/servers/info_field.h"

namespace locklab::app {

namespace {

constexpr Duration between_questions = 2ms;

}  // namespace

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
  } else if (reply.kind == Reply::Kind::array) {
    keys_ = static_cast<std::int64_t>(reply.items.size());
    again_.start(0us);
  } else {
    last_silence_ = reply.silence();
    last_problem_ = std::move(reply.text);
  }
}

void ReadyWatch::tick() {
  if (!server_.lives()) {
    const std::string words = server_.last_words();
    return finish({.why = words.empty() ? "it ended at once" : "it ended: " + words,
                   .port_taken = words.find("listening on port") != std::string::npos});
  }
  if (keys_) return finish({.ready = true, .keys = *keys_});
  bool is_loaded = false;
  if (!info_.empty()) {
    const std::string info = std::exchange(info_, {});
    if (info_field(info, "process_id") != std::to_string(server_.pid()))
      return finish({.why = "somebody else's server answers on its port", .port_taken = true});
    if (server_.machine() && !server_.machine()->serves(server_.pid()))
      return finish({.why = "it does not go by the clock that the lab has given it"});
    const bool linked =
        !server_.plan().replica_of || info_field(info, "master_link_status") == "up";
    is_loaded = info_field(info, "loading") == "0" && linked;
    if (!is_loaded)
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
  // INFO and DBSIZE also count expired keys that are not removed yet.
  connection_->send(1, is_loaded ? std::move(Command("KEYS").add("*")) : Command("INFO"));
  // Without a socket for the lab, no server will ever seem ready.
  if (!connection_->alive() && last_silence_ == Silence::no_socket)
    return finish({.why = last_problem_});
}

void ReadyWatch::finish(Result result) {
  again_.stop();
  connection_.reset();
  done_(std::move(result));  // this may destroy the watch
}

}  // namespace locklab::app
