// An observer that steps through a live run.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>

#include "app/live/run/run_live.h"
#include "app/live/run/step_gate.h"

namespace locklab::test {

/// Calls `next`, which gives the next order, whenever the run is held.
class Stepping final : public app::LiveObserver {
 public:
  using Next = std::function<void(Stepping& self, const sim::Trace& so_far)>;
  explicit Stepping(Next next = step) : next_(std::move(next)) {}

  static void step(Stepping& self, const sim::Trace& /*so_far*/) {
    self.order(app::StepOrder::step);
  }
  void order(app::LiveOrder order) { gate_.give(std::move(order)); }
  void stop() {
    stops_ = true;
    gate_.wake();
  }

  bool wants_to_stop() override { return stops_; }
  void recorded(const sim::Trace& so_far) override {
    if (while_it_goes) while_it_goes(*this, so_far);
  }
  app::StepGate* gate() override { return &gate_; }
  void held(const sim::Trace& so_far) override {
    ++held_times;
    next_(*this, so_far);
  }

  Next while_it_goes;
  std::size_t held_times = 0;

 private:
  Next next_;
  app::StepGate gate_;
  bool stops_ = false;
};

}  // namespace locklab::test
