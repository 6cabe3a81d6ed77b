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

/// The number of retry delays per wait for the lock that a search decides, among those that make a
/// difference; later ones come from a fixed series. If it decided all of them, it would find that
/// two clients block each other forever, which random delays prevent in reality. A third client, or
/// the nodes of a lock on several masters, multiply the states further, so that only two are
/// decided there.
std::uint32_t most_decided_pauses(const Scenario& scenario);

class Client;

/// A simulated client's timed wait: a sleep, or a wait for a push with a deadline.
struct SimulatedWait : Wait {
  explicit SimulatedWait(Client& its_client);
  /// Ends an open wait at `world_time`. Returns how many us later that is than the wait's earliest
  /// end, by its client's clock.
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
  /// Whether the client has asked for a random retry delay and has not held the lock since. Always
  /// false outside a search.
  bool tries_again() const { return tries_again_; }
  /// How long its last refused attempt took, in us of world time; 0 if none was refused.
  std::int64_t attempt_us() const { return attempt_us_; }
  /// Whether the client's next step, at `at` (us of world time), may draw a retry delay that
  /// exceeds its patience. If false, the step certainly draws none.
  bool may_lose_patience(std::int64_t at) const;
  /// Counts a retry delay whose end the search has decided.
  void pause_is_decided() { ++decided_pauses_; }
  /// Adds everything that decides the client's future.
  void fingerprint(Fingerprint& print) const;

 private:
  friend ClientProcess;

  void reply_arrived(Exchange& exchange) override {
    LOCKLAB_ASSERT(!crashed());
    ClientProcess::reply_arrived(exchange);
  }
  void reply_lost(Exchange& exchange) override {
    LOCKLAB_ASSERT(gone() == crashed());
    ClientProcess::reply_lost(exchange);
  }
  void deadline_passed(Exchange& exchange) override { ClientProcess::deadline_passed(exchange); }
  void pushes_ended(NodeId node) override { ClientProcess::pushes_ended(node); }

  std::int64_t now() const override;
  bool faults_wait() const override;
  Agenda& agenda() override;
  Trace& trace() override;
  Event& draft() override;
  void record_draft() override;
  void record(Exchange& exchange, Event& received) override;
  Exchange& open(NodeId node) override;
  void carry(Exchange& exchange) override;
  void consumed(Exchange& exchange) override;
  void not_awaited(Exchange& exchange) override;
  void told(Exchange& exchange) override;
  NodeId reached(NodeId node) const override;
  NodeId node_at(const Redirection& to) const override;
  bool listens(NodeId node) const override;
  void drop_connection(Exchange& exchange) override;
  void disconnect() override;
  void arrives_again(Exchange& exchange) override;
  void wake_at(Exchange& exchange, std::int64_t at) override;
  void wake_at(SimulatedWait& wait, std::int64_t at) override;
  void cancel_wake(SimulatedWait& wait) override;
  bool wakes(const Exchange& exchange) const override { return exchange.deadline.pending(); }
  bool wakes(const SimulatedWait& wait) const override { return wait.timer.pending(); }
  void each_request(const std::function<void(Exchange&)>& visit) override;
  void program_over() override;
  std::uint64_t random_bits() override { return random_.next(); }

  std::optional<Pause> open_pause(Duration least, Duration spread, Time deadline);
  Duration fair_pause(Duration spread);

  World& world_;
  RandomBits random_;
  bool tries_again_ = false;
  std::uint32_t decided_pauses_ = 0;  ///< since it last held the lock
  std::int64_t attempt_began_ = -1;   ///< us of world time; -1 if no attempt is in progress
  std::int64_t attempt_us_ = 0;       ///< duration of the last refused attempt
  /// The client does not give up before this, in us by its clock; nullopt if it has made no attempt
  /// since it last acquired a lock or gave up. Only the effort of a search depends on it, so the
  /// fingerprint leaves it out.
  std::optional<std::int64_t> patient_until_;
  std::optional<TaskLog> task_log_;  ///< only if the choice orders events
};

}  // namespace locklab::sim
