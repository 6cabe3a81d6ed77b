// A client whose servers give the test's replies, one after the other.
#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "lock/env.h"
#include "lock/task.h"
#include "lock/tasks_beside.h"

namespace locklab::test {

class ScriptedEnv final : public Env {
 public:
  /// A reply, and the time that it takes.
  struct Answer {
    Reply reply;
    Duration after{0};
  };

  explicit ScriptedEnv(std::deque<Answer> answers) : answers_(std::move(answers)) {}

  /// Runs the task until it is done. A call after the script's end gets an unknown reply.
  template <class T>
  T run(Task<T> task) {
    task.start();
    while (!task.done() && !calls_.empty()) answer();
    return task.await_resume();
  }

  /// The first word of each command, in the order in which they were sent.
  const std::vector<std::string>& sent() const { return sent_; }

  Time monotonic_now() override { return now_; }
  Time wall_now() override { return now_; }
  Token random_token() override { return Token::from_bits(1, 2, ++tokens_); }
  std::uint64_t random_below(std::uint64_t) override { return 0; }
  void run_beside(Task<> task) override { beside_.start(std::move(task)); }
  void note(const Note&) override {}

 private:
  void answer() {
    Call* call = calls_.front();
    calls_.pop_front();
    Answer next{Reply::unknown(Silence::timeout), 200ms};
    if (!answers_.empty()) {
      next = std::move(answers_.front());
      answers_.pop_front();
    }
    now_ += next.after;
    call->complete(std::move(next.reply));
  }

  void begin(Call& call, NodeId, Command&& command, Duration, const SourcePlace&) override {
    sent_.emplace_back(*command.words().begin());
    calls_.push_back(&call);
  }
  void begin(Sleep&, Duration, const SourcePlace&) override {}           // never ends
  void begin(Listen&, NodeId, Duration, const SourcePlace&) override {}  // no frame is ever pushed
  void abandon(Call& call) noexcept override { std::erase(calls_, &call); }
  void abandon(Sleep&) noexcept override {}
  void abandon(Listen&) noexcept override {}
  void cancel(Await&) override {}

  std::deque<Answer> answers_;
  std::deque<Call*> calls_;
  std::vector<std::string> sent_;
  Time now_{};
  std::uint32_t tokens_ = 0;
  TasksBeside beside_;
};

}  // namespace locklab::test
