// Many tasks that wait for times, replies and frames, stop and destroy each other, and kill their
// server's connections, all drawn from a seed. Their sleeps end on a common grid, so that many
// waits are over in one round of the loop. Every await must get one right answer.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "lock/env.h"
#include "lock/stop_signal.h"
#include "lock/task.h"

namespace locklab::test {

class AwaitStorm {
 public:
  static constexpr NodeId node{0};
  static constexpr Duration grid = 2ms;

  /// `steps`: the number of operations of each task.
  AwaitStorm(std::uint32_t seed, int steps) : dice_(seed), steps_(steps) {}

  /// Adds a task of this client. At most one task of a client listens. `alone` means that the
  /// client has no other task, so that it may use transactions.
  void add(Env& env, bool listens, bool alone) {
    members_.push_back(std::make_unique<Member>(env));
    Member& member = *members_.back();
    member.name = "locklab:storm" + std::to_string(members_.size());
    member.listens = listens;
    member.alone = alone;
  }
  void start() {
    for (const auto& member : members_) {
      member->task = run(member->env, this, member.get());
      member->task.start();
    }
  }
  bool over() const {
    return std::all_of(members_.begin(), members_.end(),
                       [](const auto& member) { return member->task.done(); });
  }
  /// Destroys all tasks, as a crash of their clients does.
  void end() { members_.clear(); }
  /// The number of awaits, by what they waited for and how they ended.
  const std::map<std::string, int>& answers() const { return answers_; }

 private:
  struct Member {
    explicit Member(Env& its_env) : env(its_env) { new_stop(); }
    void new_stop() { stop = &stops.emplace_back(env); }

    Env& env;
    std::string name;
    bool listens = false;
    bool alone = false;
    bool runs = false;             ///< on the stack
    std::deque<StopSignal> stops;  ///< each is raised once at most
    StopSignal* stop = nullptr;    ///< for its current waits
    Task<> task;
  };

  unsigned below(unsigned number) { return static_cast<unsigned>(dice_() % number); }
  Member& anybody() { return *members_[below(static_cast<unsigned>(members_.size()))]; }
  std::string payload() { return "p" + std::to_string(++payloads_); }
  void count(const char* what, std::string how) { ++answers_[std::string(what) + ", " + how]; }

  static std::string ending(const Reply& reply) {
    return reply == Reply::cancelled() ? "cancelled" : reply.is_unknown() ? "unknown" : "answered";
  }

  /// Sometimes raises a task's stop signal, and rarely destroys another task that is not running.
  void disturb(Member* self) {
    if (below(3) == 0) anybody().stop->raise();
    if (below(60) == 0) {
      Member& victim = anybody();
      if (&victim != self && !victim.runs) victim.task = Task<>();
    }
  }

  void slept(const Member& self, const StopSignal* stop, Duration lasted, Duration asked,
             bool over) {
    count("a sleep", over ? "over" : "cancelled");
    if (over) {
      EXPECT_GE(us(lasted), us(asked)) << self.name;
    }
    if (!over) {
      EXPECT_TRUE(stop->raised()) << self.name << " was woken without a reason";
    }
  }

  void replied(const Member& self, const StopSignal* stop, const std::string& asked,
               const Reply& reply) {
    count("a call", ending(reply));
    if (reply == Reply::cancelled()) {
      EXPECT_TRUE(stop->raised()) << self.name;
    }
    if (!reply.is_unknown()) {
      EXPECT_TRUE(reply.is_text(asked)) << as_printed(reply);
    }
  }

  static Task<> run(Env& env, AwaitStorm* storm, Member* self) {
    for (int step = 0; step < storm->steps_; ++step) {
      if (self->stop->raised()) self->new_stop();
      const unsigned choice = storm->below(12);
      if (choice < 6) co_await sleep_to_the_grid(env, storm, self);
      if (choice >= 6 && choice < 10) co_await echo(env, storm, self);
      if (choice == 10 && self->listens) co_await hear_oneself(env, storm, self);
      if (choice == 10 && self->alone) co_await echo_in_multi(env, storm, self);
      if (choice == 11 && storm->below(4) == 0) co_await kill_connections(env, storm, self);
      self->runs = true;
      storm->disturb(self);
      self->runs = false;
    }
  }

