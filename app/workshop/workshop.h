// Where work is done while the window goes on drawing: one thread, one job at a time, and one more
// for each kind of search. What is finished waits here as intents until a frame takes it.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "app/gui/update/update.h"
#include "app/workshop/long_work.h"
#include "sim/world/simulate.h"

namespace locklab::app {

class Workshop {
 public:
  /// `wake` is called from the workshop's thread whenever something is finished.
  Workshop(const sim::Library& library, std::function<void()> wake);
  /// Ends the run that is being made; files that are being written are finished.
  ~Workshop();
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  /// A run that is being made, or waits, is dropped for a newer one: nobody waits for its answer. A
  /// live run ends then, and leaves nothing behind.
  void start(Job job);
  /// Takes what is finished.
  std::vector<Intent> finished();
  /// Events of the run that is being made.
  std::uint64_t events() const { return progress_.events; }

 private:
  void work();
  /// Whether it was work of that kind: it has a thread of its own.
  bool start_long_work(const Job& job);
  void drop_runs();
  void tell(Intent finished);
  Intent done(const Job& job);
  Intent run_live(const work::Live& live, std::uint64_t job);

  const sim::Library& library_;
  std::function<void()> wake_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> waiting_;
  std::vector<Intent> finished_;
  sim::RunProgress progress_;
  bool making_run_ = false;
  bool closing_ = false;
  std::thread thread_;
  LongWork exploring_;
  LongWork matrix_;
  LongWork solving_;
};

}  // namespace locklab::app
