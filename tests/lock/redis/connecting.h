// A connection to a server of the test, and the replies received on it.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <memory>
#include <utility>

#include "lock/redis/connection.h"
#include "tests/support/loop_runner.h"

namespace locklab::redis {

/// Stores the replies by ticket.
struct Answers final : Connection::Listener {
  std::map<Connection::Ticket, Reply> of;
  bool wanted = true;
  int times_wanted = 1'000;
  int lost_ways = 0;
  void answered(Connection::Ticket ticket, Reply reply) override { of[ticket] = std::move(reply); }
  bool still_wanted(Connection::Ticket) override { return wanted && times_wanted-- > 0; }
  void lost_elsewhere(const Endpoint&) override { ++lost_ways; }
};

class Connecting : public testing::Test {
 protected:
  Connection& connect(int port, Login login = {},
                      Connection::Leave leave = Connection::Leave::at_once) {
    endpoint_ = test::on_loopback(port);
    login_ = std::move(login);
    connection_ = std::make_unique<Connection>(*loop, endpoint_, login_, answers, leave);
    return *connection_;
  }
  /// The reply to the first command on a new connection.
  const Reply& ask(int port, const Command& command, Login login = {}) {
    connect(port, std::move(login)).send(1, command);
    answer(1);
    return answers.of[1];
  }
  void answer(std::size_t count) {
    loop.run_until([&] { return answers.of.size() == count; });
  }

  test::LoopRunner loop;
  Answers answers;

 private:
  Endpoint endpoint_;
  Login login_;
  std::unique_ptr<Connection> connection_;
};

}  // namespace locklab::redis
