// The client of a load as its lock sees it: a PooledEnv that can be recorded. Where nobody records
// it that costs a comparison for each command and each note.
#pragma once

#include <utility>

#include "app/stress/client_recorder.h"
#include "lock/redis/pooled_env.h"

namespace locklab::app {

class RecordedEnv final : public redis::PooledEnv {
 public:
  /// `recorder` may be null, and outlives it.
  RecordedEnv(redis::Pool& pool, Observer* observer, ClientRecorder* recorder)
      : PooledEnv(pool, observer), recorder_(recorder) {
    if (recorder_) observe_tasks(*recorder_);
  }

  ClientRecorder* recorder() const { return recorder_; }

  /// Sets the client's wall clock forward, or back.
  void jump(Duration by) { clock_is_ahead_ += by; }
  Duration clock_is_ahead() const { return clock_is_ahead_; }
  Time wall_now() override { return PooledEnv::wall_now() + clock_is_ahead_; }

  bool found_taken = false;  ///< its lock was refused to it because somebody holds it

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
  Duration clock_is_ahead_{0};
};

}  // namespace locklab::app
