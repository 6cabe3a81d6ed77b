#include "lock/redis/blocking_client.h"

#include <optional>
#include <utility>

#include "lock/redis/connection.h"

namespace locklab::redis {

struct BlockingClient::State final : Connection::Listener {
  Endpoint endpoint;
  Login login;
  std::string no_loop;  ///< why no loop could be opened
  std::unique_ptr<Loop> loop;
  std::unique_ptr<Connection> connection;
  std::optional<Reply> reply;
  bool too_late = false;
  Alarm alarm{[this] { too_late = true; }};

  State(Endpoint to, Login as)
      : endpoint(std::move(to)), login(std::move(as)), loop(Loop::open(no_loop)) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void answered(Connection::Ticket, Reply answer) override { reply = std::move(answer); }
};

BlockingClient::BlockingClient(Endpoint endpoint, Login login)
    : state_(std::make_unique<State>(std::move(endpoint), std::move(login))) {}

BlockingClient::~BlockingClient() = default;

Reply BlockingClient::call(const Command& command, Duration timeout) {
  State& state = *state_;
  if (!state.loop) return Reply::unknown(Silence::no_connection, state.no_loop);
  if (!state.connection || !state.connection->alive())
    state.connection =
        std::make_unique<Connection>(*state.loop, state.endpoint, state.login, state);
  state.reply.reset();
  state.too_late = false;
  state.loop->start(state.alarm, Loop::now_us() + us(timeout));
  state.connection->send(1, command);
  while (!state.reply && !state.too_late) state.loop->run_once();
  if (!state.reply) state.connection->read_now();
  state.loop->stop(state.alarm);
  // Otherwise the next command could receive a late reply to this one.
  if (!state.reply) state.connection->drop(Silence::timeout);
  return std::move(*state.reply);
}

}  // namespace locklab::redis
