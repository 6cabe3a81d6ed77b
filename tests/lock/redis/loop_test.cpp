// The loop that clients share: microsecond timers, turns, and no starvation.
#include "lock/redis/loop.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace locklab::redis {
namespace {

using testing::ElementsAre;

class CallBack final : public Turn {
 public:
  explicit CallBack(std::function<void()> act) : act_(std::move(act)) {}
  ~CallBack() override = default;

 private:
  void take() override { act_(); }
  std::function<void()> act_;
};

struct LoopTest : testing::Test {
  LoopTest() { EXPECT_TRUE(loop) << why; }
  std::string why;
  std::unique_ptr<Loop> loop = Loop::open(why);
};

TEST_F(LoopTest, ATimerFiresNeverTooEarlyAndNotInsideItsStart) {
  for (const std::int64_t wait_us : {0, 1, 300, 1'500, 7'003}) {
    std::int64_t rang_us = 0;
    Alarm alarm([&] { rang_us = Loop::now_us(); });
    const std::int64_t due_us = Loop::now_us() + wait_us;
    loop->start(alarm, due_us);
    EXPECT_EQ(rang_us, 0);
    while (rang_us == 0) loop->run_once();
    EXPECT_GE(rang_us, due_us);
  }
}

TEST_F(LoopTest, TimersCountMicrosecondsAndNotMilliseconds) {
  // The shortest of many waits of 100 us shows the clock's resolution, however busy the machine is.
  // With a millisecond clock each would take at least 1 ms.
  std::int64_t shortest_us = 1'000'000;
  for (int i = 0; i < 200; ++i) {
    bool rang = false;
    Alarm alarm([&] { rang = true; });
    const std::int64_t start_us = Loop::now_us();
    loop->start(alarm, start_us + 100);
    while (!rang) loop->run_once();
    shortest_us = std::min(shortest_us, Loop::now_us() - start_us);
  }
  EXPECT_LT(shortest_us, 900);
}

TEST_F(LoopTest, WhileItsTimeStandsStillNoTimerFiresAndTurnsAreTaken) {
  bool rang = false;
  bool taken = false;
  Alarm alarm([&] { rang = true; });
  CallBack turn([&] { taken = true; });
  loop->stand_still(true);
  const std::int64_t stands_at_us = loop->time_us();
  loop->start(alarm, stands_at_us);  // due already
  loop->queue(turn);
  while (!taken) loop->run_once();
  const std::int64_t end_us = Loop::now_us() + 20'000;
  while (Loop::now_us() < end_us) loop->run_ready();
  EXPECT_FALSE(rang);
  EXPECT_EQ(loop->time_us(), stands_at_us);
  EXPECT_GE(loop->behind_us(), 20'000);
  loop->stand_still(false);
  while (!rang) loop->run_once();
  EXPECT_GE(loop->behind_us(), 20'000) << "it goes on from where it stood";
}

TEST_F(LoopTest, ATimerOfALoopThatStoodStillIsAsLateAsItsTime) {
  std::int64_t rang_us = 0;
  Alarm alarm([&] { rang_us = loop->time_us(); });
  const std::int64_t due_us = loop->time_us() + 3'000;
  loop->start(alarm, due_us);
  loop->stand_still(true);
  const std::int64_t end_us = Loop::now_us() + 5'000;
  while (Loop::now_us() < end_us) loop->run_ready();
  loop->stand_still(false);
  while (rang_us == 0) loop->run_once();  // the kernel's timer ends the wait
  EXPECT_GE(rang_us, due_us);
}

TEST_F(LoopTest, ItsTimersAreFiredByHandOneByOneAndItsTimeMovesOnToThem) {
  std::vector<int> rang;
  Alarm one([&] { rang.push_back(1); });
  Alarm two([&] { rang.push_back(2); });
  loop->fire_by_hand(true);
  loop->stand_still(true);
  constexpr std::int64_t hour_us = 3'600'000'000;
  const std::int64_t begin_us = loop->time_us();
  loop->start(two, begin_us + 2 * hour_us);
  loop->start(one, begin_us + hour_us);
  loop->stand_still(false);
  loop->run_ready();
  EXPECT_TRUE(rang.empty());
  loop->move_on_to(loop->first_due_us());
  EXPECT_GE(loop->time_us(), begin_us + hour_us);
  loop->run_ready();
  EXPECT_TRUE(rang.empty()) << "it is due, and waits for a hand";
  loop->fire_first();
  EXPECT_THAT(rang, ElementsAre(1));
  loop->move_on_to(loop->first_due_us());
  loop->fire_by_hand(false);
  while (rang.size() < 2) loop->run_once();  // now fired by the loop itself
  EXPECT_FALSE(loop->has_timer());
}

TEST_F(LoopTest, TurnsAreTakenOnceAndInTheirOrderAndThoseThatLeaveAreNot) {
  std::vector<int> taken;
  CallBack one([&] { taken.push_back(1); });
  auto two = std::make_unique<CallBack>([&] { taken.push_back(2); });
  CallBack three([&] {
    taken.push_back(3);
    two.reset();
  });
  loop->queue(three);
  loop->queue(*two);
  loop->queue(one);
  loop->queue(one);
  EXPECT_TRUE(taken.empty()) << "never from inside the call";
  loop->run_once();
  EXPECT_THAT(taken, ElementsAre(3, 1));
}

TEST_F(LoopTest, WhatIsQueuedMeanwhileWaitsForTheNextRound) {
  int taken = 0;
  CallBack* again = nullptr;
  CallBack restless([&] {
    ++taken;
    loop->queue(*again);
  });
  again = &restless;
  loop->queue(restless);
  for (int round = 1; round <= 5; ++round) {
    loop->run_once();
    EXPECT_EQ(taken, round);
  }
}

TEST_F(LoopTest, ASignalIsSeenThoughTimersOfNoTimeNeverEnd) {
  bool seen = false;
  uv_signal_t handle;
  uv_signal_init(loop->uv(), &handle);
  handle.data = &seen;
  uv_signal_start(
      &handle, [](uv_signal_t* signal, int) { *static_cast<bool*>(signal->data) = true; }, SIGUSR1);
  std::vector<std::unique_ptr<Alarm>> restless(64);
  for (auto& alarm : restless) {
    alarm = std::make_unique<Alarm>([&] { loop->start(*alarm, Loop::now_us()); });
    loop->start(*alarm, Loop::now_us());
  }
  loop->run_once();
  raise(SIGUSR1);
  for (int rounds = 0; rounds < 3; ++rounds) loop->run_once();
  EXPECT_TRUE(seen);
  uv_close(reinterpret_cast<uv_handle_t*>(&handle), nullptr);
  restless.clear();
  loop.reset();  // the loop owns the handle until then
}

TEST_F(LoopTest, WhatIsWrittenWaitsUntilTheEndOfTheRound) {
  std::vector<std::string> log;
  CallBack write([&] { log.emplace_back("written"); });
  CallBack work([&] {
    loop->queue_write(write);
    log.emplace_back("worked");
  });
  Alarm alarm([&] {
    loop->queue_write(write);
    log.emplace_back("rang");
  });
  loop->queue(work);
  loop->start(alarm, Loop::now_us());
  while (log.size() < 3) loop->run_ready();
  EXPECT_THAT(log, ElementsAre("worked", "rang", "written"));
}

TEST_F(LoopTest, WithoutDescriptorsItSaysWhyThereIsNone) {
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  bool opened = false;
  // Tries every number of free descriptors, down to none; the process has some open already.
  const int first_free = ::dup(STDERR_FILENO);
  ::close(first_free);
  const auto taken = static_cast<rlim_t>(first_free);
  for (rlim_t most = taken + 8; most + 1 > taken; --most) {
    rlimit few = before;
    few.rlim_cur = most;
    setrlimit(RLIMIT_NOFILE, &few);
    const auto another = Loop::open(why);
    setrlimit(RLIMIT_NOFILE, &before);
    opened = opened || another;
    if (!another) {
      EXPECT_THAT(why, testing::HasSubstr("oo many open files")) << most;
    }
  }
  EXPECT_TRUE(opened);
}

}  // namespace
}  // namespace locklab::redis
