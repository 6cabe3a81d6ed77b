// A simulated node: a service with its own clock, which can be killed, frozen, restarted and
// promoted, and which replicates to others. It keeps the requests that the service has not answered
// yet.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/process/agenda.h"
#include "sim/process/clock.h"
#include "sim/scenario/scenario.h"
#include "sim/service/service.h"
#include "sim/wire/network.h"

namespace locklab::sim {

class Node;
class World;

/// Effects in flight to one replica, and then its acknowledgement in flight to the master.
struct Replication {
  Replication();
  Timer timer;
  Node* master = nullptr;
  Node* replica = nullptr;
  std::vector<Effect> effects;
  std::uint64_t offset = 0;
  std::uint32_t incarnation = 0;  ///< the master's: a dead master sends nothing more
  std::uint32_t receiver = 0;     ///< the replica's: if it died since, it receives nothing
  bool full = false;              ///< everything from the start, not only new effects
  bool acknowledges = false;
  bool used = false;
};

class Node final : public Performer, private ServiceHost {
 public:
  /// Creates a node's service, with the node as its host.
  using MakeService = std::function<std::unique_ptr<Service>(ServiceHost&)>;
  Node(World& world, NodeId id, const NodeSpec& spec, const MakeService& make_service);

  /// Stores a number under a key, here and in all replicas, before the world starts, without
  /// recording it.
  void prepare(std::string_view key, std::int64_t value);
  /// Runs a command that has arrived, queues it if it has to wait (has_to_wait), or refuses or
  /// loses it while dead.
  void arrived(Exchange& exchange);
  /// Answers a command whose maximum wait is over, in its turn.
  void wait_over(Exchange& exchange);

  /// Records a clock that is wrong from the start.
  void start();

  // Faults and their ends; NoEffect::none means that they took effect.
  NoEffect kill(FaultToken token, bool power);
  /// Ends the kill with that token; with every_fault, all kills, or all stops if the node is only
  /// frozen. Once no kill is active and the restart_delay is over, a new process starts.
  NoEffect restart(FaultToken token);
  NoEffect stop(FaultToken token);
  /// Ends the stop with that token, or all stops (every_fault). Returns false if there was none.
  bool go_on(FaultToken token);
  /// Answers writes with an error, until the fault with that token, or the process, ends.
  NoEffect refuse(FaultToken token, WriteRefusal why);
  bool accept(FaultToken token);
  /// Lets somebody outside the run remove keys: of `locks` by DEL, otherwise of all.
  NoEffect remove_keys(FaultToken token, KeyRemoval how, const std::vector<std::string>& locks);
  /// Whether it has one of these keys, expired or not.
  bool has_any(const std::vector<std::string>& keys) const;
  NoEffect jump(FaultToken token, std::int64_t by_us);
  NoEffect drift(FaultToken token, std::int64_t ppm);
  /// Makes this replica the master. Its old master and all clients learn of it, unless it `splits`:
  /// then the old master remains a master, and only `mover` learns of the new one (no_client: all
  /// clients do). Another promotion of this node then informs another `mover`, or everybody.
  NoEffect promote(FaultToken token, bool splits = false, ClientId mover = no_client);
  /// Informs everybody of the promotion with that token, if it left a second master.
  bool end_split(FaultToken token);

  // In a cluster.
  /// Makes it one of a cluster's nodes from now on (Clustered::join).
  void join_cluster(std::function<std::string(std::uint16_t slot)> slot_error,
                    std::function<void(std::string_view channel, std::string_view text)> publish);
  /// Removes all keys of a slot and returns them. Once they are elsewhere, gave_away() records it.
  std::vector<Effect> give_away(std::uint16_t slot);
  void gave_away();
  void take_over(const std::vector<Effect>& keys);
  /// Delivers a message published on another node to the clients that listen here: now, or on
  /// resume. A dead node loses it.
  void hear(const std::string& channel, const std::string& text);

  bool perform_next() override;

