// Runs a loop until a condition is true, for tests of objects on that loop.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "lock/redis/endpoint.h"
#include "lock/redis/loop.h"

namespace locklab::test {

class LoopRunner {
 public:
  LoopRunner() {
    std::string why;
    loop_ = redis::Loop::open(why);
    EXPECT_TRUE(loop_) << why;
  }
  redis::Loop& operator*() { return *loop_; }

  template <class Condition>
  void run_until(Condition condition) {
    bool too_late = false;
    redis::Alarm alarm([&] { too_late = true; });
    loop_->start(alarm, redis::Loop::now_us() + 20'000'000);
    while (!condition()) {
      ASSERT_FALSE(too_late) << "the condition never came true";
      loop_->run_once();
    }
  }

 private:
  std::unique_ptr<redis::Loop> loop_;
};

inline redis::Endpoint on_loopback(int port) {
  std::string why;
  return *redis::resolve("127.0.0.1", static_cast<std::uint16_t>(port), why);
}

}  // namespace locklab::test