  static Task<> sleep_to_the_grid(Env& env, AwaitStorm* storm, Member* self) {
    StopSignal* const stop = self->stop;
    const Time begun = env.monotonic_now();
    const std::int64_t past = us(begun) % us(grid);
    const Duration rest = grid * (1 + storm->below(2)) - Duration(past);
    const bool over = co_await env.sleep(rest, stop);
    storm->slept(*self, stop, env.monotonic_now() - begun, rest, over);
  }

  /// Sends two commands at once, and sometimes abandons the second.
  static Task<> echo(Env& env, AwaitStorm* storm, Member* self) {
    StopSignal* const stop = self->stop;
    const std::string first = storm->payload(), second = storm->payload();
    Command ask_first("ECHO"), ask_second("ECHO");
    ask_first.add(first);
    ask_second.add(second);
    const Duration timeout = storm->below(4) == 0 ? grid : Duration(5s);
    Call one = env.call(node, std::move(ask_first), timeout, stop);
    Call two = env.call(node, std::move(ask_second), timeout, stop);
    const Reply reply = co_await one;
    storm->replied(*self, stop, first, reply);
    if (storm->below(4) == 0) co_return;
    const Reply other = co_await two;
    storm->replied(*self, stop, second, other);
  }

  static Task<> hear_oneself(Env& env, AwaitStorm* storm, Member* self) {
    StopSignal* const stop = self->stop;
    const Reply subscribed = co_await env.call(node, subscribe(self->name), 5s);
    if (subscribed.is_unknown()) co_return;
    const std::string news = storm->payload();
    Call published = env.call(node, publish(self->name, news), 5s);
    const Reply frame = co_await env.listen(node, grid, stop);
    storm->count("a listen", ending(frame));
    if (frame == Reply::cancelled()) {
      EXPECT_TRUE(stop->raised()) << self->name;
    }
    if (!frame.is_unknown() && frame.items.size() == 3) {
      EXPECT_EQ(frame.items[1].text, self->name);
    } else if (!frame.is_unknown()) {
      ADD_FAILURE() << "no frame: " << as_printed(frame);
    }
    co_await published;
  }

  static Task<> echo_in_multi(Env& env, AwaitStorm* storm, Member* self) {
    const std::string asked = storm->payload();
    Command echo("ECHO");
    echo.add(asked);
    Call begun = env.call(node, Command("MULTI"), 5s);
    Call queued = env.call(node, std::move(echo), 5s);
    Call done = env.call(node, Command("EXEC"), 5s);
    const Reply first = co_await begun;
    const Reply second = co_await queued;
    const Reply third = co_await done;
    storm->count("a transaction", ending(third));
    EXPECT_TRUE(first.is_unknown() || first == Reply::status("OK")) << as_printed(first);
    EXPECT_TRUE(second.is_unknown() || second == Reply::status("QUEUED")) << as_printed(second);
    EXPECT_TRUE(third.is_unknown() || third == Reply::array({Reply::bulk(asked)}))
        << self->name << ": " << as_printed(third);
  }

  static Task<> kill_connections(Env& env, AwaitStorm* storm, Member*) {
    Command kill("CLIENT");
    kill.add("KILL").add("TYPE").add(storm->below(2) ? "normal" : "pubsub").add("SKIPME").add("no");
    const Reply reply = co_await env.call(node, std::move(kill), 5s);
    storm->count("a kill", ending(reply));
  }

  std::mt19937 dice_;
  const int steps_;
  std::uint64_t payloads_ = 0;
  std::vector<std::unique_ptr<Member>> members_;
  std::map<std::string, int> answers_;
};

}  // namespace locklab::test
