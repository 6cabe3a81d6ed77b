// Waits for a condition, not for a time.
#pragma once

#include <chrono>
#include <thread>

namespace locklab::test {

/// True if the condition becomes true within `most`. Checked every `pause`, since others need the
/// processor too.
template <class Condition>
bool wait_for(Condition condition, std::chrono::seconds most = std::chrono::seconds(60),
              std::chrono::milliseconds pause = std::chrono::milliseconds(1)) {
  const auto end = std::chrono::steady_clock::now() + most;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(pause);
  }
  return true;
}

}  // namespace locklab::test
