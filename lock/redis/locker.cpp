#include "lock/redis/locker.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "lock/assert.h"
#include "lock/redis/pooled_env.h"
#include "lock/strategies/keeper.h"

namespace locklab::redis {

namespace {

constexpr Duration login_timeout = 1s;

/// Whether a PING's reply says that the server accepts no command with this login. A user who may
/// not send PING, or a server that still loads its data, may serve the lock.
bool refuses_login(const Reply& reply, const Login& login) {
  if (!reply.is_error()) return false;
  const bool logs_in = !login.user.empty() || !login.password.empty() || login.database != 0;
  const std::string_view code = std::string_view(reply.text).substr(0, reply.text.find(' '));
  return code == "NOAUTH" || code == "WRONGPASS" || (code == "ERR" && logs_in);
}

}  // namespace

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
class Locker::Worker final : public PooledEnv::Observer {
 public:
  Worker(const Strategy& strategy, const std::vector<Endpoint>& nodes, Login login,
         std::unique_ptr<Loop> loop)
      : strategy_(strategy),
        nodes_(nodes),
        failures_(nodes.size()),
        loop_(std::move(loop)),
        pool_(std::make_unique<Pool>(*loop_, nodes, std::move(login))),
        env_(std::make_unique<PooledEnv>(*pool_, this)) {
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

  const std::vector<Endpoint>& nodes() const { return nodes_; }
  /// The number of the calling thread, from 1. Each thread is a separate owner.
  std::uint32_t caller() {
    const std::lock_guard guard(mutex_);
    return callers_.try_emplace(std::this_thread::get_id(), callers_.size() + 1).first->second;
  }

  /// Makes a task with `make` on the worker's thread, runs it there, and waits for its end.
  void finish(std::function<Task<>()> make) {
    LOCKLAB_ASSERT(std::this_thread::get_id() != thread_.get_id());  // it would wait for itself
    Job job{std::move(make), {}, false};
    std::unique_lock guard(mutex_);
    posted_.push_back(&job);
    uv_async_send(&wake_);
    finished_.wait(guard, [&job] { return job.finished; });
  }

  /// Sends a PING to each server.
  static Task<> greet(Env& env, std::size_t nodes, std::vector<Reply>* replies) {
    std::deque<Call> calls;
    for (std::size_t n = 0; n < nodes; ++n)
      calls.emplace_back(env, static_cast<NodeId>(n), Command("PING"), login_timeout, nullptr,
                         SourcePlace::current());
    for (Call& call : calls) replies->push_back(co_await call);
  }
  static Task<> acquire(Worker* worker, Hold* hold, Duration wait) {
    Env& env = *worker->env_;
    const Time began = env.monotonic_now();
    Grant grant = co_await locklab::acquire(env, worker->strategy_, &hold->lock, began + wait);
    if (!grant.granted) {
      hold->why_not = worker->reason(grant, began);
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

  static Task<> measure(Env& env, const Strategy* strategy, const Hold* hold,
                        std::optional<Duration>* left) {
    const Held& held = *hold->held;
    const auto until = held.keeper ? std::optional(held.keeper->valid_until) : held.valid_until;
    if (!until) co_return;
    const bool by_wall = strategy->traits.has(Trait::reads_wall_clock);
    const Time now = by_wall ? env.wall_now() : lease_now(env, hold->lock);
    *left = std::max(Duration(0), *until - now);
  }

  PooledEnv& env() { return *env_; }
  const Strategy& strategy() const { return strategy_; }

 private:
  /// The last command of a server that failed.
  struct Failure {
    Time at;
    std::string what;  ///< Redis's own words, or why no reply came; empty if none has failed
  };

  void noted(PooledEnv&, const Note&) override {}
  void failed(PooledEnv& env, NodeId node, const Reply& reply) override {
    failures_[index(node)] = {env.monotonic_now(), reply.text};
  }

  /// Why it was not granted, such as "no answer (127.0.0.1:6379: connection refused)".
  std::string reason(const Grant& grant, Time began) const {
    std::string servers;
    if (is_silence(grant.refusal) || grant.refusal == Refusal::server_error)
      for (std::size_t n = 0; n < nodes_.size(); ++n)
        if (const Failure& last = failures_[n]; !last.what.empty() && last.at >= began)
          servers +=
              fmt::format("{}{}: {}", servers.empty() ? "" : "; ", nodes_[n].text(), last.what);
    return servers.empty() ? std::string(grant.why_not)
                           : fmt::format("{} ({})", grant.why_not, servers);
  }

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
  const std::vector<Endpoint> nodes_;
  std::vector<Failure> failures_;  ///< by node
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
  const auto worker = std::make_shared<Worker>(strategy, nodes, login, std::move(loop));
  std::vector<Reply> replies;
  if (strategy.topology != Topology::none)
    worker->finish([&] { return Worker::greet(worker->env(), nodes.size(), &replies); });
  for (std::size_t n = 0; n < replies.size(); ++n) {
    if (!refuses_login(replies[n], login)) continue;
    why = fmt::format("{}: {}", nodes[n].text(), replies[n].text);
    return nullptr;
  }
  return std::unique_ptr<Locker>(new Locker(worker));
}

Locker::Locker(std::shared_ptr<Worker> worker) : worker_(std::move(worker)) {}

Locker::~Locker() = default;

std::optional<Locker::Guard> Locker::acquire(LockConfig lock, Duration wait, std::string& why,
                                             std::function<void()> lost) {
  const Strategy& strategy = worker_->strategy();
  if (const Switch* const unread = unread_switch(strategy, lock)) {
    why = fmt::format("{} does not read '{}'", strategy.id, unread->name);
    return std::nullopt;
  }
  auto hold = std::make_unique<Hold>();
  hold->lock = std::move(lock);
  hold->lock.thread = worker_->caller();
  hold->lock.nodes.clear();
  for (std::size_t n = 0; n < worker_->nodes().size(); ++n)
    hold->lock.nodes.push_back(static_cast<NodeId>(n));
  hold->on_lost = std::move(lost);
  worker_->finish([worker = worker_.get(), wanted = hold.get(), wait] {
    return Worker::acquire(worker, wanted, wait);
  });
  why = hold->why_not;
  if (!hold->held) return std::nullopt;
  return Guard(worker_, std::move(hold));
}

Locker::Guard::Guard(std::shared_ptr<Worker> worker, std::unique_ptr<Hold> hold)
    : worker_(std::move(worker)), hold_(std::move(hold)) {}

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

std::optional<Duration> Locker::Guard::remaining() const {
  std::optional<Duration> left;
  if (!hold_) return left;
  worker_->finish([this, &left] {
    return Worker::measure(worker_->env(), &worker_->strategy(), hold_.get(), &left);
  });
  return left;
}

Released Locker::Guard::release() {
  if (!hold_) return Released::nothing;
  const std::unique_ptr<Hold> hold = std::move(hold_);
  worker_->finish([this, given_back = hold.get()] {
    return Worker::release(worker_->env(), &worker_->strategy(), given_back);
  });
  return hold->released;
}

}  // namespace locklab::redis
