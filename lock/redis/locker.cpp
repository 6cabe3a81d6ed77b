#include "lock/redis/locker.h"

#include <sys/random.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "lock/redis/blocking_client.h"

namespace locklab::redis {

namespace {

/// Whether the kernel gave random bits; once it has, it always does.
bool fill_random(std::uint64_t& bits) {
  ssize_t got = 0;
  do {
    got = getrandom(&bits, sizeof bits, 0);
  } while (got < 0 && errno == EINTR);
  return got == sizeof bits;
}

}  // namespace

/// Completes waits one after the other, on the thread that calls run_one().
class SerialEnv final : public Env {
 public:
  SerialEnv(FramePool& frames, const std::vector<Endpoint>& nodes, const Login& login)
      : Env(&frames) {
    for (const Endpoint& node : nodes)
      connections_.push_back(std::make_unique<BlockingClient>(node, login));
  }

  Time monotonic_now() override {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return Time(std::chrono::floor<Duration>(now));
  }
  Time wall_now() override {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return Time(std::chrono::floor<Duration>(now));
  }
  Token random_token() override {
    const std::uint64_t high = random_bits();
    return Token::from_bits(high, random_bits(), ++acquisitions_);
  }
  std::uint64_t random_below(std::uint64_t below) override { return random_bits() % below; }

  /// When run_one() has something to do; none: when something new is begun.
  std::optional<Time> next() const {
    if (!calls_.empty() || !cancelled_.empty()) return Time();
    std::optional<Time> due;
    for (const Wait& sleep : sleeps_)
      if (!due || sleep.due < *due) due = sleep.due;
    return due;
  }
  /// Completes what is due: what was cancelled, a command, or the sleep that ends first.
  void run_one() {
    if (!cancelled_.empty()) {
      Await* const await = cancelled_.front();
      cancelled_.pop_front();
      cancel_now(*await);
    } else if (!calls_.empty()) {
      ask(std::move(calls_.front()));
    } else {
      const auto first =
          std::min_element(sleeps_.begin(), sleeps_.end(),
                           [](const Wait& a, const Wait& b) { return a.due < b.due; });
      if (first != sleeps_.end() && first->due <= monotonic_now()) end(first, false);
    }
  }

 private:
  struct Wait {
    Await* await;
    Time due;
    NodeId node = no_node;
    Command command;
  };
  using Sleeps = std::vector<Wait>;

  static std::uint64_t random_bits() {
    std::uint64_t bits = 0;
    fill_random(bits);  // Locker::open has seen that there are some
    return bits;
  }

  void ask(Wait asked) {
    calls_.pop_front();
    const Duration left = std::max(Duration(1), asked.due - monotonic_now());
    Reply reply = connections_[index(asked.node)]->call(asked.command, left);
    static_cast<Call*>(asked.await)->complete(std::move(reply));
  }
  void end(Sleeps::iterator sleep, bool cancelled) {
    Await* const await = sleep->await;
    sleeps_.erase(sleep);
    static_cast<Sleep*>(await)->complete(cancelled);
  }
  void cancel_now(Await& await) {
    const auto is_it = [&](const Wait& wait) { return wait.await == &await; };
    const auto sleep = std::find_if(sleeps_.begin(), sleeps_.end(), is_it);
    if (sleep != sleeps_.end()) return end(sleep, true);
    if (std::erase_if(calls_, is_it) > 0) static_cast<Call&>(await).complete(Reply::cancelled());
  }
  void forget(Await& await) noexcept {
    const auto is_it = [&](const Wait& wait) { return wait.await == &await; };
    std::erase_if(calls_, is_it);
    std::erase_if(sleeps_, is_it);
    std::erase(cancelled_, &await);
  }

  void begin(Call& call, NodeId node, Command&& command, Duration timeout,
             const SourcePlace&) override {
    calls_.push_back({&call, monotonic_now() + timeout, node, std::move(command)});
  }
  void begin(Sleep& sleep, Duration duration, const SourcePlace&) override {
    sleeps_.push_back({&sleep, monotonic_now() + duration, no_node, {}});
  }
  void abandon(Call& call) noexcept override { forget(call); }
  void abandon(Sleep& sleep) noexcept override { forget(sleep); }
  void cancel(Await& await) override { cancelled_.push_back(&await); }

