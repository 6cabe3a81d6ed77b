// A simulated client: the process that both worlds share, in simulated time and on the simulated
// network.
#pragma once

#include <optional>

#include "lock/redirection.h"
#include "sim/process/client_process.h"
#include "sim/process/task_log.h"
#include "sim/wire/network.h"
#include "sim/world/dice.h"

namespace locklab::sim {

class Client;

/// A simulated client's wait for a time.
struct SimulatedWait : Wait {
  explicit SimulatedWait(Client& its_client);
  /// Decides of one whose end was left open that it ends then; by how much that is later than it
  /// could have been, by its client's clock.
  std::uint64_t end_at(std::int64_t world_time);
  Timer timer;
  Client& client;
};

class World;

class Client final : public ClientProcess<Client, Exchange, SimulatedWait>, private ClientEnd {
 public:
  Client(World& world, ClientId id, ClientProgram program, Clock clock, std::uint64_t seed);
  ~Client() override;

  Time wall_now() override;
  std::uint64_t random_below(std::uint64_t below) override;
  std::optional<Pause> random_pause(Duration least, Duration spread, Time deadline) override;
  void note(const Note& note) override;
  /// Whether it has been refused, and has not held the lock since.
  bool tries_again() const { return tries_again_; }
  /// Notes that the search decides when one of its pauses ends.
  void pause_is_decided() { ++decided_pauses_; }
  /// Adds all that decides what it will do.
  void fingerprint(Fingerprint& print) const;

 private:
  friend ClientProcess;

  void reply_arrived(Exchange& exchange) override { ClientProcess::reply_arrived(exchange); }
  void reply_lost(Exchange& exchange) override { ClientProcess::reply_lost(exchange); }
  void deadline_passed(Exchange& exchange) override { ClientProcess::deadline_passed(exchange); }
  void pushes_ended(NodeId node) override { ClientProcess::pushes_ended(node); }

  std::int64_t now() const;
  bool faults_wait() const;
  Agenda& agenda();
  Trace& trace();
  Event& draft();
  void record_draft();
  void record(const Exchange& exchange, Event& received);
  Exchange& open(NodeId node);
  void carry(Exchange& exchange);
  void consumed(Exchange& exchange);
  void not_awaited(Exchange& exchange);
  void told(Exchange& exchange);
  NodeId reached(NodeId node) const;
  NodeId node_at(const Redirection& to) const;
  bool listens(NodeId node) const;
  void drop_connection(const Exchange& exchange);
  void disconnect();
  void arrives_again(Exchange& exchange);
  void wake_at(Exchange& exchange, std::int64_t at);
  void wake_at(SimulatedWait& wait, std::int64_t at);
  void cancel_wake(SimulatedWait& wait);
  bool wakes(const Exchange& exchange) const { return exchange.deadline.pending(); }
  Duration fair_pause(Duration spread);
  bool wakes(const SimulatedWait& wait) const { return wait.timer.pending(); }
  template <class Visit>
  void each_request(Visit visit);
  void program_over();
  std::uint64_t random_bits() { return random_.next(); }

  World& world_;
  RandomBits random_;
  bool tries_again_ = false;
  std::uint32_t decided_pauses_ = 0;  ///< since it held the lock last
  std::optional<TaskLog> task_log_;   ///< where the choice is a search
};

}  // namespace locklab::sim