  /// Replicates from `master` from now on; from no node if null.
  void follow(Node* master);
  /// Replicates from `master` from now on, as a new node that begins with a full copy.
  void join(Node& master);
  void deliver(Replication& replication);

  /// Removes expired keys, and sets the timer for the next. If only its restart_delay keeps the
  /// node dead, starts the process once that is over.
  void expire();

  NodeId id() const { return id_; }
  Node* master() const { return master_; }
  const std::vector<Node*>& replicas() const { return replicas_; }
  /// The first node of its replication group, or of its cluster.
  NodeId family() const { return family_; }
  bool has_process() const { return kills_.empty() && !starts_later_; }
  bool up() const { return has_process() && stops_.empty(); }
  /// Why the node answers nothing; NoEffect::none if it is up.
  NoEffect absence() const {
    if (!has_process()) return NoEffect::node_dead;
    return stops_.empty() ? NoEffect::none : NoEffect::node_frozen;
  }
  /// Whether it serves keys. A master that returns to its cluster answers CLUSTERDOWN at first,
  /// since it may have lost its slots meanwhile.
  bool serves() const { return !rejoining_ || now_us() >= rejoining_->until_us; }
  /// Whether the trace says that it refuses keys for that reason.
  bool rejoins() const { return rejoining_.has_value(); }
  /// Whether a slot can move to it or away from it, provided that it is up.
  bool takes_keys() const { return serves() && !refuses(); }
  bool stopped() const { return has_process() && !stops_.empty(); }
  const std::vector<FaultToken>& stops() const { return stops_; }
  bool has_answers_to_send() const { return !leaving_.empty(); }
  /// Whether that promotion left a second master.
  bool split_by(FaultToken token) const { return untold_ && split_ == token; }
  /// Whether any promotion left a second master.
  bool splits() const { return untold_ != nullptr; }
  bool refuses() const { return !refusals_.empty(); }
  bool refuses(WriteRefusal why) const;
  /// Whether that fault, possibly with others, makes it refuse writes.
  bool refuses_by(FaultToken token) const;
  /// Whether that fault, possibly with others, keeps it dead.
  bool killed_by(FaultToken token) const;
  Service& service() { return *service_; }
  const Clock& clock() const { return clock_; }
  /// Microseconds since 1970 by the clock that keys expire by.
  std::int64_t now_us() const;
  /// Adds everything that decides its future answers.
  void fingerprint(Fingerprint& print) const;

 private:
  /// An active kill.
  struct Kill {
    FaultToken token = 0;
    bool power = false;  ///< its machine has lost power
  };
  bool has_power() const;
  /// An active write-refusal fault.
  struct Standing {
    FaultToken token = 0;
    WriteRefusal why = WriteRefusal::full;
  };

  // ServiceHost: changes are recorded after the command, so that no fault is injected while the
  // service works.
  void key_changed(const KeyChange& change) override;
  void accessed(const Event& access) override;
  void busy(const char* why) override;
  void ready(Ticket ticket) override;
  void push(SessionId session, Reply frame) override;
  std::int64_t replicas_with(std::uint64_t offset) const override;

  Event event(EventKind kind) const;
  void run(Exchange& exchange);
  /// Answers a request that had to wait at the node.
  void answer_late(Exchange& exchange);
  /// Sends the answer or push: now, or as a deferred step while faults wait for events (Agenda).
  void leave(Exchange& exchange);
  void wake();
  bool has_to_wait() const;
  void serve_ready();
  void send_pushes();
  /// Records changes that the service made by itself, without a command, and sends its pushes.
  void tell_changes();
  bool has_work() const { return !leaving_.empty() || !ready_.empty() || !inbox_.empty(); }
  void record_ran(Exchange& exchange);
  void record_clock(FaultToken token, bool jumped);
  void tell_refusals();
  void record_changes();
  void clock_changed();
  void rejoin(FaultToken kill);
  void has_rejoined();
  void arm_expiry();
  /// Records the end of the kill with that token, or of all kills: the node runs again, unless
  /// other kills are still active (`others_stand`).
  void record_end(FaultToken token, bool others_stand);
  /// Starts the new process if its delay is over, or sets the timer for that.
  void start_when_due();
  std::int64_t world_time_of(std::int64_t own_us) const;
  std::int64_t own_time_at(std::int64_t world_us) const;
  /// How long ago, in us of world time, a lease ended that is noticed only now: a frozen or dead
  /// node notices it late. -1 if unknown.
  std::int64_t lateness_of_end(std::int64_t deadline_ms) const;
  /// Whether a lease with that deadline ended at world time `at`: a microsecond earlier it had not
  /// ended by the node's clock. True if that is unknown.
  bool is_end_of_lease(std::int64_t at, std::int64_t deadline_ms) const;

