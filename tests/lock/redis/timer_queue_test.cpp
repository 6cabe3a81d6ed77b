// Timers in the order of their due times, without a clock.
#include "lock/redis/timer_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

namespace locklab::redis {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Bell final : public QueuedTimer {
 public:
  explicit Bell(std::function<void()> ring) : ring_(std::move(ring)) {}
  ~Bell() override = default;

 private:
  void due() override { ring_(); }
  std::function<void()> ring_;
};

class TimerQueueTest : public testing::Test {
 protected:
  std::unique_ptr<Bell> bell(int number) {
    return std::make_unique<Bell>([this, number] { rung_.push_back(number); });
  }
  TimerQueue queue_;
  std::vector<int> rung_;
};

TEST_F(TimerQueueTest, FiresByDueTimeAndThenByTheOrderOfTheStarts) {
  const auto a = bell(1), b = bell(2), c = bell(3), d = bell(4);
  queue_.start(*a, 30);
  queue_.start(*b, 10);
  queue_.start(*c, 10);
  queue_.start(*d, 20);
  EXPECT_EQ(queue_.next_us(), 10);
  queue_.fire_due(9);
  EXPECT_THAT(rung_, IsEmpty());
  queue_.fire_due(20);
  EXPECT_THAT(rung_, ElementsAre(2, 3, 4));
  EXPECT_FALSE(b->started());
  EXPECT_TRUE(a->started());
  queue_.fire_due(1'000);
  EXPECT_THAT(rung_, ElementsAre(2, 3, 4, 1));
  EXPECT_TRUE(queue_.empty());
}

TEST_F(TimerQueueTest, OneThatIsStoppedStartedAnewOrDestroyedDoesNotFireAsItWas) {
  const auto stopped = bell(1), later = bell(2);
  auto destroyed = bell(3);
  queue_.start(*stopped, 1);
  queue_.start(*later, 2);
  queue_.start(*destroyed, 3);
  queue_.stop(*stopped);
  queue_.start(*later, 50);
  destroyed.reset();
  queue_.fire_due(10);
  EXPECT_THAT(rung_, IsEmpty());
  queue_.fire_due(50);
  EXPECT_THAT(rung_, ElementsAre(2));
}

TEST_F(TimerQueueTest, OneThatStartsItselfForNoTimeAtAllKeepsNobodyWaiting) {
  Bell* again = nullptr;
  Bell restless([&] {
    rung_.push_back(1);
    queue_.start(*again, 5);  // already in the past
  });
  again = &restless;
  const auto patient = bell(2);
  queue_.start(restless, 5);
  queue_.start(*patient, 9);
  queue_.fire_due(10);
  EXPECT_THAT(rung_, ElementsAre(1, 2));
  queue_.fire_due(11);
  EXPECT_THAT(rung_, ElementsAre(1, 2, 1));
}

TEST_F(TimerQueueTest, ATimerMayDestroyAnotherThatIsDueToo) {
  auto victim = bell(2);
  Bell killer([&] { victim.reset(); });
  queue_.start(killer, 1);
  queue_.start(*victim, 2);
  queue_.fire_due(5);
  EXPECT_THAT(rung_, IsEmpty());
}

TEST_F(TimerQueueTest, ThousandsThatComeAndGoFireInOrder) {
  std::vector<std::unique_ptr<Bell>> bells;
  std::vector<std::int64_t> fired;
  std::uint64_t dice = 1;
  const auto draw = [&] {
    dice = dice * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::int64_t>(dice >> 40);
  };
  for (int i = 0; i < 5'000; ++i) {
    bells.push_back(std::make_unique<Bell>(
        [&, i] { fired.push_back(bells[static_cast<std::size_t>(i)]->due_us()); }));
  }
  for (const auto& each : bells) queue_.start(*each, draw() % 100'000);
  for (int i = 0; i < 5'000; i += 3) queue_.stop(*bells[static_cast<std::size_t>(i)]);
  for (int i = 0; i < 5'000; i += 5)
    queue_.start(*bells[static_cast<std::size_t>(i)], draw() % 100'000);
  std::size_t started = 0;
  for (const auto& each : bells) started += each->started();
  for (std::int64_t now = 0; now <= 100'000; now += 1'000) queue_.fire_due(now);
  EXPECT_EQ(fired.size(), started);
  EXPECT_TRUE(std::is_sorted(fired.begin(), fired.end()));
}

}  // namespace
}  // namespace locklab::redis
