#include "app/live/machine_timer.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace locklab::app {
namespace {

/// Only the timer can end run_once() here.
TEST(MachineTimer, EndsTheWaitInWhichItRings) {
  std::string why;
  const auto loop = redis::Loop::open(why);
  ASSERT_TRUE(loop) << why;
  for (const Duration after : {0us, 2000us}) {
    bool rang = false;
    MachineTimer timer(*loop, [&] { rang = true; });
    timer.start(after);
    while (!rang) loop->run_once();
  }
}

/// The callback may destroy the timer, as happens if a server has ended before the lab waits for
/// its end.
TEST(MachineTimer, MayEndWhatOwnsItWhenItRings) {
  std::string why;
  const auto loop = redis::Loop::open(why);
  ASSERT_TRUE(loop) << why;
  std::unique_ptr<MachineTimer> timer;
  timer = std::make_unique<MachineTimer>(*loop, [&] { timer.reset(); });
  timer->start(0us);
  while (timer) loop->run_once();
}

}  // namespace
}  // namespace locklab::app
