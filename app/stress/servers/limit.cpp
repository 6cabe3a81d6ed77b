#include "app/stress/servers/limit.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <thread>
#include <utility>

#include "app/live/servers/named_servers.h"
#include "app/stress/chance.h"
#include "app/stress/servers/part_clock.h"
#include "lock/redis/pooled_env.h"

namespace locklab::app {

namespace {

using redis::Loop;

constexpr Duration finish_patience = 500ms;
constexpr std::int64_t cancel_look_us = 20'000;  ///< between checks of `cancel`
constexpr Duration fill_look = 5ms;              ///< between checks whether all clients had a reply
/// Maximum time of a measurement whose first replies take long, if `duration` is shorter.
constexpr Duration longest_limit = 20s;

/// Wakes a loop every 20 ms, even without traffic.
class Waker {
 public:
  explicit Waker(redis::Loop& loop) : loop_(loop), alarm_([this] { start(); }) { start(); }

 private:
  void start() { loop_.start(alarm_, Loop::now_us() + cancel_look_us); }

  redis::Loop& loop_;
  redis::Alarm alarm_;
};

/// Records the commands that a client sends, grouped by round of the loop. The reply to a command
/// arrives in a later round, so the commands of one round are sent together.
class NotingEnv final : public redis::PooledEnv {
 public:
  NotingEnv(redis::Pool& pool, const std::uint64_t& round, Observer* observer = nullptr)
      : PooledEnv(pool, observer), round_(round) {}
  const std::vector<Together>& sent() const { return sent_; }
  std::size_t commands() const {
    return std::accumulate(
        sent_.begin(), sent_.end(), std::size_t{0},
        [](std::size_t all, const Together& together) { return all + together.size(); });
  }

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

/// Keeps the first error reply of a server.
class FirstError final : public redis::PooledEnv::Observer {
 public:
  const std::optional<std::pair<NodeId, Reply>>& seen() const { return seen_; }

 private:
  void noted(redis::PooledEnv&, const Note&) override {}
  void failed(redis::PooledEnv&, NodeId node, const Reply& reply) override {
    if (reply.is_error() && !seen_) seen_.emplace(node, reply);
  }

  std::optional<std::pair<NodeId, Reply>> seen_;
};

/// Makes one attempt on a lock without critical sections.
Task<> ask_once(Env& env, const Strategy* strategy, Lock lock, bool* granted) {
  const Grant grant = co_await acquire(env, *strategy, lock, env.monotonic_now());
  *granted = grant.granted;
}

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

LockConfig lock_on(const StressWork& work, const std::string& key) {
  LockConfig lock = work.lock;
  lock.key = key;
  lock.nodes.clear();
  for (std::size_t i = 0; i < work.servers; ++i) lock.nodes.push_back(static_cast<NodeId>(i));
  return lock;
}

/// Copies a command and replaces `key` by `instead`, also within a longer word: "key:token".
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

/// One client of the measurement; belongs to one thread.
struct Sender {
  explicit Sender(redis::Pool& pool) : env(pool) {}

  std::vector<Together> commands;
  std::uint64_t answered = 0;  ///< groups of `commands` with replies, over all rounds
  bool over = false;
  redis::PooledEnv env;
  Task<> task;
};

/// Reply timeout, longer than the lock's own: with very many clients a reply may take longer, and
/// the server has still done the work.
constexpr Duration reply_patience = 60s;

Task<> send_again_and_again(Env& env, Sender* sender) {
  while (!sender->over) {
    for (const Together& together : sender->commands) {
      bool answered = true;
      if (together.size() == 1) {  // the common case, without a deque
        const Reply reply =
            co_await env.call(together[0].node, Command(together[0].command), reply_patience);
        sender->answered += !reply.is_unknown();
        continue;
      }
      std::deque<Call> calls;
      for (const SentCommand& one : together)
        calls.emplace_back(env, one.node, Command(one.command), reply_patience, nullptr,
                           SourcePlace::current());
      for (Call& call : calls) {
        const Reply reply = co_await call;
        answered = answered && !reply.is_unknown();
      }
      sender->answered += answered;
    }
  }
}

/// State shared by the threads of a measurement. All count over the same interval, which begins
/// after every client has had a reply; a thread without replies in it counts for longer.
struct Counting {
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

