// The only interface between a lock and the world. It is implemented by the simulator and for live
// Redis, and a strategy cannot tell them apart. One Env is one client, with its clocks, its
// connections and its randomness.
//
// An await deregisters in its destructor, so a client can be destroyed (crash) at any await. An Env
// completes awaits only from its own event queue, never inside a call that a task makes.
#pragma once

#include <coroutine>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "lock/command.h"
#include "lock/frame_pool.h"
#include "lock/ids.h"
#include "lock/note.h"
#include "lock/reply.h"
#include "lock/source_place.h"
#include "lock/stop_signal.h"
#include "lock/task_observer.h"
#include "lock/time.h"
#include "lock/token.h"

namespace locklab {

class Env;
template <class T>
class Task;

/// An operation that a task waits for. Pending from construction until completed or destroyed; done
/// from the beginning if its signal was raised before.
class Await {
 public:
  Await(const Await&) = delete;
  Await& operator=(const Await&) = delete;

  bool await_ready() const noexcept { return done_; }
  void await_suspend(std::coroutine_handle<> waiter) noexcept { waiter_ = waiter; }
  bool done() const { return done_; }
  /// Whether a task is waiting for it.
  bool awaited() const { return bool(waiter_); }

  /// For Envs: the Env's own record of this await.
  void* slot = nullptr;

 protected:
  Await(Env& env, StopSignal* stop);
  ~Await();
  /// For Envs: ends the wait, and resumes the task if one is waiting.
  void finish();

  Env& env_;
  bool done_ = false;
  bool stopped_before_ =
      false;  ///< the signal was raised before the await began: nothing was started

 private:
  friend class Env;
  friend class StopSignal;
  std::coroutine_handle<> waiter_;
  StopSignal* stop_ = nullptr;
  Await* previous_ = nullptr;
  Await* next_ = nullptr;
  void unlink();
};

/// A command in flight. It is sent on construction; several may be in flight before the first is
/// awaited.
class [[nodiscard]] Call : public Await {
 public:
  Call(Env& env, NodeId node, Command&& command, Duration timeout, StopSignal* stop = nullptr,
       SourcePlace where = SourcePlace::current());
  ~Call();
  Reply await_resume();

  /// For Envs: the reply has arrived (or is unknown, or cancelled). Resumes the task, if one waits.
  void complete(Reply reply) {
    take(std::move(reply));
    complete();
  }
  /// For Envs: sets the reply without resuming the task, which complete() then does.
  void take(Reply&& reply) { reply_ = std::move(reply); }
  void complete();

 private:
  Reply reply_;
};

/// How long to sleep. An Env that leaves the end of a random pause open sets `spread`, the maximum
/// time beyond `least`; otherwise that is zero.
struct Pause {
  explicit Pause(Duration exactly) : least(exactly) {}
  Pause(Duration at_least, Duration at_most_later, std::uint32_t its_number)
      : least(at_least), spread(at_most_later), number(its_number) {}

  Duration least;
  Duration spread{0};
  std::uint32_t number = 0;  ///< for Envs: number of the random pause
  static constexpr std::uint32_t no_limit = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t attempts_left = no_limit;  ///< attempts that may follow
};

/// A wait by this client's own monotonic clock.
class [[nodiscard]] Sleep : public Await {
 public:
  Sleep(Env& env, Pause pause, StopSignal* stop, SourcePlace where = SourcePlace::current());
  ~Sleep();
  /// For Envs: the requested pause.
  const Pause& pause() const { return pause_; }
  /// Returns false if cancelled before the time was over.
  bool await_resume() const;
  void complete(bool cancelled) {
    cancelled_ = cancelled;
    finish();
  }

 private:
  Pause pause_;
  bool cancelled_ = false;
};

/// A wait for a frame that a node pushes, such as a message on a channel that this client has
/// subscribed to. Frames that arrive while nobody waits are kept for the next wait; a lost
/// connection may lose them.
class [[nodiscard]] Listen : public Await {
 public:
  Listen(Env& env, NodeId node, Duration timeout, StopSignal* stop = nullptr,
         SourcePlace where = SourcePlace::current());
  ~Listen();
  /// The frame, an array. Cancelled if the signal ended the wait. Unknown if none came in time, or
  /// the connection has ended, and with it all of the client's subscriptions at that node.
  Reply await_resume();
  /// For Envs: the frame has come (or none will, or the wait is cancelled).
  void complete(Reply frame) {
    frame_ = std::move(frame);
    finish();
  }

 private:
  Reply frame_;
};

class Env {
 public:
  /// The frames of this client's tasks are allocated from `frames`, which must outlive it, or from
  /// operator new if null.
  explicit Env(FramePool* frames = nullptr) : frames_(frames) {}
  virtual ~Env() = default;
  Env(const Env&) = delete;
  Env& operator=(const Env&) = delete;

