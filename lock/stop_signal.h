// "Stop what you are waiting for": raised once, it cancels every await that was given it, now and
// later. A holder's lost lease is one. Cancelled is not crashed: the task goes on, and may still
// send its release.
#pragma once

namespace locklab {

class Await;
class Env;

class StopSignal {
 public:
  /// For awaits of `env`, which outlives it.
  explicit StopSignal(Env& env) : env_(env) {}
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;
  ~StopSignal();

  bool raised() const;
  /// Awaits end with Cancelled, each through its Env's own queue, never inside this call.
  void raise();

 private:
  friend class Await;
  Env& env_;
  Await* first_ = nullptr;
  bool raised_ = false;
};

}  // namespace locklab