  std::atomic<std::uint32_t> filled = 0;      ///< threads whose clients have all had a reply
  std::atomic<std::int64_t> round_us = 0;     ///< time until all threads were filled
  std::atomic<std::int64_t> from_us = never;  ///< start of the counted interval
  std::atomic<std::int64_t> end_us = never;
};

/// Runs one thread's clients and returns their reply groups per second in the counted interval.
/// Groups are counted, not locks: with very many clients, one lock may take longer than the
/// interval.
double send_and_count(ThreadDoor& door, std::vector<std::unique_ptr<Sender>>& senders,
                      Counting& counting, const std::atomic<bool>& cancel) {
  const auto sum = [&] {
    std::uint64_t all = 0;
    for (const auto& sender : senders) all += sender->answered;
    return all;
  };
  for (const auto& sender : senders) {
    sender->task = send_again_and_again(sender->env, sender.get());
    sender->task.start();
  }
  const Waker waker(*door.loop);
  std::size_t filled = 0;  // clients with a reply, counted from the first up to a gap
  std::optional<std::uint64_t> before;
  std::int64_t from_us = 0;  // when this thread began to count
  std::int64_t now_us = Loop::now_us();
  // Slow replies come in bursts: without any in the counted interval, wait for the next burst.
  const auto goes_on = [&] {
    if (now_us < counting.end_us) return true;
    return before && sum() == *before && now_us < counting.end_us + 2 * counting.round_us;
  };
  for (; !cancel && goes_on(); now_us = Loop::now_us()) {
    if (!before && now_us >= counting.from_us) {
      before = sum();
      from_us = now_us;
    }
    if (filled < senders.size()) {
      while (filled < senders.size() && senders[filled]->answered > 0) ++filled;
      if (filled == senders.size()) ++counting.filled;
    }
    door.loop->run_once();
  }
  const std::uint64_t done = before ? sum() - *before : 0;
  // Clients finish their round, which ends with a release: a leftover key would disturb the next
  // measurement.
  for (const auto& sender : senders) sender->over = true;
  const std::int64_t give_up_us = now_us + us(finish_patience) + 3 * counting.round_us;
  const auto finished = [](const auto& sender) { return sender->task.done(); };
  while (!cancel && !std::all_of(senders.begin(), senders.end(), finished) &&
         Loop::now_us() < give_up_us)
    door.loop->run_once();
  senders.clear();
  return now_us > from_us ? static_cast<double>(done) * 1e6 / static_cast<double>(now_us - from_us)
                          : 0;
}

/// Sets the counted interval and waits for its end. The first replies come late and all at once, so
/// the interval is at least as long as they took (one round of all commands in flight), unless
/// `most` ends it early. Returns false if there was no such interval, or after a raised `cancel`.
bool keep_time(Counting& counting, std::uint32_t threads, Duration usual, Duration most,
               const std::atomic<bool>& cancel, const std::function<void(double)>& part) {
  const std::int64_t begin_us = Loop::now_us();
  const std::int64_t latest_us = begin_us + us(most);
  std::int64_t end_us = latest_us;
  std::int64_t tell_us = begin_us;
  bool counts = false;
  for (std::int64_t now_us = begin_us; now_us < end_us && !cancel; now_us = Loop::now_us()) {
    if (!counts && counting.filled == threads) {
      counts = true;
      const std::int64_t half_us = std::max(now_us - begin_us, us(usual) / 2);
      counting.round_us = now_us - begin_us;
      counting.from_us = begin_us + half_us;
      end_us = std::min(begin_us + 2 * half_us, latest_us);
      counting.end_us = end_us;
    }
    if (part && now_us >= tell_us) {
      const std::int64_t whole_us = counts ? end_us - begin_us : us(usual);
      part(static_cast<double>(now_us - begin_us) / static_cast<double>(whole_us));
      tell_us = now_us + us(tell_every);
    }
    wait_until(std::min(now_us + us(fill_look), end_us), cancel);
  }
  if (!counts) counting.end_us = 0;  // stops the threads
  return counts && counting.from_us < end_us && !cancel;
}

}  // namespace

std::variant<std::vector<Together>, LiveProblem> commands_of_a_lock(
    const StressWork& work, const StressServers& servers, const std::string& key,
    const std::atomic<bool>& cancel) {
  auto opened = open_door(servers, 1);
  if (auto* problem = std::get_if<LiveProblem>(&opened)) return *problem;
  ThreadDoor& door = std::get<ThreadDoor>(opened);
  const LockConfig lock = lock_on(work, key);
  std::uint64_t round = 0;
  FirstError error;
  NotingEnv env(*door.pool, round, &error);
  Task<> once = lock_once(env, work.strategy, &lock);
  const Waker waker(*door.loop);
  for (once.start(); !once.done() && !cancel; door.loop->run_once()) ++round;
  if (const auto& seen = error.seen())
    return unreachable(servers.fleet.get(), index(seen->first),
                       servers.endpoints[index(seen->first)], seen->second);
  return env.sent();
}

std::variant<std::uint32_t, LiveProblem> commands_of_a_no(const StressWork& work,
                                                          const StressServers& servers,
                                                          const std::string& key,
                                                          const std::atomic<bool>& cancel) {
  constexpr std::int64_t most_tries = 2'000;
  if (!work.strategy->traits.has(Trait::limits_rate) || work.lock.limit >= most_tries)
    return std::uint32_t{0};
  auto opened = open_door(servers, 1);
  if (auto* problem = std::get_if<LiveProblem>(&opened)) return *problem;
  ThreadDoor& door = std::get<ThreadDoor>(opened);
  const LockConfig lock = lock_on(work, key);
  const Waker waker(*door.loop);
  for (std::int64_t tried = 0; tried < most_tries && !cancel; ++tried) {
    std::uint64_t round = 0;
    bool granted = false;
    NotingEnv env(*door.pool, round);
    Task<> once = ask_once(env, work.strategy, &lock, &granted);
    for (once.start(); !once.done() && !cancel; door.loop->run_once()) ++round;
    if (once.done() && !granted) return static_cast<std::uint32_t>(env.commands());
  }
  return std::uint32_t{0};
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
      for (const Together& together : commands) {
        Together& copy = sender->commands.emplace_back();
        for (const SentCommand& one : together)
          copy.push_back({one.node, with_key(one.command, key, own)});
      }
    }
  }
  Counting counting;
  std::vector<double> rates(work.threads);
  std::vector<std::thread> threads;
  for (std::uint32_t t = 0; t < work.threads; ++t)
    threads.emplace_back(
        [&, t] { rates[t] = send_and_count(doors[t], senders[t], counting, cancel); });
  const Duration most = work.part ? duration : std::max(duration, longest_limit);
  const bool counted = keep_time(counting, work.threads, duration, most, cancel, part);
  for (std::thread& thread : threads) thread.join();
  if (!counted) return std::uint64_t{0};
  const double all = std::accumulate(rates.begin(), rates.end(), 0.0);
  return static_cast<std::uint64_t>(all / static_cast<double>(commands.size()));
}

}  // namespace locklab::app
