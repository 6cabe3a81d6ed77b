#include "app/stress/limit.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <thread>
#include <utility>

#include "app/stress/chance.h"
#include "app/stress/part_clock.h"
#include "lock/redis/pooled_env.h"

namespace locklab::app {

namespace {

using redis::Loop;

constexpr Duration finish_patience = 500ms;
constexpr std::int64_t look_every_us = 20'000;  ///< whether somebody has cancelled

/// Lets a loop go round at least so often, also while nothing comes.
class Waker {
 public:
  explicit Waker(redis::Loop& loop) : loop_(loop), alarm_([this] { start(); }) { start(); }

 private:
  void start() { loop_.start(alarm_, Loop::now_us() + look_every_us); }

  redis::Loop& loop_;
  redis::Alarm alarm_;
};

/// Notes every command that its client sends, and in which round of the loop: no reply comes
/// between those of one round, so they leave together.
class NotingEnv final : public redis::PooledEnv {
 public:
  NotingEnv(redis::Pool& pool, const std::uint64_t& round) : PooledEnv(pool), round_(round) {}
  const std::vector<Together>& sent() const { return sent_; }

 private:
  void begin(Call& call, NodeId node, Command&& command, Duration timeout,
             const SourcePlace& where) override {
    if (sent_.empty() || round_ != last_round_) sent_.emplace_back();
    last_round_ = round_;
    sent_.back().push_back({node, command});
    PooledEnv::begin(call, node, std::move(command), timeout, where);
  }

  const std::uint64_t& round_;
  std::uint64_t last_round_ = 0;
  std::vector<Together> sent_;
};

Task<> lock_once(Env& env, const Strategy* strategy, Lock lock) {
  if (strategy->atomic_work) {
    const Token token = env.random_token();
    const std::string counter = lock->key;
    co_await strategy->atomic_work(env, lock, token, counter, -1);
    co_return;
  }
  Grant grant = co_await acquire(env, *strategy, lock, env.monotonic_now());
  if (grant.granted) co_await release(env, *strategy, lock, std::move(grant.held));
}

/// The command with another lock's key, also inside of a longer word: "{key}:token".
Command with_key(const Command& command, const std::string& key, const std::string& instead) {
  Command changed;
  changed.purpose = command.purpose;
  changed.acquisition = command.acquisition;
  changed.script = command.script;
  for (const std::string_view word : command.words()) {
    const std::size_t at = word.find(key);
    if (at == std::string_view::npos) {
      changed.add(word);
    } else {
      std::string text(word);
      changed.add(text.replace(at, key.size(), instead));
    }
  }
  return changed;
}

/// One client of the measurement.
struct Sender {
  explicit Sender(redis::Pool& pool) : env(pool) {}

