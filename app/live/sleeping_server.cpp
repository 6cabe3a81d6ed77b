#include "app/live/sleeping_server.h"

#include <fmt/format.h>

#include <utility>

namespace locklab::app {

std::vector<std::string> debug_options() { return {"--enable-debug-command", "local"}; }

Command debug_sleep(Duration time) {
  Command command("DEBUG");
  command.add("SLEEP").add(fmt::format("{}.{:06}", us(time) / 1'000'000, us(time) % 1'000'000));
  return command;
}

SleepingServer::SleepingServer(redis::Loop& loop, const redis::Endpoint& server, redis::Login login,
                               std::function<void(const Reply&)> woken)
    : loop_(loop), server_(server), login_(std::move(login)), woken_(std::move(woken)) {
  connect();
}

void SleepingServer::connect() {
  redis::Connection::Listener& listener = *this;
  connection_ = std::make_unique<redis::Connection>(loop_, server_, login_, listener);
}

/// A server that has started anew needs another connection.
void SleepingServer::fall_asleep(Duration time) {
  if (!connection_->alive()) connect();
  connection_->send(1, debug_sleep(time));
}

void SleepingServer::answered(redis::Connection::Ticket, Reply reply) { woken_(reply); }

}  // namespace locklab::app
