#include "app/live/run/step_gate.h"

#include <utility>

namespace locklab::app {

void StepGate::give(LiveOrder order) {
  const std::lock_guard lock(mutex_);
  if (order.what == StepOrder::hold)
    std::erase_if(orders_, [](const LiveOrder& one) { return one.what != StepOrder::strike; });
  orders_.push_back(std::move(order));
  if (wake_) wake_();
}

void StepGate::wake() {
  const std::lock_guard lock(mutex_);
  if (wake_) wake_();
}

std::optional<LiveOrder> StepGate::take(bool in_step) {
  const std::lock_guard lock(mutex_);
  if (orders_.empty()) return std::nullopt;
  const StepOrder what = orders_.front().what;
  if (in_step && what != StepOrder::hold && what != StepOrder::strike) return std::nullopt;
  LiveOrder first = std::move(orders_.front());
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
