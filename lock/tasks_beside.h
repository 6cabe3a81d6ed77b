// The tasks that a client runs in addition to its program, such as a watchdog that a release left
// running. Each client's Env has its own, and destroys them with the client.
#pragma once

#include <utility>
#include <vector>

#include "lock/task.h"

namespace locklab {

class TasksBeside {
 public:
  /// Runs the task until it first suspends, and keeps it. Destroys earlier ones that have finished.
  void start(Task<> task) {
    std::erase_if(tasks_, [](const Task<>& one) { return one.done(); });
    task.start();
    if (!task.done()) tasks_.push_back(std::move(task));
  }
  void clear() { tasks_.clear(); }

 private:
  std::vector<Task<>> tasks_;
};

}  // namespace locklab