  /// The client's monotonic clock: drifts, never jumps.
  virtual Time monotonic_now() = 0;
  /// The client's wall clock: has an offset, drifts, and may jump.
  virtual Time wall_now() = 0;
  /// A new random token with the number of a new acquisition.
  virtual Token random_token() = 0;
  /// A uniform random number 0 .. below-1; `below` >= 1.
  virtual std::uint64_t random_below(std::uint64_t below) = 0;
  /// A pause of `least` plus a random part of `spread`; nullopt if it would not end before
  /// `deadline`.
  virtual std::optional<Pause> random_pause(Duration least, Duration spread, Time deadline);
  /// Receives the lock's reports. Does nothing by default.
  virtual void note(const Note&) {}

  /// Sends `command` to `node`. Without a reply within `timeout` (by the client's clock), the reply
  /// is Unknown and the Env may drop the connection; the command may still run.
  [[nodiscard]] Call call(NodeId node, Command&& command, Duration timeout,
                          StopSignal* stop = nullptr, SourcePlace where = SourcePlace::current()) {
    return Call(*this, node, std::move(command), timeout, stop, where);
  }
  [[nodiscard]] Sleep sleep(Duration duration, StopSignal* stop = nullptr,
                            SourcePlace where = SourcePlace::current()) {
    return Sleep(*this, Pause(duration), stop, where);
  }
  [[nodiscard]] Sleep sleep(Pause pause, StopSignal* stop = nullptr,
                            SourcePlace where = SourcePlace::current()) {
    return Sleep(*this, pause, stop, where);
  }

  /// Waits up to `timeout` for a frame pushed by `node` (Command::listens). At most one task at a
  /// time listens to a node.
  [[nodiscard]] Listen listen(NodeId node, Duration timeout, StopSignal* stop = nullptr,
                              SourcePlace where = SourcePlace::current()) {
    return Listen(*this, node, timeout, stop, where);
  }

  /// Starts `task`, which then belongs to this client. It runs alongside the client's other tasks
  /// until it or the client ends.
  virtual void run_beside(Task<void> task) = 0;

  /// The name of one thread of this client, the same in every acquisition: "<32 digits>:<thread>".
  /// The digits are a random token, drawn on the first call.
  std::string owner(std::uint32_t thread);

  FramePool* frames() const { return frames_; }
  /// Null if the client's tasks are not observed.
  TaskObserver* observer() const { return observer_; }

  /// A number in this client's own memory, which no other client sees and no server stores. It
  /// keeps its value from one acquisition or release to the next.
  int own_memory = 0;

 protected:
  friend class Call;
  friend class Sleep;
  friend class Listen;
  friend class StopSignal;
  virtual void begin(Call& call, NodeId node, Command&& command, Duration timeout,
                     const SourcePlace& where) = 0;
  virtual void begin(Sleep& sleep, Duration duration, const SourcePlace& where) = 0;
  virtual void begin(Listen& listen, NodeId node, Duration timeout, const SourcePlace& where) = 0;
  /// Called when an await is destroyed while pending.
  virtual void abandon(Call& call) noexcept = 0;
  virtual void abandon(Sleep& sleep) noexcept = 0;
  virtual void abandon(Listen& listen) noexcept = 0;
  /// Called when the await's StopSignal is raised. The Env must complete the await from its event
  /// queue, with Cancelled unless its result came first.
  virtual void cancel(Await& await) = 0;

  /// Must be called before any task begins; `observer` must outlive all tasks.
  void observe_tasks(TaskObserver& observer) { observer_ = &observer; }

 private:
  FramePool* frames_;
  TaskObserver* observer_ = nullptr;
  Token self_;  ///< the first part of owner(); acquisition 0 until drawn
};

inline Reply Call::await_resume() {
  if (TaskObserver* const observer = env_.observer()) observer->reply_taken(*this, reply_);
  return std::move(reply_);
}

inline void Call::complete() {
  TaskObserver* const observer = env_.observer();
  if (observer && !awaited()) observer->reply_came_early(*this, reply_);
  finish();
}

inline bool Sleep::await_resume() const {
  if (TaskObserver* const observer = env_.observer()) observer->received(cancelled_);
  return !cancelled_;
}

inline Reply Listen::await_resume() {
  if (TaskObserver* const observer = env_.observer()) observer->received(frame_);
  return std::move(frame_);
}

inline bool StopSignal::raised() const {
  if (TaskObserver* const observer = env_.observer()) observer->received(raised_);
  return raised_;
}

}  // namespace locklab
