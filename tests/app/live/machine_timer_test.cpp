#include "app/live/machine_timer.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace locklab::app {
namespace {

/// Nothing else would end the wait.
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

/// The wait of a server that has ended before anybody looked is such a one.
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
