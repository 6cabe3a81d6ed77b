// One client of live Redis: the ClientProcess that the simulator also uses, on a loop, with its own
// connections to real servers, clocks that are real except for faults, and randomness from the
// kernel.
//
// A reply that has arrived on a socket is handled before its request times out, even after a pause.
#pragma once

#include <cstdint>
#include <vector>

#include "app/live/clients/live_wire.h"
#include "app/live/inference/live_record.h"
#include "lock/redirection.h"
#include "lock/redis/endpoint.h"
#include "lock/redis/loop.h"
#include "lock/redis/random_source.h"
#include "sim/process/client_process.h"
#include "sim/process/clock.h"

namespace locklab::app {

/// The parts of the world that a client uses; all outlive the client.
struct Surroundings {
  redis::Loop* loop = nullptr;
  LiveRecord* record = nullptr;
  const std::vector<redis::Endpoint>* nodes = nullptr;  ///< by NodeId
  const redis::Login* login = nullptr;
  ResourceDoor* resource = nullptr;  ///< may be null if no task uses it
  ClientWays* ways = nullptr;        ///< null for direct connections
  FramePool* frames = nullptr;       ///< null to use operator new
  /// The node now reached under each NodeId; null if each number leads to its own node.
  const std::vector<NodeId>* routes = nullptr;
};

class LiveClient;

struct LiveWait : sim::Wait {
  explicit LiveWait(LiveClient& its_client) : timer(*this), client(its_client) {}

  struct Alarm final : redis::QueuedTimer {
    explicit Alarm(LiveWait& of) : wait(of) {}
    void due() override;
    LiveWait& wait;
  };
  Alarm timer;
  LiveClient& client;
};

class LiveClient final : public sim::ClientProcess<LiveClient, LiveRequest, LiveWait>,
                         private LiveReceiver {
 public:
  LiveClient(ClientId self, const Surroundings& around, sim::ClientProgram program = {},
             sim::Clock clock = sim::Clock());
  /// Closes its connections at once, like a crash that is not recorded.
  ~LiveClient() override;

  Time wall_now() override;
  std::uint64_t random_below(std::uint64_t below) override;

  sim::NoEffect pause(sim::FaultToken token, std::int64_t for_us);
  sim::NoEffect resume(sim::FaultToken token);

  LiveWire& wire() { return wire_; }
  const LiveWire& wire() const { return wire_; }

 private:
  friend ClientProcess;
  friend LiveWait::Alarm;

  void reply_came(LiveRequest& request) override;
  void deadline_is_due(LiveRequest& request) override;
  void sign_push(LiveRequest& frame) override;
  void no_more_pushes(NodeId node) override;
  void wait_is_over(LiveWait& wait);

  std::int64_t now() const override { return record_.now_us(); }
  bool faults_wait() const override { return record_.faults_wait(); }
  sim::Agenda& agenda() override { return record_.agenda(); }
  sim::Trace& trace() override { return record_.trace(); }
  sim::Event& draft() override;
  void record_draft() override { record_.add(draft_); }
  void record(LiveRequest& request, sim::Event& received) override;
  LiveRequest& open(NodeId node) override;
  void carry(LiveRequest& request) override;
  void consumed(LiveRequest& request) override { wire_.consumed(request); }
  void not_awaited(LiveRequest& request) override { wire_.not_awaited(request); }
  void told(LiveRequest& request) override;
  NodeId reached(NodeId node) const override {
    return routes_ && node != resource_node ? routes_->at(index(node)) : node;
  }
  NodeId node_at(const Redirection& to) const override;
  bool listens(NodeId node) const override { return wire_.listens(node); }
  void drop_connection(LiveRequest& request) override;
  void disconnect() override { wire_.close(); }
  void arrives_again(LiveRequest& request) override { wire_.bring_again(request); }
  void wake_at(LiveRequest& request, std::int64_t at) override;
  void wake_at(LiveWait& wait, std::int64_t at) override;
  void cancel_wake(LiveWait& wait) override { loop_.stop(wait.timer); }
  bool wakes(const LiveRequest& request) const override { return request.deadline.started(); }
  bool wakes(const LiveWait& wait) const override { return wait.timer.started(); }
  void each_request(const std::function<void(LiveRequest&)>& visit) override;
  void program_over() override {}
  std::uint64_t random_bits() override { return random_.bits(); }

  redis::Loop& loop_;
  LiveRecord& record_;
  const std::vector<redis::Endpoint>& nodes_;
  const std::vector<NodeId>* const routes_;
  redis::RandomSource random_;
  sim::Event draft_;
  LiveWire wire_;
};

}  // namespace locklab::app
