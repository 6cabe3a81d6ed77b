// The client of a load as its lock sees it: a door that can be recorded. Where nobody records
// it that costs a comparison for each command and each note.
#pragma once

#include <utility>

#include "app/stress/client_recorder.h"
#include "app/stress/clocked_env.h"

namespace locklab::app {

class StressClient;

class RecordedEnv final : public ClockedEnv {
 public:
  /// `recorder` may be null, and outlives it, as the client whose it is.
  RecordedEnv(redis::Pool& pool, Observer* observer, ClientRecorder* recorder, StressClient& owner)
      : ClockedEnv(pool, observer), recorder_(recorder), owner_(owner) {
    if (recorder_) observe_tasks(*recorder_);
  }

  ClientRecorder* recorder() const { return recorder_; }

  StressClient& owner() const { return owner_; }

  void note(const Note& note) override {
    if (recorder_) recorder_->noted(note);
    ClockedEnv::note(note);
  }

 private:
  using ClockedEnv::abandon;
  using ClockedEnv::begin;
  void begin(Call& call, NodeId node, Command&& command, Duration timeout,
             const SourcePlace& where) override {
    if (recorder_) recorder_->sent(call, node, command, where);
    ClockedEnv::begin(call, node, std::move(command), timeout, where);
  }
  void abandon(Call& call) noexcept override {
    if (recorder_) recorder_->forgotten(call);
    ClockedEnv::abandon(call);
  }

  ClientRecorder* const recorder_;
  StressClient& owner_;
};

}  // namespace locklab::app
