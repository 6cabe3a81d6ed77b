#include "lock/redis/blocking_client.h"

#include <uv.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "lock/redis/connection.h"

namespace locklab::redis {

struct BlockingClient::State final : Connection::Listener {
  Endpoint endpoint;
  Login login;
  uv_loop_t loop{};
  uv_timer_t timer{};
  bool too_late = false;
  std::unique_ptr<Connection> connection;
  std::optional<Reply> reply;

  State(Endpoint to, Login as) : endpoint(std::move(to)), login(std::move(as)) {
    uv_loop_init(&loop);
    uv_timer_init(&loop, &timer);
    timer.data = this;
  }
  ~State() {
    connection.reset();
    uv_close(reinterpret_cast<uv_handle_t*>(&timer), nullptr);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void answered(Connection::Ticket, Reply answer) override { reply = std::move(answer); }
};

BlockingClient::BlockingClient(Endpoint endpoint, Login login)
    : state_(std::make_unique<State>(std::move(endpoint), std::move(login))) {}

BlockingClient::~BlockingClient() = default;

Reply BlockingClient::call(const Command& command, Duration timeout) {
  State& state = *state_;
  if (!state.connection || !state.connection->alive())
    state.connection =
        std::make_unique<Connection>(&state.loop, state.endpoint, state.login, state);
  state.reply.reset();
  state.too_late = false;
  uv_update_time(&state.loop);
  uv_timer_start(
      &state.timer, [](uv_timer_t* timer) { static_cast<State*>(timer->data)->too_late = true; },
      static_cast<std::uint64_t>(std::max<std::int64_t>(ms(timeout), 1)), 0);
  state.connection->send(1, command);
  while (!state.reply && !state.too_late) uv_run(&state.loop, UV_RUN_ONCE);
  if (!state.reply) state.connection->read_now();
  uv_timer_stop(&state.timer);
  // A late answer must not be taken for the next command's.
  if (!state.reply) state.connection->drop("timeout");
  return std::move(*state.reply);
}

}  // namespace locklab::redis
