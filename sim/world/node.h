// A simulated node: a service with a clock of its own, which can be killed, frozen, restarted and
// promoted, and which replicates to others. It keeps what a service has not answered yet.
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

/// Effects on their way to one replica, and then its acknowledgement on its way back.
struct Replication {
  Replication();
  Timer timer;
  Node* master = nullptr;
  Node* replica = nullptr;
  std::vector<Effect> effects;
  std::uint64_t offset = 0;
  std::uint32_t incarnation = 0;  ///< the master's: a dead master sends nothing more
  std::uint32_t receiver = 0;     ///< the replica's: who has died since receives nothing
  bool full = false;              ///< everything from the start, not only what is new
  bool acknowledges = false;
  bool used = false;
};

class Node final : public Performer, private ServiceHost {
 public:
  /// Makes the service of a node, which is its host.
  using MakeService = std::function<std::unique_ptr<Service>(ServiceHost&)>;
  Node(World& world, NodeId id, const NodeSpec& spec, const MakeService& make_service);

  /// Puts a number under a key, here and in all replicas, before the world starts, without a trace.
  void prepare(std::string_view key, std::int64_t value);
  /// Runs a command that has arrived, or keeps it while frozen, or refuses it while down.
  void arrived(Exchange& exchange);
  /// Answers a command that has waited for as long as it may.
  void wait_over(Exchange& exchange);

  /// Records a clock that is wrong from the start.
  void start();

  // Faults, and what ends them. NoEffect::none: it has one.
  NoEffect kill(FaultToken token, bool power);
  /// Ends the kill with that token, or every one. With the last one's end a new process starts, as
  /// soon as its restart_delay is over.
  NoEffect restart(FaultToken token);
  NoEffect stop(FaultToken token);
  /// Ends the stop with that token, or every one.
  bool go_on(FaultToken token);
  /// Answers writes with an error. Ends with the fault of that token, or with the process.
  NoEffect refuse(FaultToken token, WriteRefusal why);
  bool accept(FaultToken token);
  NoEffect jump(FaultToken token, std::int64_t by_us);
  NoEffect drift(FaultToken token, std::int64_t ppm);
  /// The replica becomes the master; its old master and all clients are told. If it `splits`, the
  /// old one is not told and remains a master, to all but `mover` (no_client: all are told). Then
  /// another promotion of the node tells `mover`, or everybody.
  NoEffect promote(FaultToken token, bool splits = false, ClientId mover = no_client);
  /// Tells everybody of the promotion with that token, if it has left a second master.
  bool end_split(FaultToken token);

  // In a cluster.
  /// Is one of a cluster's nodes from now on (Clustered::join).
  void join_cluster(std::function<std::string(std::uint16_t slot)> slot_error,
                    std::function<void(std::string_view channel, std::string_view text)> publish);
  /// Removes all keys of a slot and returns them. gave_away() records that, once they are
  /// elsewhere.
  std::vector<Effect> give_away(std::uint16_t slot);
  void gave_away();
  void take_over(const std::vector<Effect>& keys);
  /// Sends a message that another node was told to those who listen here: now, or when it wakes.
  void hear(const std::string& channel, const std::string& text);

  bool perform_next() override;

  /// Replicates from `master` from now on (null: is a master).
  void follow(Node* master);
  /// Replicates from `master` from now on, as a new node that begins with a copy of everything.
  void join(Node& master);
  void deliver(Replication& replication);

  /// Removes keys whose time is over, and sets the timer for the next.
  void expire();

  NodeId id() const { return id_; }
  Node* master() const { return master_; }
  const std::vector<Node*>& replicas() const { return replicas_; }
  /// The node that this one and all that replicate with it began with.
  NodeId family() const { return family_; }
  bool has_process() const { return kills_.empty() && !starts_later_; }
  bool up() const { return has_process() && stops_.empty(); }
  /// Why the node answers nothing; none: it is up.
  NoEffect absence() const {
    if (!has_process()) return NoEffect::node_dead;
    return stops_.empty() ? NoEffect::none : NoEffect::node_frozen;
  }
  /// Whether it has been up long enough to serve keys: a master that comes back to its cluster
  /// answers CLUSTERDOWN at first, since it may have lost its slots meanwhile.
  bool serves() const { return now_us() >= serves_from_us_; }
  /// Whether a slot can go there, or from there.
  bool takes_keys() const { return serves() && !refuses(); }
  bool stopped() const { return has_process() && !stops_.empty(); }
  const std::vector<FaultToken>& stops() const { return stops_; }
  bool has_answers_to_send() const { return !leaving_.empty(); }
  /// Whether that promotion has left a second master.
  bool split_by(FaultToken token) const { return untold_ && split_ == token; }
  /// Whether some promotion has.
  bool splits() const { return untold_ != nullptr; }
  bool refuses() const { return !refusals_.empty(); }
  /// Whether that fault lets it refuse writes, perhaps with others.
  bool refuses_by(FaultToken token) const;
  /// Whether that fault keeps it dead, perhaps with others.
  bool killed_by(FaultToken token) const;
  Service& service() { return *service_; }
  const Clock& clock() const { return clock_; }
  /// Microseconds since 1970 by the clock that keys expire by.
  std::int64_t now_us() const;
  /// Adds all that decides what it will answer.
  void fingerprint(Fingerprint& print) const;

