// One client process: it sends the requests and records the notes of its program, has its own
// clock, and may crash. The simulated world and the live one share it; each is a driver, which
// carries the requests, wakes the process when a timer is due, and keeps the record.
//
// While the process is paused, its clock keeps running, and everything that reaches it waits, as do
// its program's deferred actions. On resume, the deferred actions come first, then the replies that
// have arrived, then overdue timers by due time.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "lock/tasks_beside.h"
#include "lock/transaction.h"
#include "sim/process/actor.h"
#include "sim/process/client_driver.h"
#include "sim/process/client_program.h"
#include "sim/process/clock.h"
#include "sim/process/request.h"
#include "sim/scenario/fault.h"
#include "sim/trace/event.h"
#include "sim/trace/fingerprint.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// A wait for a point in time, or for a pushed frame until that time.
struct Wait : Pending {
  Wait() : Pending(false) {}
  Sleep* sleep = nullptr;
  Listen* listen = nullptr;  ///< set if the wait also ends with a push of `node`
  NodeId node = no_node;
  std::uint32_t attempts_left = 0;  ///< attempts that may follow a random pause
  std::int64_t spread = 0;  ///< maximum extra delay in us after `due_local`; 0 if there is none
  bool random = false;      ///< its duration is random, and was left open (OpenTimes)
  std::uint32_t draw = 0;   ///< number of the draw of that duration
};

/// `Driver` derives from this class and is final (client_driver.h). A `W` is constructed from a
/// Driver&.
template <class Driver, class R, class W>
class ClientProcess : public Actor, public Performer, protected ClientDriver<R, W> {
 public:
  ClientProcess(ClientId id, ClientProgram program, Clock clock, FramePool* frames)
      : Actor(frames), id_(id), clock_(clock), program_(std::move(program)) {}

  void start();
  /// Runs one more task alongside its program, once the process is not paused. Returns false if it
  /// has crashed.
  bool run_also(std::function<Task<>(Actor&)> task);
  NoEffect foreign_release();

  // Faults; NoEffect::none means that the fault took effect. Must not be called while one of the
  // process's tasks runs.
  /// Injects a fault whose target is a client.
  NoEffect strike(const Fault& fault, FaultToken token);
  NoEffect crash(FaultToken token = 0);
  NoEffect pause(FaultToken token, std::int64_t for_us);
  NoEffect resume(FaultToken token);
  NoEffect jump(FaultToken token, std::int64_t by_us);
  NoEffect drift(FaultToken token, std::int64_t ppm);
  /// Loses the replies to the next `count` (at least 1) commands named `command` (as by verb();
  /// empty for any) and sends each of these commands again. Skips commands of transactions,
  /// subscriptions and accesses to the resource.
  NoEffect duplicate(FaultToken token, std::uint32_t count, std::string command);
  /// Shifts the wall clock without recording it; the caller records the event.
  void shift_clock(std::int64_t by_us) { clock_.jump(driver().now(), by_us); }
  void drift_clock(std::int64_t ppm);

  ClientId id() const { return id_; }
  bool crashed() const { return crashed_; }
  bool paused() const { return !pauses_.empty(); }
  /// Whether the program has ended by itself.
  bool finished() const { return finished_; }
  /// Whether the program will never do anything more: the process has crashed, or the program and
  /// the tasks of run_also() have ended. Tasks of run_beside() may continue.
  bool done() const;
  const ClientProgram& program() const { return program_; }
  const Clock& clock() const { return clock_; }
  const std::vector<FaultToken>& pauses() const { return pauses_; }

  // Called by the driver.
  /// Delivers a request's reply, the failure that replaces it, or a frame that its node pushed.
  void reply_arrived(R& request);
  /// Forgets a reply that was to be delivered again: it is lost with its connection.
  void reply_lost(R& request) { brought_again_ -= std::exchange(request.again, false); }
  /// Notifies tasks that listen to the node that the connection for its pushes has ended.
  void pushes_ended(NodeId node) { look_for_push(node); }
  void deadline_passed(R& request);
  void sleep_over(W& wait);
  bool perform_next() override;

  // Actor
  Time monotonic_now() override;
  Token random_token() override;
  void note(const Note& note) override;
  void say(EventKind kind, std::string_view key, std::uint32_t acquisition, Entry entry) override;
  void run_beside(Task<> task) override { beside_.start(std::move(task)); }

 protected:
  ~ClientProcess() override = default;

