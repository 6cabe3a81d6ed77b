// A thread that does jobs, one after the other.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "app/gui/model/job.h"

namespace locklab::app {

class JobQueue {
 public:
  using Work = std::function<void(const Job&)>;
  using Kind = std::function<bool(const Job&)>;

  /// Calls `begins` before each job while nobody can drop one, and then does `work`, both on the
  /// queue's thread.
  JobQueue(Work begins, Work work);
  /// Does first what waits.
  ~JobQueue();
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;

  void add(Job job);
  /// Forgets the waiting jobs of a kind. `cancel` is called if one of them is being done.
  void drop(const Kind& kind, const std::function<void()>& cancel);

 private:
  void do_all();

  const Work begins_;
  const Work work_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> waiting_;
  const Job* doing_ = nullptr;
  bool closing_ = false;
  std::thread thread_;
};

}  // namespace locklab::app
