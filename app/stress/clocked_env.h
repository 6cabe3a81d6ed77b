// The door of a load's client, whose wall clock can be set.
#pragma once

#include "lock/redis/pooled_env.h"

namespace locklab::app {

class ClockedEnv : public redis::PooledEnv {
 public:
  using PooledEnv::PooledEnv;

  /// Sets the client's wall clock forward, or back.
  void jump(Duration by) { clock_is_ahead_ += by; }
  Duration clock_is_ahead() const { return clock_is_ahead_; }
  Time wall_now() override { return PooledEnv::wall_now() + clock_is_ahead_; }

 private:
  Duration clock_is_ahead_{0};
};

}  // namespace locklab::app