  /// Records that `mover`, or all clients, learn of the promotion.
  void record_promoted(FaultToken token, const Node& old, ClientId mover);
  void tell_everybody(Node& old, FaultToken token);
  void demote(Node& old, FaultToken token);
  void replicate();
  void resynchronise(Node& replica);
  /// Sends `replica` everything: now, or once both are up.
  void synchronise(Node& replica);
  void dispatch(Node& replica, std::vector<Effect> effects, bool full);
  Replication& take_replication();

  World& world_;
  NodeId id_;
  NodeId family_;
  bool monotonic_expiry_;
  /// Since it last looked for expired keys, its clock has changed while it was not up, or it was a
  /// replica. Not in the fingerprint: it does not affect the future.
  bool ends_are_unknown_ = false;
  std::int64_t first_offset_;
  std::int64_t lag_us_;
  Clock clock_;
  const std::unique_ptr<Service> service_;
  Replicated* const replicated_;  ///< the same service; null if it cannot replicate
  std::vector<Kill> kills_;       ///< no process runs while any of them is active
  std::int64_t died_us_ = 0;      ///< when its process died, by its own clock, in us
  struct Rejoining {
    FaultToken kill;        ///< the kill before
    std::int64_t until_us;  ///< by its own clock: a whole millisecond, at which a timer can be due
  };
  std::optional<Rejoining> rejoining_;   ///< set while a master that is back serves no keys
  const std::int64_t restart_delay_us_;  ///< minimum time dead, by its own clock
  bool starts_later_ = false;            ///< only that delay keeps it dead (expiry_ ends it)
  FaultToken restarted_by_ = 0;
  std::vector<FaultToken>
      untold_ends_;  ///< kills whose end is not recorded yet, while that delay keeps it dead
  std::uint32_t incarnation_ = 0;
  Timer expiry_;
  std::int64_t armed_for_ms_ = -1;
  std::vector<FaultToken> stops_;      ///< active stops
  std::vector<Standing> refusals_;     ///< active write refusals
  std::vector<Exchange*> leaving_;     ///< answers and pushes not sent yet
  std::vector<Exchange*> pushes_;      ///< pushed by the service in the current call
  std::vector<Exchange*> inbox_;       ///< requests that have to wait (has_to_wait)
  std::vector<Exchange*> unanswered_;  ///< deferred by the service, which has not called ready()
                                       ///< yet
  std::vector<Exchange*> ready_;       ///< deferred requests that can be answered now, in turn
  Exchange* running_ = nullptr;        ///< its command causes the service's current reports
  bool running_is_ready_ = false;      ///< the service has deferred it, and called ready() already
  std::vector<Event> changes_;
  std::vector<std::pair<std::string, std::string>> heard_;  ///< channel and text of the messages
                                                            ///< heard while frozen
  Node* master_ = nullptr;
  Node* untold_ = nullptr;  ///< the old master, if it still is one: the other half of a split brain
  FaultToken split_ = 0;    ///< the promotion that caused the split brain
  std::vector<Node*> replicas_;
  bool wants_everything_ = false;   ///< as a replica: to be synchronised as soon as possible
  std::uint64_t acknowledged_ = 0;  ///< as a replica: offset that its master knows it has
  std::deque<Replication> replications_;
  std::vector<Replication*> parked_;  ///< arrived while it was frozen
};

}  // namespace locklab::sim