  std::vector<std::unique_ptr<BlockingClient>> connections_;  ///< by NodeId
  std::deque<Wait> calls_;
  Sleeps sleeps_;
  std::deque<Await*> cancelled_;
  std::uint32_t acquisitions_ = 0;
};

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

/// The thread, and what runs on it.
class Locker::Worker {
 public:
  Worker(const Strategy& strategy, std::vector<Endpoint> nodes, Login login)
      : strategy_(strategy),
        nodes_(std::move(nodes)),
        login_(std::move(login)),
        env_(frames_, nodes_, login_),
        thread_([this] { run(); }) {}
  ~Worker() {
    {
      const std::lock_guard guard(mutex_);
      stopping_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  std::size_t nodes() const { return nodes_.size(); }

  /// Runs, on the thread, the task that `make` makes there, and waits for its end.
  void finish(std::function<Task<>()> make) {
    Job job{std::move(make), {}, false};
    std::unique_lock guard(mutex_);
    posted_.push_back(&job);
    changed_.notify_one();
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

  SerialEnv& env() { return env_; }
  const Strategy& strategy() const { return strategy_; }

 private:
  /// Stands on the stack of the one that waits for it.
  struct Job {
    std::function<Task<>()> make;
    Task<> task;
    bool finished = false;
  };

  static Task<> tell_when_lost(Env& env, Hold* hold, StopSignal* lost) {
    bool kept = true;  // not awaited in the condition itself: g++ 12.2 miscompiles that
    while (kept) kept = co_await env.sleep(24h, lost);
    hold->lost = true;
    if (hold->on_lost) hold->on_lost();
  }

  void run() {
    std::vector<Job*> running;
    std::unique_lock guard(mutex_);
    while (!stopping_ || !running.empty()) {
      std::vector<Job*> fresh = std::exchange(posted_, {});
      guard.unlock();
      for (Job* job : fresh) {
        job->task = job->make();
        job->task.start();
        running.push_back(job);
      }
      env_.run_one();
      const auto done = std::stable_partition(running.begin(), running.end(),
                                              [](const Job* job) { return !job->task.done(); });
      std::for_each(done, running.end(), [](Job* job) { job->task = Task<>(); });
      guard.lock();
      if (done != running.end()) {
        std::for_each(done, running.end(), [](Job* job) { job->finished = true; });
        running.erase(done, running.end());
        finished_.notify_all();
      }
      wait(guard);
    }
  }

  void wait(std::unique_lock<std::mutex>& guard) {
    const std::optional<Time> next = env_.next();
    const auto woken = [this] { return stopping_ || !posted_.empty(); };
    if (!next) return changed_.wait(guard, woken);
    const Duration left = *next - env_.monotonic_now();
    if (left > 0us) changed_.wait_for(guard, left, woken);
  }

  const Strategy& strategy_;
  const std::vector<Endpoint> nodes_;
  const Login login_;
  FramePool frames_;
  SerialEnv env_;
  std::mutex mutex_;
  std::condition_variable changed_;   ///< for the thread: something was posted
  std::condition_variable finished_;  ///< for those that wait: a job is done
  std::vector<Job*> posted_;
  bool stopping_ = false;
  std::thread thread_;
};

std::unique_ptr<Locker> Locker::open(const Strategy& strategy, std::vector<Endpoint> nodes,
                                     Login login, std::string& why) {
  std::uint64_t bits = 0;
  why.clear();
  if (nodes.empty()) why = "no server is given";
  if (strategy.topology == Topology::single && nodes.size() > 1) why = "it locks on one server";
  if (!fill_random(bits)) why = "the kernel gives no random bytes";
  if (!why.empty()) return nullptr;
  return std::unique_ptr<Locker>(
      new Locker(std::make_unique<Worker>(strategy, std::move(nodes), std::move(login))));
}

Locker::Locker(std::unique_ptr<Worker> worker) : worker_(std::move(worker)) {}

Locker::~Locker() = default;

std::optional<Locker::Guard> Locker::acquire(LockConfig lock, Duration wait, std::string& why,
                                             std::function<void()> lost) {
  auto hold = std::make_unique<Hold>();
  hold->lock = std::move(lock);
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
