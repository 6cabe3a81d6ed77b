// Background work for the window: a thread that makes runs, a thread for files, and one more for
// each kind of search and for a load. Results wait here as intents until a frame takes them.
#pragma once

#include <functional>
#include <mutex>
#include <vector>

#include "app/gui/update/update.h"
#include "app/live/run/step_gate.h"
#include "app/stress/servers/strike_orders.h"
#include "app/workshop/job_queue.h"
#include "app/workshop/long_work.h"
#include "sim/world/simulate.h"

namespace locklab::app {

class Workshop {
 public:
  /// Starts the threads for runs and files. Every thread with a result calls `wake`.
  Workshop(const sim::Library& library, std::function<void()> wake);
  /// Stops the current run, searches and load, and waits for them. Waiting file jobs are still
  /// performed.
  ~Workshop();
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  /// Starts or queues a job. A newer run replaces one that is in progress or waits; a live run in
  /// progress then ends, and cleans up its servers.
  void start(Job job);
  /// Returns the results so far, and removes them.
  std::vector<Intent> finished();
  /// The number of events so far of the run in progress, or of the last one.
  std::uint64_t events() const { return progress_.events; }

 private:
  /// start_long_work() and start_load() start or stop work on its own thread, and return false for
  /// jobs of other kinds. start_load() also checks forms, and injects faults into the running load.
  bool start_long_work(const Job& job);
  bool start_load(const Job& job);
  void strike(const work::StrikeLive& wanted, std::uint64_t job);
  void drop_runs();
  void tell(Intent finished);
  /// Sends the result of the work, or intent::NotOpened if a bug in the lab itself ended it.
  template <class Do>
  void tell_of(const Job& job, Do work);
  /// A handler that reports a bug in the lab itself, during work on its own thread, as a NotDone.
  template <class NotDone>
  LongWork::Broken telling(std::uint64_t job);
  Intent made(const Job& job);
  Intent done_with_file(const Job& job);
  Intent run_live(const work::Live& live, std::uint64_t job);

  const sim::Library& library_;
  std::function<void()> wake_;
  std::mutex mutex_;
  std::vector<Intent> finished_;
  sim::RunProgress progress_;
  StepGate gate_;  ///< of a stepped live run
  LongWork exploring_;
  LongWork matrix_;
  LongWork solving_;
  LongWork finding_;
  LongWork judging_;
  LongWork saving_;
  StrikeOrders orders_;  ///< for the running load
  LongWork loading_;
  JobQueue runs_;
  JobQueue files_;
};

}  // namespace locklab::app
