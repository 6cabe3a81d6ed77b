// A client whose clock, replies and timers the test moves, step by step.
#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "lock/env.h"
#include "lock/tasks_beside.h"

namespace locklab::test {

class EnvByHand : public Env {
 public:
  using Env::Env;
  using Env::observe_tasks;

  /// Completes the call that began first.
  void answer(Reply reply) {
    Call* const call = calls_.front();
    calls_.pop_front();
    call->complete(std::move(reply));
  }
  /// Lets time pass; sleeps end by due time.
  void pass(Duration duration) {
    const Time until = now_ + duration;
    while (true) {
      Nap* next = nullptr;
      for (Nap& nap : naps_)
        if (nap.due <= until && (!next || nap.due < next->due)) next = &nap;
      if (!next) break;
      now_ = next->due;
      end(*next->sleep, false);
    }
    now_ = until;
  }
  /// Delivers the cancellations of StopSignals.
  void deliver_cancelled() {
    while (!cancelled_.empty()) {
      Await* const await = cancelled_.front();
      cancelled_.pop_front();
      if (await->slot == this) {
        end(static_cast<Sleep&>(*await), true);
      } else {
        std::erase(calls_, await);
        static_cast<Call*>(await)->complete(Reply::cancelled());
      }
    }
  }
  std::size_t pending() const { return calls_.size() + naps_.size(); }
  /// The commands, as typed in redis-cli, in the order in which they were sent.
  const std::vector<std::string>& sent() const { return sent_; }
  /// The reports of the lock, as "acquired" or "lease_lost: why".
  const std::vector<std::string>& told() const { return told_; }

  Time monotonic_now() override { return now_; }
  Time wall_now() override { return now_; }
  Token random_token() override { return Token::from_bits(1, 2, ++tokens_); }
  std::uint64_t random_below(std::uint64_t) override { return 0; }
  void run_beside(Task<> task) override { beside_.start(std::move(task)); }
  void note(const Note& note) override {
    told_.emplace_back(note.kind == NoteKind::lease_lost ? "lost: " : "");
    told_.back() += note.text;
  }

 private:
  struct Nap {
    Sleep* sleep;
    Time due;
  };

  void end(Sleep& sleep, bool cancelled) {
    std::erase_if(naps_, [&](const Nap& nap) { return nap.sleep == &sleep; });
    sleep.complete(cancelled);
  }

  void begin(Call& call, NodeId, Command&& command, Duration, const SourcePlace&) override {
    sent_.push_back(as_typed(command.words()));
    calls_.push_back(&call);
  }
  void begin(Sleep& sleep, Duration duration, const SourcePlace&) override {
    sleep.slot = this;  // tells a sleep from a call
    naps_.push_back({&sleep, now_ + duration});
  }
  void begin(Listen&, NodeId, Duration, const SourcePlace&) override {}  // no frame is ever pushed
  void abandon(Listen&) noexcept override {}
  void abandon(Call& call) noexcept override {
    std::erase(calls_, &call);
    std::erase(cancelled_, &call);
  }
  void abandon(Sleep& sleep) noexcept override {
    std::erase_if(naps_, [&](const Nap& nap) { return nap.sleep == &sleep; });
    std::erase(cancelled_, &sleep);
  }
  void cancel(Await& await) override { cancelled_.push_back(&await); }

  std::deque<Await*> cancelled_;
  std::deque<Call*> calls_;
  std::vector<Nap> naps_;
  std::vector<std::string> told_;
  std::vector<std::string> sent_;
  Time now_{};
  std::uint32_t tokens_ = 0;
  TasksBeside beside_;
};

}  // namespace locklab::test
