// One client of a load: it acquires, holds and releases locks repeatedly, in its thread's loop and
// with the same lock coroutines as the simulator and live runs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "app/load/kept_holds.h"
#include "app/load/measures.h"
#include "app/stress/client_recorder.h"
#include "app/stress/load.h"
#include "lock/redis/pooled_env.h"
#include "lock/reply.h"
#include "lock/task.h"

namespace locklab::app {

/// State shared by the clients of one thread: the load and the measurements.
struct Measuring {
  explicit Measuring(Load& its_load) : load(its_load) {}

  Load& load;
  Measures measures;
  std::optional<KeptHolds> kept;  ///< set if generators share locks with critical sections
  bool on = false;                ///< true during the measured time
  bool over = false;              ///< no client starts another operation

  Second& second() { return measures.seconds.back(); }
  /// Counts a violation detected at `at_us`.
  void violated(std::int64_t at_us) { second().add_violation(at_us - second_began_us()); }
  /// Counts a wait that ended, or has lasted so far, at `until_us`.
  void waited(std::int64_t since_us, std::int64_t until_us) {
    second().add_wait(since_us - second_began_us(), until_us - second_began_us());
  }

 private:
  std::int64_t second_began_us() const {
    return load.measure_from_us +
           static_cast<std::int64_t>(measures.seconds.size() - 1) * 1'000'000;
  }
};

class StressClient;

/// Env of a load's client, with an adjustable wall clock and optional recording. Without a recorder
/// the overhead is one comparison per command and note.
class RecordedEnv final : public redis::PooledEnv {
 public:
  /// `recorder` may be null. Both `recorder` and `owner` must outlive it.
  RecordedEnv(redis::Pool& pool, Observer* observer, ClientRecorder* recorder, StressClient& owner)
      : PooledEnv(pool, observer), recorder_(recorder), owner_(owner) {
    if (recorder_) observe_tasks(*recorder_);
  }

  ClientRecorder* recorder() const { return recorder_; }

  StressClient& owner() const { return owner_; }

  /// Moves the client's wall clock forward, or back if negative.
  void jump(Duration by) { clock_is_ahead_ += by; }
  Duration clock_is_ahead() const { return clock_is_ahead_; }
  Time wall_now() override { return PooledEnv::wall_now() + clock_is_ahead_; }

  void note(const Note& note) override {
    if (recorder_) recorder_->noted(note);
    PooledEnv::note(note);
  }

 private:
  using PooledEnv::abandon;
  using PooledEnv::begin;
  void begin(Call& call, NodeId node, Command&& command, Duration timeout,
             const SourcePlace& where) override {
    if (recorder_) recorder_->sent(call, node, command, where);
    PooledEnv::begin(call, node, std::move(command), timeout, where);
  }
  void abandon(Call& call) noexcept override {
    if (recorder_) recorder_->forgotten(call);
    PooledEnv::abandon(call);
  }

  ClientRecorder* const recorder_;
  StressClient& owner_;
  Duration clock_is_ahead_{0};
};

class StressClient {
 public:
  /// `number` counts from 0. All references must outlive the client.
  StressClient(std::uint32_t number, redis::Pool& pool, redis::PooledEnv::Observer& observer,
               Measuring& measuring);

  /// Crashes the client if it is inside a critical section.
  ~StressClient();
  StressClient(const StressClient&) = delete;
  StressClient& operator=(const StressClient&) = delete;

  /// Starts the task, which ends when the load is over.
  void start();
  void pause() { env_.pause(); }
  void resume() { env_.resume(); }
  bool paused() const { return env_.paused(); }
  /// Moves its wall clock forward, or back if negative.
  void jump(Duration by) { env_.jump(by); }
  Duration clock_is_ahead() const { return env_.clock_is_ahead(); }
  /// Null unless the load is recorded.
  ClientRecorder* recorder() const { return env_.recorder(); }

  std::uint32_t number() const { return number_; }
  /// Counts the client's own lock as stuck if it was found taken since the last grant.
  void count_if_taken();
  bool inside() const { return section_.inside(); }
  /// True while it is inside or releasing.
  bool holds() const { return holds_; }
  /// Start of its current wait for the lock; -1 if it does not wait.
  std::int64_t waits_since_us() const { return holds_ ? -1 : wanted_us_; }
  /// Number of scheduled operations due between these times that have not begun (open loop).
  std::uint64_t unserved(std::int64_t from_us, std::int64_t until_us) const;
  /// Adds the waits of operations due before `until_us` and not served (open loop).
  void add_waits(std::int64_t until_us, Histogram& waits) const;

  bool has_tried = false;    ///< in the current operation
  bool found_taken = false;  ///< since the last grant: refused because the lock was taken

 private:
  static Task<> work_on(Env& env, StressClient* self);
  static Task<> step_into(Env& env, StressClient* self);
  static Task<> ask_without_holding(Env& env, StressClient* self);

  /// Start of the next wait (closed loop): the end of the last release if there is no think time,
  /// else now.
  std::int64_t next_wanted_us() const;
  void entered(std::int64_t at_us, const Held& held);
  void left(std::int64_t at_us, std::uint32_t acquisition);
  void released(std::int64_t left_us, std::int64_t now_us, Released outcome);
  void admitted(std::int64_t at_us, const Reply& reply);
  void decided(std::int64_t at_us, bool granted);
  std::int64_t scheduled_us(std::uint64_t nth) const;
  std::uint64_t due_before(std::int64_t us) const;
  void choose_lock();
  void keep_hold(std::int64_t left_us);
  void count_grant();
  void count_wait(std::int64_t at_us);
  void count_answer(std::int64_t at_us);

  const std::uint32_t number_;
  Measuring& measuring_;
  Load& load_;
  LockConfig lock_;
  Chance chance_;
  std::uint64_t operations_ = 0;
  std::uint64_t lock_number_ = 0;
  std::int64_t wanted_us_ = -1;  ///< start of its operation, or its scheduled time; -1 if idle
  std::int64_t done_us_ = 0;     ///< end of its last release; 0 once a new operation has begun
  bool holds_ = false;
  Oracle::Section section_;
  RecordedEnv env_;
  Task<> task_;  ///< must be destroyed before env_
};

}  // namespace locklab::app
