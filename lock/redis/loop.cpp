#include "lock/redis/loop.h"

#include <fmt/format.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <system_error>

#include "lock/redis/random_source.h"
#include "lock/time.h"

namespace locklab::redis {

void TurnList::add(Turn& turn) {
  turn.previous_ = head_.previous_;
  turn.next_ = &head_;
  head_.previous_->next_ = &turn;
  head_.previous_ = &turn;
}

void TurnList::take_all() {
  if (empty()) return;
  // The queued turns move to a local list, from which a destroyed one is removed.
  TurnList now;
  now.head_.next_ = head_.next_;
  now.head_.previous_ = head_.previous_;
  now.head_.next_->previous_ = now.head_.previous_->next_ = &now.head_;
  head_.next_ = head_.previous_ = &head_;
  while (!now.empty()) {
    Turn& turn = *now.head_.next_;
    turn.leave();
    turn.take();
  }
}

namespace {

/// Whether enough descriptors are left for a loop. libuv aborts if its first loop lacks the last
/// two of them.
bool enough_descriptors() {
  std::array<int, 5> taken{};
  taken.fill(-1);
  for (int& descriptor : taken) descriptor = eventfd(0, EFD_CLOEXEC);
  const int why = errno;
  const bool enough = taken.back() >= 0;
  for (const int descriptor : taken)
    if (descriptor >= 0) close(descriptor);
  errno = why;
  return enough;
}

}  // namespace

std::unique_ptr<Loop> Loop::open(std::string& why) {
  // Every lock needs random bytes. Once the kernel has provided some, it always does.
  if (!RandomSource::works()) {
    why = "the kernel gives no random bytes";
    return nullptr;
  }
  std::unique_ptr<Loop> loop(new Loop);
  if (!loop->prepare(why)) return nullptr;
  return loop;
}

bool Loop::prepare(std::string& why) {
  if (!enough_descriptors()) {
    why = fmt::format("no event loop: {}", std::generic_category().message(errno));
    return false;
  }
  if (const int failed = uv_loop_init(&loop_); failed) {
    why = fmt::format("no event loop: {}", uv_strerror(failed));
    loop_.data = nullptr;
    return false;
  }
  loop_.data = this;
  uv_prepare_init(&loop_, &before_wait_);
  uv_check_init(&loop_, &after_wait_);
  uv_idle_init(&loop_, &no_wait_);
  alarm_fd_ = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  if (alarm_fd_ < 0) {
    why = fmt::format("no timer: {}", std::generic_category().message(errno));
    return false;
  }
  if (const int failed = uv_poll_init(&loop_, &alarm_, alarm_fd_); failed) {
    why = fmt::format("no timer: {}", uv_strerror(failed));
    close(alarm_fd_);
    alarm_fd_ = -1;
    return false;
  }
  alarm_.data = before_wait_.data = after_wait_.data = this;
  uv_poll_start(&alarm_, UV_READABLE, [](uv_poll_t* alarm, int, int) {
    std::uint64_t times = 0;
    Loop& loop = *static_cast<Loop*>(alarm->data);
    if (read(loop.alarm_fd_, &times, sizeof times) > 0) loop.armed_for_us_ = -1;
  });
  uv_prepare_start(&before_wait_, [](uv_prepare_t* handle) {
    Loop& loop = *static_cast<Loop*>(handle->data);
    loop.guard([&] { loop.writers_.take_all(); });
  });
  uv_check_start(&after_wait_, [](uv_check_t* handle) {
    Loop& loop = *static_cast<Loop*>(handle->data);
    loop.guard([&] { loop.round(); });
  });
  return true;
}

Loop::~Loop() {
  if (!loop_.data) return;
  uv_close(reinterpret_cast<uv_handle_t*>(&before_wait_), nullptr);
  uv_close(reinterpret_cast<uv_handle_t*>(&after_wait_), nullptr);
  uv_close(reinterpret_cast<uv_handle_t*>(&no_wait_), nullptr);
  if (alarm_fd_ >= 0) uv_close(reinterpret_cast<uv_handle_t*>(&alarm_), nullptr);
  uv_run(&loop_, UV_RUN_DEFAULT);
  if (alarm_fd_ >= 0) close(alarm_fd_);
  uv_loop_close(&loop_);
}

void Loop::start(QueuedTimer& timer, std::int64_t due_us) {
  timers_.start(timer, due_us);
  if (!in_round_) wake_in_time();
}

void Loop::queue(Turn& turn) {
  if (turn.queued()) return;
  turns_.add(turn);
  if (!in_round_) wake_in_time();
}

void Loop::round() {
  in_round_ = true;
  turns_.take_all();
  if (!by_hand_ && !stands_still_) timers_.fire_due(time_us());
  in_round_ = false;
  wake_in_time();
}

void Loop::fire_by_hand(bool by_hand) {
  by_hand_ = by_hand;
  wake_in_time();
}

std::int64_t Loop::wall_us() const {
  const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
  return us(std::chrono::floor<Duration>(since_1970)) - behind_us();
}

void Loop::stand_still(bool still) {
  if (still == stands_still_) return;
  const std::int64_t time = time_us();
  stands_still_ = still;
  stands_at_us_ = time;
  behind_us_ = now_us() - time;
  armed_for_us_ = -1;
  wake_in_time();
}

void Loop::stand_at(std::int64_t time) {
  stands_still_ = true;
  stands_at_us_ = time;
  armed_for_us_ = -1;
  wake_in_time();
}

void Loop::go_behind(std::int64_t behind_us) {
  stands_still_ = false;
  behind_us_ = behind_us;
  armed_for_us_ = -1;
  wake_in_time();
}

void Loop::move_on_to(std::int64_t time) {
  const std::int64_t by = std::max<std::int64_t>(time - time_us(), 0);
  stands_at_us_ += by;
  behind_us_ -= by;
  armed_for_us_ = -1;
  wake_in_time();
}

void Loop::fire_first() {
  in_round_ = true;
  timers_.fire_first(time_us());
  in_round_ = false;
  wake_in_time();
}

void Loop::wake_in_time() {
  const bool waits_for_time = !timers_.empty() && !stands_still_;
  const bool at_once = !turns_.empty() || (waits_for_time && timers_.next_us() <= time_us());
  if (at_once) {
    uv_idle_start(&no_wait_, [](uv_idle_t*) {});  // the loop does not wait while this is active
    return;
  }
  uv_idle_stop(&no_wait_);
  // A kernel timer that fires too early is cheaper than setting it again for every command.
  if (!waits_for_time) return;
  const std::int64_t next_us = timers_.next_us() + behind_us_;
  if (armed_for_us_ >= 0 && armed_for_us_ <= next_us) return;
  armed_for_us_ = next_us;
  itimerspec when{};
  when.it_value.tv_sec = armed_for_us_ / 1'000'000;
  when.it_value.tv_nsec = std::max<long>(armed_for_us_ % 1'000'000 * 1'000, 1);
  timerfd_settime(alarm_fd_, TFD_TIMER_ABSTIME, &when, nullptr);
}

}  // namespace locklab::redis
