// A simulated client: a process with a clock of its own that runs a program and talks to nodes. It
// is the simulator's Env.
//
// Paused, its clock runs on, and everything that reaches it waits; what its program was about to do
// waits too. When it wakes, that comes first; then it reads the replies that have come; then timers
// go off by due time.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/process/actor.h"
#include "sim/process/client_program.h"
#include "sim/process/task_log.h"
#include "sim/world/clock.h"
#include "sim/world/dice.h"
#include "sim/world/network.h"
#include "sim/world/performer.h"

namespace locklab::sim {

/// A client's wait for a time.
struct PendingSleep : Pending {
  PendingSleep();
  Timer timer;
  Sleep* sleep = nullptr;
  std::int64_t due_local = 0;
};

class Client final : public Actor, public Performer {
 public:
  Client(World& world, ClientId id, ClientProgram program, Clock clock, std::uint64_t seed);
  ~Client() override;

  void start();
  /// Runs one more task beside its program, once it is awake. False: it has crashed.
  bool run_also(std::function<Task<>(Actor&)> task);
  bool foreign_release();

  // Faults. False: there was nothing to strike, or to end. Not while one of its tasks runs.
  bool crash(FaultToken token = 0);
  bool pause(FaultToken token, std::int64_t for_us);
  bool resume(FaultToken token);
  bool jump(FaultToken token, std::int64_t by_us);
  bool drift(FaultToken token, std::int64_t ppm);

  ClientId id() const { return id_; }
  bool crashed() const { return crashed_; }
  bool paused() const { return !pauses_.empty(); }
  bool finished() const { return finished_; }
  const Clock& clock() const { return clock_; }
  const std::vector<FaultToken>& pauses() const { return pauses_; }
  /// Adds all that decides what it will do.
  void fingerprint(Fingerprint& print) const;

  // What the world brings.
  void reply_arrived(Exchange& exchange);
  void deadline_passed(Exchange& exchange);
  void sleep_over(PendingSleep& sleep);
  bool perform_next() override;

  // Actor
  Time monotonic_now() override;
  Time wall_now() override;
  Token random_token() override;
  std::uint64_t random_below(std::uint64_t below) override;
  void note(const Note& note) override;
  void say(EventKind kind, std::string_view key, std::uint32_t acquisition) override;

 protected:
  void begin(Call& call, NodeId node, Command&& command, Duration timeout,
             const SourcePlace& where) override;
  void begin(Sleep& sleep, Duration duration, const SourcePlace& where) override;
  void abandon(Call& call) noexcept override;
  void abandon(Sleep& sleep) noexcept override;
  void cancel(Await& await) override;

 private:
  /// One thing that its program does, or that is done to it next.
  struct Deed {
    enum class Kind : std::uint8_t { say, send, sleep, hand_over, give_up, run };
    Kind kind = Kind::say;
    Event event;                         ///< say
    Exchange* exchange = nullptr;        ///< send, hand_over, give_up
    PendingSleep* sleep = nullptr;       ///< sleep
    std::function<Task<>(Actor&)> task;  ///< run
  };

  /// Whether what it does next has to wait for its turn.
  bool defers() const;
  void defer(Deed deed);
  void perform(Deed& deed);
  void run(const std::function<Task<>(Actor&)>& task);
  void record(const Event& said);
  void write_down(const Note& note, Event& said);

  void send(Exchange& exchange);
  void hand_over(Exchange& exchange);
  void give_up(Exchange& exchange);
  void fail(Exchange& exchange);
  void set_deadline(Exchange& exchange);
  void set_timer(PendingSleep& sleep);
  void record_clock(FaultToken token);
  std::uint16_t key_id(std::string_view key);
  PendingSleep& take_sleep();
  void destroy_tasks();
  Event event(EventKind kind) const;
  void task_received(std::uint64_t value);

  World& world_;
  ClientId id_;
  ClientProgram program_;
  Clock clock_;
  RandomBits random_;
  std::uint32_t acquisitions_ = 0;
  std::vector<FaultToken> pauses_;  ///< those that stand
  bool crashed_ = false;
  bool finished_ = false;
  std::string last_key_;  ///< a client speaks of the same lock again and again
  std::uint16_t last_key_id_ = no_name;
  std::vector<Deed>
      deeds_;  ///< what its program has done in a callback, and the world has not seen
  std::vector<Exchange*> mailbox_;
  std::vector<Timer*> late_;  ///< timers that went off while it was paused
  std::deque<PendingSleep> sleeps_;
  std::vector<PendingSleep*> free_sleeps_;
  std::optional<TaskLog> task_log_;  ///< where the choice is a search
  std::vector<Task<>> tasks_;
};

}  // namespace locklab::sim
