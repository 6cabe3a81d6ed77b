#include "app/explore/parallel_search.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "app/explore/thread_team.h"
#include "lock/first_broken.h"

namespace locklab::app {

namespace {

using SteadyClock = std::chrono::steady_clock;

/// The counts of all threads.
class SharedCounts {
 public:
  /// `parts`: number of fixed parts, each of which reports its progress as a whole search would.
  SharedCounts(std::size_t threads, std::size_t parts) : counts_(threads), parts_(parts) {}

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
      all.parts += one.parts / parts_;
    }
    all.parts = std::min(all.parts, sim::SearchCounts::all_parts);
    return all;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<sim::SearchCounts> counts_;
  std::size_t parts_;
};

/// The result of a team. If every member finished, the counterexamples are the leader's.
sim::SearchResult of_team(std::vector<sim::SearchResult> members) {
  const auto leaders = members.front().broken;
  const bool exhausted =
      std::all_of(members.begin(), members.end(), [](const auto& one) { return one.exhausted; });
  sim::SearchResult all = sim::merged(std::move(members));
  if (exhausted) all.broken = leaders;
  return all;
}

/// Whether each thread searches a fixed part. True for a random search, in which each thread makes
/// its own random choices, and in asynchronous mode, in which the reduction at a state depends on
/// the order in which states are reached.
bool in_fixed_parts(const sim::SearchTask& task) {
  return task.kind == sim::SearchKind::random || task.kind == sim::SearchKind::pct ||
         task.scenario->semantics == sim::Semantics::asynchronous;
}

}  // namespace

TimedResult search_in_parallel(const sim::SearchTask& task, const SearchLimits& limits,
                               const std::atomic<bool>& cancelled,
                               const std::function<void(const SearchProgress&)>& progress) {
  const auto start = SteadyClock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(SteadyClock::now() - start).count();
  };
  const std::uint32_t threads = std::max<std::uint32_t>(limits.threads, 1);
  SharedCounts board(threads, in_fixed_parts(task) ? threads : 1);
  std::vector<sim::SearchResult> results(threads);
  FirstBroken broken;
  ThreadTeam team;
  const auto one_thread = [&](std::uint32_t number) {
    const sim::Watch watch = [&, number](const sim::SearchCounts& counts) {
      board.write(number, counts);
      if (number == 0 && progress) progress({board.sum(), seconds()});
      return !cancelled && !broken.any() && (!limits.seconds || seconds() < *limits.seconds);
    };
    sim::SearchTask part = task;
    if (in_fixed_parts(task)) {
      part.shard = task.shard + number * task.shards;
      part.shards = task.shards * threads;
      results[number] = sim::search(part, watch);
    } else if (threads > 1) {
      results[number] = sim::search_together(part, watch, team, number == 0);
    } else {
      results[number] = sim::search(part, watch);
    }
  };
  const auto guarded = [&](std::uint32_t thread) {
    broken.guard([&] { one_thread(thread); });
    if (broken.any()) team.stop();  // nobody waits for a member that is gone
  };
  std::vector<std::jthread> others;
  std::uint32_t number = 1;
  try {
    for (; number < threads; ++number) others.emplace_back(guarded, number);
  } catch (const std::system_error&) {
    // Threads or memory are limited: the threads that have started search everything.
  }
  team.is_complete(number);
  guarded(0);
  if (in_fixed_parts(task))
    for (; number < threads; ++number) guarded(number);
  others.clear();  // join
  broken.rethrow();
  results.resize(number);
  TimedResult result;
  for (const sim::SearchResult& one : results) result.transitions.push_back(one.counts.transitions);
  result.found =
      in_fixed_parts(task) ? sim::merged(std::move(results)) : of_team(std::move(results));
  result.seconds = seconds();
  return result;
}

}  // namespace locklab::app
