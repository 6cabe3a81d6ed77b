#include "sim/wire/event_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <tuple>
#include <vector>

#include "sim/world/dice.h"

namespace locklab::sim {
namespace {

void nothing(Timer&) {}

const Timer* popped(EventQueue& queue) {
  const Timer* first = nullptr;
  queue.pop([&](Timer& timer) { first = &timer; });
  return first;
}

TEST(EventQueue, GivesTimersInOrderOfTimeAndTiesInTheOrderInWhichTheyWereSet) {
  std::deque<Timer> timers;
  for (int i = 0; i < 5; ++i) timers.emplace_back(nothing, nullptr);
  EventQueue queue;
  queue.set(timers[0], 30);
  queue.set(timers[1], 10);
  queue.set(timers[2], 20);
  queue.set(timers[3], 10);
  queue.set(timers[4], 20);
  std::vector<const Timer*> order;
  while (!queue.empty()) order.push_back(popped(queue));
  EXPECT_EQ(order, (std::vector<const Timer*>{&timers[1], &timers[3], &timers[2], &timers[4],
                                              &timers[0]}));
}

TEST(EventQueue, ACancelledTimerNeverFiresAndAReplacedOneFiresOnce) {
  Timer gone(nothing, nullptr);
  Timer moved(nothing, nullptr);
  EventQueue queue;
  queue.set(gone, 5);
  queue.set(moved, 1);
  queue.set(moved, 9);
  queue.cancel(gone);
  EXPECT_FALSE(gone.pending());
  EXPECT_EQ(queue.next_at(), 9);
  EXPECT_EQ(popped(queue), &moved);
  EXPECT_TRUE(queue.empty());
}

/// The due time of the timer set at step `i`.
using When = std::function<std::int64_t(RandomBits&, std::uint64_t i)>;

void expect_the_order_of_a_sorted_list(const When& when) {
  RandomBits random(7);
  std::deque<Timer> timers;
  for (int i = 0; i < 50; ++i) timers.emplace_back(nothing, nullptr);
  struct Expected {
    std::int64_t at;
    std::uint64_t order;
    const Timer* timer;
  };
  std::vector<Expected> expected;
  EventQueue queue;
  std::uint64_t changes = 0;
  const auto change = [&](std::uint64_t i) {
    Timer& timer = timers[random.below(timers.size())];
    std::erase_if(expected, [&](const Expected& e) { return e.timer == &timer; });
    if (random.below(3) == 0) return queue.cancel(timer);
    const std::int64_t at = when(random, i);
    queue.set(timer, at);
    expected.push_back({at, ++changes, &timer});
  };
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    change(i);
    if (random.below(4) == 0 && !expected.empty()) {
      const auto first = std::min_element(
          expected.begin(), expected.end(), [](const Expected& a, const Expected& b) {
            return std::tie(a.at, a.order) < std::tie(b.at, b.order);
          });
      ASSERT_EQ(queue.next_at(), first->at);
      const Timer* const due = first->timer;
      expected.erase(first);
      queue.pop([&](Timer& timer) {
        EXPECT_EQ(&timer, due);
        for (std::uint64_t more = random.below(4); more > 0; --more) change(i);
      });
    }
    ASSERT_EQ(queue.size(), expected.size());
  }
}

TEST(EventQueue, AgreesWithASortedListUnderRandomSetsAndCancels) {
  expect_the_order_of_a_sorted_list([](RandomBits& random, std::uint64_t) -> std::int64_t {
    return static_cast<std::int64_t>(random.below(40));
  });
}

TEST(EventQueue, AgreesWithASortedListWhereTimeGoesOnAndDeadlinesAreFarAway) {
  expect_the_order_of_a_sorted_list([](RandomBits& random, std::uint64_t i) -> std::int64_t {
    return static_cast<std::int64_t>(i / 10 + (random.below(2) == 0 ? 1000 : random.below(20)));
  });
}

}  // namespace
}  // namespace locklab::sim
