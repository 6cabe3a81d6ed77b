// Waits for a condition, not for a time.
#pragma once

#include <chrono>
#include <functional>
#include <thread>

namespace locklab::test {

/// Whether it comes true within the time.
inline bool wait_for_it(const std::function<bool()>& there,
                        std::chrono::seconds most = std::chrono::seconds(30)) {
  const auto end = std::chrono::steady_clock::now() + most;
  while (!there()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // others need the processor too
  }
  return true;
}

}  // namespace locklab::test
