// The gate through which orders reach a stepped live run.
#include "app/live/run/step_gate.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace locklab::app {
namespace {

TEST(StepGateTest, OrdersAreTakenInTheOrderInWhichTheyWereGiven) {
  StepGate gate;
  EXPECT_EQ(gate.take(), std::nullopt);
  gate.give(StepOrder::step);
  gate.give(StepOrder::play);
  EXPECT_EQ(gate.take(), StepOrder::step);
  EXPECT_EQ(gate.take(), StepOrder::play);
  EXPECT_EQ(gate.take(), std::nullopt);
}

TEST(StepGateTest, ToHoldForgetsTheStepsThatWereOrderedBefore) {
  StepGate gate;
  gate.give(StepOrder::step);
  gate.give(StepOrder::step);
  EXPECT_EQ(gate.take(true), std::nullopt) << "in a step only an order to hold counts";
  gate.give(StepOrder::hold);
  gate.give(StepOrder::step);
  EXPECT_EQ(gate.take(true), StepOrder::hold);
  EXPECT_EQ(gate.take(true), std::nullopt);
  EXPECT_EQ(gate.take(), StepOrder::step);
}

TEST(StepGateTest, WhoeverListensIsWokenOnceForEachOrderAndHearsNothingOfEarlierOnes) {
  StepGate gate;
  gate.give(StepOrder::play);
  gate.wake();
  int woken = 0;
  gate.listen([&] { ++woken; });
  EXPECT_EQ(gate.take(), std::nullopt) << "that was for another run";
  gate.give(StepOrder::step);
  gate.wake();
  EXPECT_EQ(woken, 2);
  gate.stop_listening();
  gate.give(StepOrder::step);
  EXPECT_EQ(woken, 2);
}

TEST(StepGateTest, NoOrderOfSeveralThreadsIsLost) {
  constexpr int threads = 4;
  constexpr int orders = 2'000;
  StepGate gate;
  std::atomic<int> woken = 0;
  gate.listen([&] { ++woken; });
  std::vector<std::thread> givers;
  for (int t = 0; t < threads; ++t)
    givers.emplace_back([&] {
      for (int i = 0; i < orders; ++i) gate.give(StepOrder::step);
    });
  int taken = 0;
  while (taken < threads * orders)
    if (gate.take()) ++taken;
  for (std::thread& giver : givers) giver.join();
  EXPECT_EQ(gate.take(), std::nullopt);
  EXPECT_EQ(woken, threads * orders);
}

}  // namespace
}  // namespace locklab::app
