// Observes the tasks of one client: which of them runs, and the values that each received. A search
// through schedules needs this, because it cannot read a coroutine's locals, which follow from what
// the task has received since it began. Without an observer it costs a task only a null pointer.
#pragma once

#include <cstdint>
#include <vector>

namespace locklab {

class Call;
struct Grant;
struct Reply;

class TaskObserver {
 public:
  /// Identifies a task from `begun` to `ended`: the address of its coroutine's frame.
  using Name = const void*;

  /// The current task (or the client itself, if none runs) created `task`.
  virtual void begun(Name task) = 0;
  /// `task` was destroyed, finished or not.
  virtual void ended(Name task) noexcept = 0;
  /// `task` becomes the current task (null if none of this client's). Returns the previous one.
  virtual Name runs(Name task) = 0;
  /// `waiter` awaits `task`, which becomes the current task.
  virtual void awaits(Name waiter, Name task) = 0;
  /// `task` finished; the task that awaits it, if any, becomes the current task.
  virtual void finished(Name task) = 0;

  /// The result of `task` is passed to the current task, which awaited it and learns nothing else
  /// from it.
  virtual void returned(Name task, std::uint64_t result) = 0;
  virtual void returned(Name task, const Reply& result) = 0;
  virtual void returned(Name task, const std::vector<Reply>& result) = 0;
  virtual void returned(Name task, const Grant& result) = 0;
  /// `task` returned nothing, or a result of another type, which then follows from everything that
  /// `task` received.
  virtual void returned(Name task) = 0;

  /// The current task received a value from the world, such as a clock's reading.
  virtual void received(std::uint64_t value) = 0;
  /// The current task received a frame that a node pushed.
  virtual void received(const Reply& frame) = 0;
  /// The current task began `call`.
  virtual void call_begun(const Call& call) = 0;
  /// The reply of `call` came before a task awaited it.
  virtual void reply_came_early(const Call& call, const Reply& reply) = 0;
  /// The current task takes the reply of `call`.
  virtual void reply_taken(const Call& call, const Reply& reply) = 0;

 protected:
  ~TaskObserver() = default;
};

}  // namespace locklab
