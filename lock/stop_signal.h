// A signal that, once raised, cancels every await it was passed to, now and later. A holder's lost
// lease is such a signal. Cancelled does not mean crashed: the task continues, and may still send
// its release.
#pragma once

namespace locklab {

class Await;
class Env;

class StopSignal {
 public:
  /// For awaits of `env`, which must outlive it.
  explicit StopSignal(Env& env) : env_(env) {}
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;
  ~StopSignal();

  bool raised() const;
  /// Cancels the pending awaits. Each ends with Cancelled, unless its result came first, from its
  /// Env's own queue and never inside this call.
  void raise();

 private:
  friend class Await;
  Env& env_;
  Await* first_ = nullptr;
  bool raised_ = false;
};

}  // namespace locklab
