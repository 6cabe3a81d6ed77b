#include "app/live/step_gate.h"

#include <utility>

namespace locklab::app {

void StepGate::give(StepOrder order) {
  const std::lock_guard lock(mutex_);
  if (order == StepOrder::hold) orders_.clear();
  orders_.push_back(order);
  if (wake_) wake_();
}

void StepGate::wake() {
  const std::lock_guard lock(mutex_);
  if (wake_) wake_();
}

std::optional<StepOrder> StepGate::take(bool only_hold) {
  const std::lock_guard lock(mutex_);
  if (orders_.empty() || (only_hold && orders_.front() != StepOrder::hold)) return std::nullopt;
  const StepOrder first = orders_.front();
  orders_.pop_front();
  return first;
}

void StepGate::listen(std::function<void()> wake) {
  const std::lock_guard lock(mutex_);
  orders_.clear();
  wake_ = std::move(wake);
}

void StepGate::stop_listening() {
  const std::lock_guard lock(mutex_);
  wake_ = nullptr;
}

}  // namespace locklab::app