 private:
  /// A fault that keeps it dead.
  struct Kill {
    FaultToken token = 0;
    bool power = false;  ///< its machine has lost its power
  };
  bool has_power() const;
  /// A fault by which it refuses writes.
  struct Standing {
    FaultToken token = 0;
    WriteRefusal why = WriteRefusal::full;
  };

  // ServiceHost: recorded after the command, so that no fault strikes while the service is at work.
  void key_changed(const KeyChange& change) override;
  void accessed(const Event& access) override;
  void busy(const char* why) override;
  void ready(Ticket ticket) override;
  void push(SessionId session, Reply frame) override;
  std::int64_t replicas_with(std::uint64_t offset) const override;

  Event event(EventKind kind) const;
  void run(Exchange& exchange);
  /// Answers what had to wait at the node.
  void answer_late(Exchange& exchange);
  /// The answer leaves: now, or after what strikes at what was just recorded.
  void leave(Exchange& exchange);
  void wake();
  bool has_to_wait() const;
  void serve_ready();
  /// Sends what the service has pushed.
  void send_pushes();
  /// Records the changes that the service made by itself, without a command.
  void tell_changes();
  bool has_work() const { return !leaving_.empty() || !ready_.empty() || !inbox_.empty(); }
  void record_ran(Exchange& exchange);
  void record_clock(FaultToken token);
  void tell_refusals();
  void record_changes();
  void clock_changed();
  void arm_expiry();
  /// Records that the kill with that token, or every one, has ended: it runs again, unless
  /// `others_stand`.
  void record_end(FaultToken token, bool others_stand);
  /// Starts the new process if its delay is over, or sets the timer for that.
  void start_when_due();
  std::int64_t world_time_of(std::int64_t own_us) const;
  /// For how long a lease has been over that is noticed now: a node that is frozen or dead notices
  /// it late. -1: nobody knows.
  std::int64_t lateness_of_end(std::int64_t deadline_ms) const;

  /// Records that clients are told of it: `mover`, or all.
  void record_promoted(FaultToken token, const Node& old, ClientId mover);
  void tell_everybody(Node& old, FaultToken token);
  void demote(Node& old, FaultToken token);
  void replicate();
  void resynchronise(Node& replica);
  /// Sends `replica` everything, or once both are awake.
  void synchronise(Node& replica);
  void dispatch(Node& replica, std::vector<Effect> effects, bool full);
  Replication& take_replication();

  World& world_;
  NodeId id_;
  NodeId family_;
  bool monotonic_expiry_;
  /// Since it last looked at its keys, its clock has changed, or it was a replica. No part of the
  /// fingerprint: it decides nothing that happens.
  bool ends_are_unknown_ = false;
  std::int64_t first_offset_;
  std::int64_t lag_us_;
  Clock clock_;
  const std::unique_ptr<Service> service_;
  Replicated* const replicated_;         ///< the same service; null: others cannot copy it
  std::vector<Kill> kills_;              ///< no process runs while any of them lasts
  std::int64_t died_us_ = 0;             ///< dead: since then, by its own clock
  std::int64_t serves_from_us_ = 0;      ///< in a cluster: by its own clock
  const std::int64_t restart_delay_us_;  ///< so long it stays dead, by its own clock
  bool starts_later_ = false;            ///< nothing but that delay keeps it dead (expiry_ ends it)
  FaultToken restarted_by_ = 0;
  std::vector<FaultToken>
      untold_ends_;  ///< over, but that delay keeps it dead: told when it starts
  std::uint32_t incarnation_ = 0;
  Timer expiry_;
  std::int64_t armed_for_ms_ = -1;
  std::vector<FaultToken> stops_;      ///< those that freeze it
  std::vector<Standing> refusals_;     ///< those by which it refuses writes
  std::vector<Exchange*> leaving_;     ///< what has not left yet
  std::vector<Exchange*> pushes_;      ///< sent by the service in the call that goes on
  std::vector<Exchange*> inbox_;       ///< arrived while frozen
  std::vector<Exchange*> unanswered_;  ///< to be answered when the service is ready
  std::vector<Exchange*> ready_;       ///< can be answered when their turn comes
  Exchange* running_ = nullptr;        ///< whose command causes what the service tells now
  bool running_is_ready_ = false;      ///< it can be answered, though not at once
  std::vector<Event> changes_;
  std::vector<std::pair<std::string, std::string>> heard_;  ///< channel and text, while frozen
  Node* master_ = nullptr;
  Node* untold_ = nullptr;  ///< the old master, which is one still: the other half of a split brain
  FaultToken split_ = 0;    ///< the promotion that has left it so
  std::vector<Node*> replicas_;
  bool wants_everything_ = false;   ///< as a replica: it is to be synchronised as soon as it can be
  std::uint64_t acknowledged_ = 0;  ///< as a replica: its master knows that it has so much
  std::deque<Replication> replications_;
  std::vector<Replication*> parked_;  ///< reached it while it was frozen
};

}  // namespace locklab::sim
