// A thread that performs jobs one after the other.
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

  /// Calls `begins` and then `work` for each job, both on the queue's thread. drop() waits while
  /// `begins` runs, so that it calls `cancel` only afterwards.
  JobQueue(Work begins, Work work);
  /// Waits until all jobs, including the waiting ones, have been performed.
  ~JobQueue();
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;

  void add(Job job);
  /// Drops the waiting jobs of a kind. Calls `cancel` if the job in progress is of that kind.
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
