// One client of live Redis: the door through which a strategy reaches real servers. It has a
// connection of its own to each node, real clocks, and randomness from the kernel.
//
// Everything that a task waits for is completed from turn(), which the loop runs: first what has
// arrived on the sockets, then timers by due time. So a reply that is there already always comes
// before a timeout, also after a pause. Destroying the client's tasks and then the LiveEnv is a
// crash: its connections close at once.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "app/live/journal.h"
#include "lock/redis/connection.h"
#include "lock/redis/endpoint.h"
#include "lock/redis/loop.h"
#include "lock/redis/random_source.h"
#include "sim/process/actor.h"

namespace locklab::app {

/// The resource that the lock protects, as a live client reaches it.
class ResourceDoor {
 public:
  /// Runs `command` for `client` later, from the loop; `answer` is called once, from the loop too.
  virtual void ask(ClientId client, std::uint32_t message, Command command,
                   std::function<void(Reply)> answer) = 0;

 protected:
  ~ResourceDoor() = default;
};

/// What a client knows of the world that it lives in. All of it outlives the client.
struct Surroundings {
  redis::Loop* loop = nullptr;
  Journal* journal = nullptr;
  const std::vector<redis::Endpoint>* nodes = nullptr;  ///< by NodeId
  const redis::Login* login = nullptr;
  ResourceDoor* resource = nullptr;  ///< may be null where no task asks it
};

class LiveEnv final : public sim::Actor, private redis::Connection::Listener, private redis::Turn {
 public:
  LiveEnv(ClientId self, const Surroundings& around);
  ~LiveEnv() override;
  LiveEnv(const LiveEnv&) = delete;
  LiveEnv& operator=(const LiveEnv&) = delete;

  /// Opens a connection to each of these nodes: before the run, so that what is recorded as sent
  /// has somewhere to go.
  void connect(const std::vector<NodeId>& nodes);
  /// Whether each of them is open, or lost already.
  bool connected() const;
  /// The first node whose connection is lost, and why.
  std::optional<std::pair<NodeId, Reply>> lost_connection() const;

  Time monotonic_now() override;
  Time wall_now() override;
  Token random_token() override;
  std::uint64_t random_below(std::uint64_t below) override;
  void note(const Note& note) override;
  void say(EventKind kind, std::string_view key, std::uint32_t acquisition) override;

  /// The client stands still: nothing is delivered to its tasks, and what they send waits. Its
  /// clocks run on.
  void pause();
  void resume();
  bool paused() const { return paused_; }

  /// The client is gone, though its tasks may still be on the stack: nothing that they do counts
  /// any more. Destroy them, and then this, when none of them runs.
  void go();

 protected:
  void begin(Call& call, NodeId node, Command&& command, Duration timeout,
             const SourcePlace& where) override;
  void begin(Sleep& sleep, Duration duration, const SourcePlace& where) override;
  void abandon(Call& call) noexcept override;
  void abandon(Sleep& sleep) noexcept override;
  void cancel(Await& await) override;

 private:
  using WaitId = redis::Connection::Ticket;  ///< counts up in the order in which the waits began

  /// What an Await's slot points at.
  struct Wait {
    WaitId id = 0;
    Call* call = nullptr;  ///< null: a sleep, or nobody waits for the reply any more
    Sleep* sleep = nullptr;
    std::uint32_t message = 0;  ///< of a call
    NodeId node = no_node;
    Purpose purpose = Purpose::other;
    std::uint32_t acquisition = 0;
    std::uint16_t place = no_name;
    std::int64_t due_us = 0;  ///< by the loop's clock
  };
  struct Ready {
    WaitId wait = 0;
    Reply reply;
  };
  struct Unsent {
    WaitId wait = 0;
    Command command;
  };

  void answered(redis::Connection::Ticket ticket, Reply reply) override;
  void take() override { turn(); }
  void wake();
  void turn();
  void deliver();
  void deliver_one(Ready ready);
  void fire_due_timers();
  void time_out(Wait wait);
  Wait& new_wait(Await& await);
  void transmit(Wait& wait, const Command& command);
  void start_timer(Wait& wait, Duration after);
  void stop_timer(const Wait& wait);
  void arm();
  redis::Connection& connection(NodeId node);
  void record_answer(const Wait& wait, const Reply& reply);

  const ClientId self_;
  const Surroundings around_;
  std::vector<std::unique_ptr<redis::Connection>>
      connections_;  ///< by NodeId; null until first used
  std::map<WaitId, Wait> waits_;
  std::set<std::pair<std::int64_t, WaitId>> timers_;  ///< by due time
  std::deque<Ready> ready_;
  std::deque<Unsent> outbox_;  ///< what tasks sent while we stood still
  WaitId last_wait_ = 0;
  std::uint32_t acquisitions_ = 0;
  bool paused_ = false;
  bool gone_ = false;
  redis::RandomSource random_;
  redis::Alarm alarm_{[this] { turn(); }};  ///< rings when the next wait is due
  std::shared_ptr<bool> living_;            ///< answers of the resource may come after our end
};

}  // namespace locklab::app
