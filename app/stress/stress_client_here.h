// A client of a load that runs in its thread's own loop, with the same coroutines as everywhere.
#pragma once

#include <cstdint>

#include "app/stress/recorded_env.h"
#include "app/stress/stress_client.h"
#include "lock/task.h"

namespace locklab::app {

class StressClientHere final : public StressClient {
 public:
  /// All references must outlive it.
  StressClientHere(std::uint32_t number, redis::Pool& pool, redis::PooledEnv::Observer& observer,
                   Measuring& measuring);
  ~StressClientHere() override;

  void start() override;
  void pause() override { env_.pause(); }
  void resume() override { env_.resume(); }
  bool paused() const override { return env_.paused(); }
  void jump(Duration by) override { env_.jump(by); }
  Duration clock_is_ahead() const override { return env_.clock_is_ahead(); }
  ClientRecorder* recorder() const override { return env_.recorder(); }

 private:
  static Task<> work_on(Env& env, StressClientHere* self);
  static Task<> step_into(Env& env, StressClientHere* self);
  static Task<> ask_without_holding(Env& env, StressClientHere* self);

  RecordedEnv env_;
  Task<> task_;  ///< goes before its door
};

}  // namespace locklab::app
