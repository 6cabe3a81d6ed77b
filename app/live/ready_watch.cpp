#include "app/live/ready_watch.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace locklab::app {

namespace {

constexpr std::uint64_t ask_every_ms = 2;

/// From "db0:keys=3,expires=1,avg_ttl=0"; no such line: no keys.
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

struct ReadyWatch::Timer {
  uv_timer_t handle{};
  ReadyWatch* watch = nullptr;
};

ReadyWatch::ReadyWatch(uv_loop_t* loop, ServerProcess& server, std::uint64_t patience_ms,
                       std::function<void(Result)> done)
    : loop_(loop),
      server_(server),
      give_up_at_ms_(uv_hrtime() / 1'000'000 + patience_ms),
      done_(std::move(done)),
      timer_(new Timer) {
  uv_timer_init(loop_, &timer_->handle);
  timer_->handle.data = timer_;
  timer_->watch = this;
  uv_update_time(loop_);
  uv_timer_start(
      &timer_->handle, [](uv_timer_t* timer) { static_cast<Timer*>(timer->data)->watch->tick(); },
      0, ask_every_ms);
}

ReadyWatch::~ReadyWatch() {
  uv_close(reinterpret_cast<uv_handle_t*>(&timer_->handle),
           [](uv_handle_t* handle) { delete static_cast<Timer*>(handle->data); });
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
    const bool linked =
        !server_.plan().replica_of || info_field(info, "master_link_status") == "up";
    if (info_field(info, "loading") == "0" && linked)
      return finish({.ready = true, .keys = keys_in(info)});
    last_problem_ = linked ? "it is still loading its data" : "it is not linked to its master";
  }
  if (uv_hrtime() / 1'000'000 >= give_up_at_ms_) return finish({.why = last_problem_});
  if (asked_) return;
  if (!connection_ || !connection_->alive()) {
    redis::Connection::Listener& listener = *this;
    connection_ = std::make_unique<redis::Connection>(loop_, server_.endpoint(), login_, listener);
  }
  asked_ = true;
  connection_->send(1, Command("INFO"));
}

void ReadyWatch::finish(Result result) {
  uv_timer_stop(&timer_->handle);
  connection_.reset();
  done_(std::move(result));  // may destroy us
}

}  // namespace locklab::app
