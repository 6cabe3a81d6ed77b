#include "lock/redis/locker.h"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "lock/redis/pooled_env.h"

namespace locklab::redis {

struct Locker::Hold {
  LockConfig lock;
  std::function<void()> on_lost;
  std::atomic<bool> lost = false;
  std::string why_not;
  std::optional<Held> held;
  Released released = Released::nothing;
  Task<> watch;
  std::int64_t fence = -1;
};

/// The thread of a Locker, with the tasks that run on it.
class Locker::Worker {
 public:
  Worker(const Strategy& strategy, std::vector<Endpoint> nodes, Login login,
         std::unique_ptr<Loop> loop)
      : strategy_(strategy),
        nodes_(nodes.size()),
        loop_(std::move(loop)),
        pool_(std::make_unique<Pool>(*loop_, std::move(nodes), std::move(login))),
        env_(std::make_unique<PooledEnv>(*pool_)) {
    uv_async_init(loop_->uv(), &wake_, nullptr);
    thread_ = std::thread([this] { run(); });
  }
  ~Worker() {
    {
      const std::lock_guard guard(mutex_);
      stopping_ = true;
    }
    uv_async_send(&wake_);
    thread_.join();
    env_.reset();
    pool_.reset();
    uv_close(reinterpret_cast<uv_handle_t*>(&wake_), nullptr);
    loop_.reset();
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  std::size_t nodes() const { return nodes_; }
  /// The number of the calling thread, from 1. Each thread is a separate owner.
  std::uint32_t caller() {
    const std::lock_guard guard(mutex_);
    return callers_.try_emplace(std::this_thread::get_id(), callers_.size() + 1).first->second;
  }

  /// Makes a task with `make` on the worker's thread, runs it there, and waits for its end.
  void finish(std::function<Task<>()> make) {
    Job job{std::move(make), {}, false};
    std::unique_lock guard(mutex_);
    posted_.push_back(&job);
    uv_async_send(&wake_);
    finished_.wait(guard, [&job] { return job.finished; });
  }

  static Task<> acquire(Env& env, const Strategy* strategy, Hold* hold, Duration wait) {
    Grant grant =
        co_await locklab::acquire(env, *strategy, &hold->lock, env.monotonic_now() + wait);
    if (!grant.granted) {
      hold->why_not = grant.why_not;
      co_return;
    }
    hold->fence = grant.held.fence;
    hold->held = std::move(grant.held);
    if (!hold->held->keeper) co_return;
    hold->watch = tell_when_lost(env, hold, &hold->held->keeper->lost);
    hold->watch.start();
  }
  static Task<> release(Env& env, const Strategy* strategy, Hold* hold) {
    hold->watch = Task<>();
    Held held = std::move(*hold->held);
    hold->held.reset();
    hold->released = co_await locklab::release(env, *strategy, &hold->lock, std::move(held));
  }

  PooledEnv& env() { return *env_; }
  const Strategy& strategy() const { return strategy_; }

 private:
  /// A task to run. It lives on the stack of the thread that waits for it.
  struct Job {
    std::function<Task<>()> make;
    Task<> task;
    bool finished = false;
  };

  static Task<> tell_when_lost(Env& env, Hold* hold, StopSignal* lost) {
    bool kept = true;  // g++ 12.2 miscompiles a co_await in the condition itself
    while (kept) kept = co_await env.sleep(24h, lost);
    hold->lost = true;
    if (hold->on_lost) hold->on_lost();
  }

  void run() {
    std::vector<Job*> running;
    while (begin_posted(running) || !running.empty()) {
      loop_->run_once();
      finish_done(running);
    }
  }

  /// Starts the posted jobs. A job that ends at once, without a request to a server, must be
  /// finished here, because nothing would wake the loop for it again. Returns false if no more will
  /// be posted.
  bool begin_posted(std::vector<Job*>& running) {
    std::unique_lock guard(mutex_);
    const std::vector<Job*> posted = std::exchange(posted_, {});
    const bool goes_on = !stopping_;
    guard.unlock();
    for (Job* job : posted) {
      job->task = job->make();
      job->task.start();
      running.push_back(job);
    }
    finish_done(running);
    return goes_on;
  }

  void finish_done(std::vector<Job*>& running) {
    const auto done = std::stable_partition(running.begin(), running.end(),
                                            [](const Job* job) { return !job->task.done(); });
    if (done == running.end()) return;
    std::for_each(done, running.end(), [](Job* job) { job->task = Task<>(); });
    {
      const std::lock_guard guard(mutex_);
      std::for_each(done, running.end(), [](Job* job) { job->finished = true; });
    }
    running.erase(done, running.end());
    finished_.notify_all();
  }

  const Strategy& strategy_;
  const std::size_t nodes_;
  std::unique_ptr<Loop> loop_;
  std::unique_ptr<Pool> pool_;
  std::unique_ptr<PooledEnv> env_;
  uv_async_t wake_{};  ///< sent when a job is posted, and to stop
  std::mutex mutex_;
  std::condition_variable finished_;  ///< notified when a job is done
  std::vector<Job*> posted_;
  std::map<std::thread::id, std::uint32_t> callers_;
  bool stopping_ = false;
  std::thread thread_;
};

std::unique_ptr<Locker> Locker::open(const Strategy& strategy, std::vector<Endpoint> nodes,
                                     Login login, std::string& why) {
  why.clear();
  if (nodes.empty()) why = "no server is given";
  if (strategy.topology == Topology::single && nodes.size() > 1) why = "it locks on one server";
  if (!why.empty()) return nullptr;
  std::unique_ptr<Loop> loop = Loop::open(why);
  if (!loop) return nullptr;
  return std::unique_ptr<Locker>(new Locker(
      std::make_unique<Worker>(strategy, std::move(nodes), std::move(login), std::move(loop))));
}

Locker::Locker(std::unique_ptr<Worker> worker) : worker_(std::move(worker)) {}

Locker::~Locker() = default;

std::optional<Locker::Guard> Locker::acquire(LockConfig lock, Duration wait, std::string& why,
                                             std::function<void()> lost) {
  auto hold = std::make_unique<Hold>();
  hold->lock = std::move(lock);
  hold->lock.thread = worker_->caller();
  hold->lock.nodes.clear();
  for (std::size_t n = 0; n < worker_->nodes(); ++n)
    hold->lock.nodes.push_back(static_cast<NodeId>(n));
  hold->on_lost = std::move(lost);
  Worker* const worker = worker_.get();
  worker->finish([worker, wanted = hold.get(), wait] {
    return Worker::acquire(worker->env(), &worker->strategy(), wanted, wait);
  });
  why = hold->why_not;
  if (!hold->held) return std::nullopt;
  return Guard(*worker, std::move(hold));
}

Locker::Guard::Guard(Worker& worker, std::unique_ptr<Hold> hold)
    : worker_(&worker), hold_(std::move(hold)) {}

Locker::Guard::Guard(Guard&& other) noexcept = default;

Locker::Guard& Locker::Guard::operator=(Guard&& other) noexcept {
  std::swap(worker_, other.worker_);
  std::swap(hold_, other.hold_);
  return *this;
}

Locker::Guard::~Guard() {
  if (hold_) release();
}

std::int64_t Locker::Guard::fence() const { return hold_ ? hold_->fence : -1; }

bool Locker::Guard::lost() const { return !hold_ || hold_->lost; }

Released Locker::Guard::release() {
  if (!hold_) return Released::nothing;
  const std::unique_ptr<Hold> hold = std::move(hold_);
  worker_->finish([this, given_back = hold.get()] {
    return Worker::release(worker_->env(), &worker_->strategy(), given_back);
  });
  return hold->released;
}

}  // namespace locklab::redis
