// Where runs are made while the window goes on drawing: one thread, one job at a time, the newest
// first to count. What is finished waits here as intents until a frame takes it.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "app/gui/update.h"

namespace locklab::app {

class Workshop {
 public:
  /// `wake` is called from the workshop's thread whenever something is finished.
  Workshop(const sim::Library& library, std::function<void()> wake);
  /// Waits for the job that is being done.
  ~Workshop();
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  /// A job that has not begun yet is dropped for it: nobody waits for its answer any more.
  void start(Job job);
  /// Takes what is finished.
  std::vector<Intent> finished();

 private:
  void work();
  Intent done(const Job& job) const;

  const sim::Library& library_;
  std::function<void()> wake_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Job> next_;
  std::vector<Intent> finished_;
  bool closing_ = false;
  std::thread thread_;
};

}  // namespace locklab::app
