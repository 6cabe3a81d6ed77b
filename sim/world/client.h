// A simulated client: a process with a clock of its own that runs a program and talks to nodes. It
// is the simulator's Env.
//
// Paused, its clock runs on, and everything that reaches it waits; what its program would send
// waits too. When it wakes, what it was about to send leaves first; then it reads the replies that
// have come; then timers go off by due time.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "sim/process/actor.h"
#include "sim/process/client_program.h"
#include "sim/world/clock.h"
#include "sim/world/dice.h"
#include "sim/world/network.h"

namespace locklab::sim {

/// A client's wait for a time.
struct Nap : Pending {
  Nap();
  Timer timer;
  Sleep* sleep = nullptr;
  std::int64_t due_local = 0;
};

class Client final : public Actor {
 public:
  Client(World& world, ClientId id, ClientProgram program, Clock clock, std::uint64_t seed);
  ~Client() override;

  void start();
  void crash();
  void pause(std::int64_t for_us);
  void resume();
  void foreign_release();
  /// One more task of this client, beside its program.
  void run_also(Task<> task);
  void jump(std::int64_t by_us);
  void drift(std::int64_t ppm);

  ClientId id() const { return id_; }
  bool crashed() const { return crashed_; }
  bool paused() const { return paused_; }
  bool finished() const { return finished_; }
  const Clock& clock() const { return clock_; }
  /// Adds all that decides what it will do.
  void fingerprint(Fingerprint& print) const;

  // What the world brings.
  void reply_arrived(Exchange& exchange);
  void deadline_passed(Exchange& exchange);
  void nap_over(Nap& nap);
  /// Destroys its tasks. Not while one of them is on the stack.
  void bury();

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
  void send(Exchange& exchange);
  void hand_over(Exchange& exchange);
  void hold_for_later(Exchange& exchange);
  void fail(Exchange& exchange);
  void record_clock();
  std::uint16_t key_id(std::string_view key);
  Nap& take_nap();
  void begin_tasks();

  World& world_;
  ClientId id_;
  ClientProgram program_;
  Clock clock_;
  RandomBits random_;
  std::uint32_t acquisitions_ = 0;
  bool paused_ = false;
  bool crashed_ = false;
  bool finished_ = false;
  std::string last_key_;  ///< a client speaks of the same lock again and again
  std::uint16_t last_key_id_ = no_name;
  Timer funeral_;  ///< destroys the tasks, once none of them is on the stack
  std::vector<Exchange*> outbox_;
  std::vector<Exchange*> mailbox_;
  std::vector<Timer*> late_;  ///< timers that went off while it was paused
  std::deque<Nap> naps_;
  std::vector<Nap*> free_naps_;
  FrameList frames_;  ///< of its tasks, where the choice is a search
  Task<> program_task_;
  std::vector<Task<>> other_tasks_;
};

}  // namespace locklab::sim
