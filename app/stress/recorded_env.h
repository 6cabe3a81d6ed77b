// The Env of a load's client: its wall clock can be set, and it can be recorded, which costs a
// comparison for each command and each note where it is not.
#pragma once

#include <utility>

#include "app/stress/client_recorder.h"
#include "lock/redis/pooled_env.h"

namespace locklab::app {

class StressClient;

class RecordedEnv final : public redis::PooledEnv {
 public:
  /// `recorder` may be null, and outlives it, as the client whose it is.
  RecordedEnv(redis::Pool& pool, Observer* observer, ClientRecorder* recorder, StressClient& owner)
      : PooledEnv(pool, observer), recorder_(recorder), owner_(owner) {
    if (recorder_) observe_tasks(*recorder_);
  }

  ClientRecorder* recorder() const { return recorder_; }

  StressClient& owner() const { return owner_; }

  /// Sets the client's wall clock forward, or back.
  void jump(Duration by) { clock_is_ahead_ += by; }
  Duration clock_is_ahead() const { return clock_is_ahead_; }
  Time wall_now() override { return PooledEnv::wall_now() + clock_is_ahead_; }

  void note(const Note& note) override {
    if (recorder_) recorder_->noted(note);
    PooledEnv::note(note);
  }

 private:
  using PooledEnv::abandon;
  using PooledEnv::begin;
  void begin(Call& call, NodeId node, Command&& command, Duration timeout,
             const SourcePlace& where) override {
    if (recorder_) recorder_->sent(call, node, command, where);
    PooledEnv::begin(call, node, std::move(command), timeout, where);
  }
  void abandon(Call& call) noexcept override {
    if (recorder_) recorder_->forgotten(call);
    PooledEnv::abandon(call);
  }

  ClientRecorder* const recorder_;
  StressClient& owner_;
  Duration clock_is_ahead_{0};
};

}  // namespace locklab::app
