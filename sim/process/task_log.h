// A log of a client's running tasks, for the search. Their local variables cannot be read, but they
// follow from everything that a task has received since it began: replies, clock readings, random
// numbers, results. A hash of these represents the task's state.
#pragma once

#include <cstdint>
#include <vector>

#include "lock/task_observer.h"
#include "sim/trace/fingerprint.h"

namespace locklab::sim {

std::uint64_t fingerprint(const Reply& reply);

class TaskLog final : public TaskObserver {
 public:
  /// Adds everything that decides how the tasks continue, in the order in which they began.
  void fingerprint(Fingerprint& print) const;

  void begun(Name task) override;
  void ended(Name task) noexcept override;
  Name runs(Name task) override;
  void awaits(Name waiter, Name task) override;
  void finished(Name task) override;
  void returned(Name task, std::uint64_t result) override;
  void returned(Name task, const Reply& result) override;
  void returned(Name task, const std::vector<Reply>& result) override;
  void returned(Name task, const Grant& result) override;
  void returned(Name task) override;
  void received(std::uint64_t value) override;
  void received(const Reply& frame) override { received(sim::fingerprint(frame)); }
  void call_begun(const Call& call) override;
  void reply_came_early(const Call& call, const Reply& reply) override;
  void reply_taken(const Call& call, const Reply& reply) override;

 private:
  struct Record {
    Name task = nullptr;
    Name waiter = nullptr;       ///< the task that awaits it
    std::uint64_t buffered = 0;  ///< sum of hashes of replies that came before the task awaited
                                 ///< them
    std::uint32_t calls = 0;     ///< number of calls that it has begun
    Fingerprint received;
  };
  /// A call whose reply nobody has taken yet.
  struct Open {
    const Call* call = nullptr;
    Name task = nullptr;       ///< the task that began it
    std::uint32_t number = 0;  ///< among the calls of its task
    std::uint64_t early = 0;   ///< its contribution to `buffered`
  };

  Record* find(Name task);
  Open* find(const Call& call);

  std::vector<Record> records_;  ///< a handful, searched from the newest
  std::vector<Open> open_;
  Name running_ = nullptr;
};

}  // namespace locklab::sim
