// One client of live Redis: the process that both worlds share, on a loop, with connections of its
// own to real servers, clocks that are real but for what befalls them, and randomness from the
// kernel.
//
// What has arrived on a socket always comes before a timeout, also after a pause.
#pragma once

#include <cstdint>
#include <vector>

#include "app/live/live_record.h"
#include "app/live/live_wire.h"
#include "lock/redirection.h"
#include "lock/redis/endpoint.h"
#include "lock/redis/loop.h"
#include "lock/redis/random_source.h"
#include "sim/process/client_process.h"
#include "sim/process/clock.h"

namespace locklab::app {

/// The part of the world that a client knows. All of it outlives the client.
struct Surroundings {
  redis::Loop* loop = nullptr;
  LiveRecord* record = nullptr;
  const std::vector<redis::Endpoint>* nodes = nullptr;  ///< by NodeId
  const redis::Login* login = nullptr;
  ResourceDoor* resource = nullptr;  ///< may be null where no task asks it
  ClientWays* ways = nullptr;        ///< null: straight to the servers
  FramePool* frames = nullptr;       ///< null: from operator new
  /// By NodeId: which node is reached under that number now. Null: itself.
  const std::vector<NodeId>* routes = nullptr;
};

class LiveClient;

/// A live client's wait for a time.
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
  /// As a crash that nobody records: its connections close at once.
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

  std::int64_t now() const { return record_.now_us(); }
  bool faults_wait() const { return record_.faults_wait(); }
  sim::Agenda& agenda() { return record_.agenda(); }
  sim::Trace& trace() { return record_.trace(); }
  sim::Event& draft();
  void record_draft() { record_.add(draft_); }
  void record(LiveRequest& request, sim::Event& received);
  LiveRequest& open(NodeId node);
  void carry(LiveRequest& request);
  void consumed(LiveRequest& request) { wire_.consumed(request); }
  void not_awaited(LiveRequest& request) { wire_.not_awaited(request); }
  void told(LiveRequest& request);
  NodeId reached(NodeId node) const {
    return routes_ && node != resource_node ? routes_->at(index(node)) : node;
  }
  NodeId node_at(const Redirection& to) const;
  bool listens(NodeId node) const { return wire_.listens(node); }
  void drop_connection(const LiveRequest& request);
  void disconnect() { wire_.close(); }
  void arrives_again(LiveRequest& request) { wire_.bring_again(request); }
  void wake_at(LiveRequest& request, std::int64_t at);
  void wake_at(LiveWait& wait, std::int64_t at);
  void cancel_wake(LiveWait& wait) { loop_.stop(wait.timer); }
  bool wakes(const LiveRequest& request) const { return request.deadline.started(); }
  bool wakes(const LiveWait& wait) const { return wait.timer.started(); }
  template <class Visit>
  void each_request(Visit visit);
  void program_over() {}
  std::uint64_t random_bits() { return random_.bits(); }

  redis::Loop& loop_;
  LiveRecord& record_;
  const std::vector<redis::Endpoint>& nodes_;
  const std::vector<NodeId>* const routes_;
  redis::RandomSource random_;
  sim::Event draft_;
  LiveWire wire_;
};

}  // namespace locklab::app
