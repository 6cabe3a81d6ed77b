// A client of a load that is a process of its own (own_stress_client.h), as its thread has it: it
// tells the process what to ask for, keeps the client's place in the register of the lock, and
// counts what the process says. A pause is SIGSTOP, a crash SIGKILL.
//
// What the process has said before it died still counts.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "app/live/client_messages.h"
#include "app/live/janitor.h"
#include "app/proxy/watched_socket.h"
#include "app/runs/live_problem.h"
#include "app/stress/stress_client.h"
#include "app/stress/stress_messages.h"
#include "app/stress/stress_servers.h"
#include "lock/redis/loop.h"

namespace locklab::app {

class StressStandIn final : public StressClient {
 public:
  /// What of the load it uses. All of it outlives the client.
  struct Around {
    redis::Loop& loop;
    const StressServers& servers;
    /// Learns that a command has ended with an error or without a reply.
    std::function<void(NodeId, const Reply&)> failed;
  };
  StressStandIn(std::uint32_t number, Measuring& measuring, const Around& around);
  /// Kills the process, if it lives.
  ~StressStandIn() override;

  /// Starts the process, which the janitor minds from then on. A problem: there is none.
  std::optional<LiveProblem> start_process(Janitor& janitor);
  /// Whether it is connected to all servers, or has ended before.
  bool ready() const { return ready_ || gone_; }
  /// A node whose connection it has lost before it was ready, and why.
  const std::optional<std::pair<NodeId, Reply>>& lost_connection() const { return lost_; }

  void start() override;
  void pause() override;
  void resume() override;
  bool paused() const override { return paused_; }
  void jump(Duration by) override;
  Duration clock_is_ahead() const override { return clock_is_ahead_; }
  bool caught_inside() override;
  bool gone() const override { return gone_; }

 private:
  void want_next();
  void ask(std::int64_t wanted_us);
  void is_done();
  void listen();
  void serve(std::string_view message);
  void note(const LoadNoted& noted);
  void send(const Command& message);
  void watch();
  void end_process();

  const Around around_;
  pid_t pid_ = -1;
  std::unique_ptr<ClientChannel> channel_;
  WatchedSocket socket_;
  redis::Alarm rest_{[this] { want_next(); }};
  bool ready_ = false;
  std::optional<std::pair<NodeId, Reply>> lost_;
  bool paused_ = false;
  Duration clock_is_ahead_{0};
  bool gone_ = false;
};

}  // namespace locklab::app
