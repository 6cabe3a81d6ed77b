// Watches the tasks of one client: which of them runs, and what each was given. A search through
// schedules needs it, because it cannot read a coroutine's locals; they follow from what the task
// received since it began. Whoever sets none pays nothing for it: no task holds a byte for it.
#pragma once

#include <cstdint>
#include <vector>

namespace locklab {

class Call;
struct Grant;
struct Reply;

class TaskObserver {
 public:
  /// Names a task from `begun` to `ended`: the address of its coroutine's frame.
  using Name = const void*;

  /// Created, by the task that runs now (by the client itself, if none does).
  virtual void begun(Name task) = 0;
  /// Destroyed, finished or not.
  virtual void ended(Name task) noexcept = 0;
  /// `task` runs from now on (null: none of this client's). Gives the one that ran until now.
  virtual Name runs(Name task) = 0;
  /// `waiter` awaits `task`, which runs from now on.
  virtual void awaits(Name waiter, Name task) = 0;
  /// `task` came to its end; the one that awaits it, if one does, runs from now on.
  virtual void finished(Name task) = 0;

  /// The result of `task` is handed to the task that awaited it: all that this one keeps of it.
  virtual void returned(Name task, std::uint64_t result) = 0;
  virtual void returned(Name task, const Reply& result) = 0;
  virtual void returned(Name task, const std::vector<Reply>& result) = 0;
  virtual void returned(Name task, const Grant& result) = 0;
  /// Nothing, or a result of another type: all that `task` received stands for it.
  virtual void returned(Name task) = 0;

  /// The running task is given a value by the world: a clock's reading, a random number.
  virtual void received(std::uint64_t value) = 0;
  /// The running task began `call`.
  virtual void call_begun(const Call& call) = 0;
  /// The reply of `call` came before a task awaited it.
  virtual void reply_came_early(const Call& call, const Reply& reply) = 0;
  /// The running task takes the reply of `call`.
  virtual void reply_taken(const Call& call, const Reply& reply) = 0;

 protected:
  ~TaskObserver() = default;
};

}  // namespace locklab
