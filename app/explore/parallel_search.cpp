#include "app/explore/parallel_search.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace locklab::app {

namespace {

using SteadyClock = std::chrono::steady_clock;

/// The counts of all threads.
class SharedCounts {
 public:
  explicit SharedCounts(std::size_t threads) : counts_(threads) {}

  void write(std::size_t thread, const sim::SearchCounts& counts) {
    const std::lock_guard lock(mutex_);
    counts_[thread] = counts;
  }
  sim::SearchCounts sum() const {
    const std::lock_guard lock(mutex_);
    sim::SearchCounts all;
    for (const sim::SearchCounts& one : counts_) {
      all.states += one.states;
      all.transitions += one.transitions;
      all.executions += one.executions;
      all.depth = std::max(all.depth, one.depth);
      all.memory += one.memory;
      all.parts += one.parts / counts_.size();
    }
    return all;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<sim::SearchCounts> counts_;
};

}  // namespace

TimedResult search_in_parallel(const sim::SearchTask& task, const SearchLimits& limits,
                               const std::atomic<bool>& cancelled,
                               const std::function<void(const SearchProgress&)>& progress) {
  const auto start = SteadyClock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(SteadyClock::now() - start).count();
  };
  const std::uint32_t threads = std::max<std::uint32_t>(limits.threads, 1);
  SharedCounts board(threads);
  std::vector<sim::SearchResult> results(threads);
  const auto one_thread = [&](std::uint32_t number) {
    sim::SearchTask part = task;
    part.shard = task.shard + number * task.shards;
    part.shards = task.shards * threads;
    results[number] = sim::search(part, [&](const sim::SearchCounts& counts) {
      board.write(number, counts);
      if (number == 0 && progress) progress({board.sum(), seconds()});
      return !cancelled && (!limits.seconds || seconds() < *limits.seconds);
    });
  };
  std::vector<std::jthread> others;
  std::uint32_t number = 1;
  try {
    for (; number < threads; ++number) others.emplace_back(one_thread, number);
  } catch (const std::system_error&) {
    // Threads or memory are limited: this thread searches the remaining parts one by one.
  }
  one_thread(0);
  for (; number < threads; ++number) one_thread(number);
  others.clear();  // join
  return {sim::merged(std::move(results)), seconds()};
}

}  // namespace locklab::app