  std::vector<Together> commands;
  Duration timeout{0};
  std::uint64_t answered = 0;  ///< how many of its `commands`, counted again in each lock
  bool over = false;
  redis::PooledEnv env;
  Task<> task;
};

Task<> send_again_and_again(Env& env, Sender* sender) {
  while (!sender->over) {
    for (const Together& together : sender->commands) {
      bool answered = true;
      if (together.size() == 1) {  // as most locks do, and cheaper
        const Reply reply =
            co_await env.call(together[0].node, Command(together[0].command), sender->timeout);
        sender->answered += !reply.is_unknown();
        continue;
      }
      std::deque<Call> calls;
      for (const SentCommand& one : together)
        calls.emplace_back(env, one.node, Command(one.command), sender->timeout, nullptr,
                           SourcePlace::current());
      for (Call& call : calls) {
        const Reply reply = co_await call;
        answered = answered && !reply.is_unknown();
      }
      sender->answered += answered;
    }
  }
}

/// What one thread is answered between the two times. Not whole locks: with very many clients a
/// lock may take longer than that.
std::uint64_t send_until(ThreadDoor& door, std::vector<std::unique_ptr<Sender>>& senders,
                         std::int64_t count_from_us, std::int64_t end_us,
                         const std::atomic<bool>& cancel) {
  std::uint64_t before = 0;
  const auto sum = [&] {
    std::uint64_t all = 0;
    for (const auto& sender : senders) all += sender->answered;
    return all;
  };
  redis::Alarm count([&] { before = sum(); });
  door.loop->start(count, count_from_us);
  redis::Alarm end([] {});
  door.loop->start(end, end_us);
  for (const auto& sender : senders) {
    sender->task = send_again_and_again(sender->env, sender.get());
    sender->task.start();
  }
  const Waker waker(*door.loop);
  while (Loop::now_us() < end_us && !cancel) door.loop->run_once();
  const std::uint64_t done = sum() - before;
  // Each ends with its release: a key that is left would be in the way of the next measurement.
  for (const auto& sender : senders) sender->over = true;
  const std::int64_t give_up_us = Loop::now_us() + us(finish_patience);
  door.loop->start(end, give_up_us);
  const auto finished = [](const auto& sender) { return sender->task.done(); };
  while (!std::all_of(senders.begin(), senders.end(), finished) && Loop::now_us() < give_up_us)
    door.loop->run_once();
  senders.clear();
  return done;
}

}  // namespace

std::variant<std::vector<Together>, LiveProblem> commands_of_a_lock(
    const StressWork& work, const StressServers& servers, const std::string& key,
    const std::atomic<bool>& cancel) {
  auto opened = open_door(servers, 1);
  if (auto* problem = std::get_if<LiveProblem>(&opened)) return *problem;
  ThreadDoor& door = std::get<ThreadDoor>(opened);
  LockConfig lock = work.lock;
  lock.key = key;
  lock.nodes.clear();
  for (std::size_t i = 0; i < work.servers; ++i) lock.nodes.push_back(static_cast<NodeId>(i));
  std::uint64_t round = 0;
  NotingEnv env(*door.pool, round);
  Task<> once = lock_once(env, work.strategy, &lock);
  const Waker waker(*door.loop);
  for (once.start(); !once.done() && !cancel; door.loop->run_once()) ++round;
  return env.sent();
}

std::variant<std::uint64_t, LiveProblem> measure_limit(
    const StressWork& work, const StressServers& servers, const std::vector<Together>& commands,
    const std::string& key, const std::string& key_prefix, Duration duration,
    const std::atomic<bool>& cancel, const std::function<void(double)>& part) {
  if (commands.empty()) return std::uint64_t{0};
  const KeyPicker picker(work.choice, work.keys);
  std::vector<ThreadDoor> doors;
  std::vector<std::vector<std::unique_ptr<Sender>>> senders(work.threads);
  for (std::uint32_t t = 0; t < work.threads; ++t) {
    auto door = open_door(servers, work.connections);
    if (auto* problem = std::get_if<LiveProblem>(&door)) return *problem;
    doors.push_back(std::move(std::get<ThreadDoor>(door)));
    for (const std::uint32_t i : work.clients_of(t)) {
      auto& sender = senders[t].emplace_back(std::make_unique<Sender>(*doors[t].pool));
      Chance chance(work.seed, i);
      const std::string own = lock_key(key_prefix, picker.pick(i, chance));
      sender->timeout = work.lock.node_timeout;
      for (const Together& together : commands) {
        Together& copy = sender->commands.emplace_back();
        for (const SentCommand& one : together)
          copy.push_back({one.node, with_key(one.command, key, own)});
      }
    }
  }
  const std::int64_t begin_us = Loop::now_us();
  const std::int64_t count_from_us = begin_us + us(duration) / 2;
  const std::int64_t end_us = begin_us + us(duration);
  std::vector<std::uint64_t> done(work.threads);
  std::vector<std::thread> threads;
  for (std::uint32_t t = 0; t < work.threads; ++t)
    threads.emplace_back(
        [&, t] { done[t] = send_until(doors[t], senders[t], count_from_us, end_us, cancel); });
  for (std::int64_t now_us = begin_us; part && now_us < end_us && !cancel;
       now_us = Loop::now_us()) {
    part(static_cast<double>(now_us - begin_us) / static_cast<double>(end_us - begin_us));
    wait_until(std::min(now_us + us(tell_every), end_us), cancel);
  }
  for (std::thread& thread : threads) thread.join();
  std::uint64_t all = 0;
  for (const std::uint64_t one : done) all += one;
  return all * 1'000'000 / commands.size() / static_cast<std::uint64_t>(end_us - count_from_us);
}

}  // namespace locklab::app