  void begin(Call& call, NodeId node, Command&& command, Duration timeout,
             const SourcePlace& where) override;
  void begin(Sleep& sleep, Duration duration, const SourcePlace& where) override;
  void begin(Listen& listen, NodeId node, Duration timeout, const SourcePlace& where) override;
  void abandon(Call& call) noexcept override;
  void abandon(Sleep& sleep) noexcept override { abandon_wait(sleep); }
  void abandon(Listen& listen) noexcept override { abandon_wait(listen); }
  void cancel(Await& await) override;

  /// Destroys all tasks. A driver's destructor must call it first: tasks that end notify the driver
  /// of what they waited for.
  void destroy_tasks() {
    beside_.clear();
    tasks_.clear();
  }
  /// Reports to the tasks' observer a value that the running task received from the world.
  void received(std::uint64_t value) const {
    if (TaskObserver* const watching = observer()) watching->received(value);
  }
  /// Adds everything that decides the future of the process, except its tasks and the driver's own
  /// state.
  void fingerprint_process(Fingerprint& print) const;

 private:
  /// A deferred action of this process.
  struct Action {
    enum class Kind : std::uint8_t { say, send, sleep, hand_over, give_up, run };
    Kind kind = Kind::say;
    Event event;                         ///< say
    R* request = nullptr;                ///< send, hand_over, give_up
    W* wait = nullptr;                   ///< sleep
    std::function<Task<>(Actor&)> task;  ///< run
  };

  Driver& driver() { return static_cast<Driver&>(*this); }
  const Driver& driver() const { return static_cast<const Driver&>(*this); }

  static R& request_of(const Await& await) {
    return static_cast<R&>(*static_cast<Pending*>(await.slot));
  }
  static W& wait_of(const Await& await) {
    return static_cast<W&>(*static_cast<Pending*>(await.slot));
  }

  /// Whether its next action has to be deferred.
  bool defers() { return !actions_.empty() || paused() || driver().faults_wait(); }
  void defer(Action action);
  void defer(typename Action::Kind kind, R& request);
  void perform(Action& action);
  void run(const std::function<Task<>(Actor&)>& task);

  void send(R& request);
  void follow_transaction(R& request);
  void hand_over(R& request);
  NodeId way_of(NodeId node, const Command& command);
  bool follow(R& request);
  void send_on(R& request, NodeId node);
  bool send_again(R& request);
  void fail(R& request);
  void give_up(R& request);
  void keep_push(R& request);
  void look_for_push(NodeId node);
  Reply take_push(NodeId node);
  void bring_again(R& request);
  void abandon_wait(Await& await) noexcept;
  void set_deadline(R& request);
  void set_timer(W& wait);
  W& take_wait();

  Event event(EventKind kind) const;
  void record_copy(const Event& said);
  void record_said(const Event& draft);
  void record_clock(FaultToken token);
  void write_down(const Note& note, Event& said);
  std::uint16_t key_id(std::string_view key);

  // Members used in every callback come first, close together.
  const ClientId id_;
  bool crashed_ = false;
  bool finished_ = false;
  std::uint16_t last_key_id_ = no_name;
  std::uint32_t acquisitions_ = 0;
  std::size_t brought_again_ = 0;   ///< number of replies to be delivered again, see
                                    ///< arrives_again()
  std::vector<FaultToken> pauses_;  ///< tokens of the active pauses
  std::vector<Action> actions_;     ///< deferred actions, the next first
  Clock clock_;
  std::string last_key_;  ///< cached, since a client mostly refers to the same lock
  std::vector<Transaction> transactions_;  ///< by node: transaction in progress there
  /// The node that serves a slot, as learned from the cluster's nodes.
  struct Owner {
    std::uint16_t slot = 0;
    NodeId node = no_node;
  };
  std::vector<Owner> owners_;  ///< slots for which a node has answered MOVED
  NodeId last_way_ = no_node;  ///< node of the last command with a key; no_node for the one that
                               ///< the program names
  /// A frame that a node has pushed and no task has taken yet.
  struct Push {
    NodeId node;
    Reply frame;
  };
  std::vector<Push> pushes_;
  struct Duplicate {
    FaultToken token;
    std::uint32_t remaining;  ///< number of commands still to repeat
    std::string command;
  };
  std::vector<Duplicate> duplicates_;  ///< in the order in which they were injected
  std::vector<R*> mailbox_;            ///< requests whose replies came while it was paused
  std::vector<Pending*> late_;         ///< timers that expired while it was paused
  std::deque<W> waits_;                ///< in use or free
  std::vector<W*> free_waits_;
  ClientProgram program_;
  std::vector<Task<>> tasks_;
  TasksBeside beside_;
};

}  // namespace locklab::sim
