// The lab's end of a client process (own_client.h): records what the client reports, opens its
// connections, forwards its commands to the resource, and injects faults into the process: by
// SIGSTOP, SIGCONT and SIGKILL, or by a message.
//
// From a client's first report until it waits again, the lab serves this client alone, as if its
// callback ran here. Nothing comes in between, and faults are injected between two of its events,
// as for a client in the lab's own process. The lab does not wait for a client that somebody stops
// (SIGSTOP) in the middle of a callback, or that is silent for two seconds.
//
// In a stepped run the lab controls the client's time: the client acts only in rounds that the lab
// orders, and its first timer is a timer of the lab's loop.
#pragma once

#include <sys/types.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/live/clients/client_messages.h"
#include "app/live/clients/live_wire.h"
#include "app/live/clients/run_client.h"
#include "app/live/inference/live_record.h"
#include "app/live/lateness.h"
#include "app/live/servers/janitor.h"
#include "app/proxy/client_way.h"
#include "app/proxy/watched_socket.h"
#include "sim/process/clock.h"

namespace locklab::app {

class ClientStandIn final : public RunClient, private ResourceAsker, private redis::Turn {
 public:
  /// The parts of the world that the client uses; all outlive it.
  struct Around {
    redis::Loop& loop;
    LiveRecord& record;
    ClientWays& ways;
    ResourceDoor& resource;
    Janitor& janitor;
    const std::vector<NodeId>& routes;
    Lateness& lateness;
  };
  /// `name` is an argument of the process, so that process lists show it.
  ClientStandIn(std::string name, ClientSetting setting, const Around& around);
  /// Kills the process if it is alive.
  ~ClientStandIn() override;

  std::optional<LiveProblem> connect(const std::vector<NodeId>& nodes) override;
  bool connected() const override;
  std::optional<std::pair<NodeId, Reply>> lost_connection() const override { return lost_; }
  void start() override;
  sim::NoEffect strike(const sim::Fault& fault, sim::FaultToken token) override;
  sim::NoEffect crash(sim::FaultToken token);
  sim::NoEffect pause(sim::FaultToken token, std::int64_t for_us);
  sim::NoEffect resume(sim::FaultToken token) override;
  sim::NoEffect jump(sim::FaultToken token, std::int64_t by_us);
  sim::NoEffect drift(sim::FaultToken token, std::int64_t ppm);
  void routes_changed() override;
  void time_changed() override;
  void take_round() override;
  bool crashed() const override { return crashed_; }
  bool paused() const override { return !pauses_.empty(); }
  bool done() const override { return crashed_ || (done_ && struck_ == strikes_); }

 private:
  void resource_answered(std::uint32_t message, Reply reply) override;
  void take() override { listen(); }

  bool may_go_on() const { return !crashed_ && !paused(); }
  void came();
  void listen();
  bool is_awaited() const { return acts_ || rounds_ > 0; }
  void order_round(std::string_view how);
  void round_is_over(MessageReader& words);
  void arm_its_timer();
  void serve(std::string_view message);
  void happened(MessageReader& words);
  void note_late(std::int64_t late_us, std::int64_t at_us);
  void open(MessageReader& words);
  void ask(MessageReader& words);
  bool serve_way(std::string_view what, MessageReader& words);
  void go(const Command& answer = {}, int descriptor = -1);
  void send(const Command& message);
  void watch();
  void end_process();
  void record(sim::EventKind kind, sim::FaultToken token, std::int64_t value = 0);
  void record_clock(sim::FaultToken token);

  const std::string name_;
  const ClientId self_;
  const Around around_;
  ClientSetting setting_;
  sim::Clock clock_;  ///< mirrors the clock of the process
  pid_t pid_ = -1;
  std::unique_ptr<ClientChannel> channel_;
  WatchedSocket socket_;
  std::map<std::int64_t, std::shared_ptr<ClientWay>> ways_;  ///< by connection number
  std::int64_t opened_ = 0;
  std::vector<sim::FaultToken> pauses_;  ///< active pauses
  std::int64_t paused_us_ = 0;           ///< when it was last stopped, by Loop::now_us()
  std::int64_t resumed_us_ = 0;          ///< when it was last resumed
  bool ready_ = false;
  std::optional<std::pair<NodeId, Reply>> lost_;
  bool started_ = false;
  bool crashed_ = false;
  bool acts_ = false;                   ///< it is active, and has not reported that it waits
  bool done_ = false;                   ///< as last reported
  bool by_hand_ = false;                ///< it knows that the lab controls its time
  int rounds_ = 0;                      ///< ordered and not finished
  std::optional<std::int64_t> due_us_;  ///< stepped: when its first timer is due
  redis::Alarm its_timer_{[this] { order_round(lab_tells::fire); }};
  std::int64_t strikes_ = 0;  ///< faults sent to the process, which injects them itself
  std::int64_t struck_ = 0;   ///< number of them that were injected, as last reported
};

}  // namespace locklab::app
