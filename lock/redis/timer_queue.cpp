#include "lock/redis/timer_queue.h"

namespace locklab::redis {

QueuedTimer::~QueuedTimer() {
  if (started()) queue_->stop(*this);
}

TimerQueue::~TimerQueue() {
  for (QueuedTimer* timer : heap_) timer->slot_ = QueuedTimer::not_queued;
}

void TimerQueue::start(QueuedTimer& timer, std::int64_t due_us) {
  stop(timer);
  timer.queue_ = this;
  timer.due_us_ = due_us > fired_until_us_ ? due_us : fired_until_us_ + 1;
  timer.number_ = ++started_;
  heap_.push_back(nullptr);
  put(heap_.size() - 1, &timer);
  sift_up(timer.slot_);
}

void TimerQueue::stop(QueuedTimer& timer) {
  if (!timer.started()) return;
  const std::size_t slot = timer.slot_;
  timer.slot_ = QueuedTimer::not_queued;
  QueuedTimer* const last = heap_.back();
  heap_.pop_back();
  if (last == &timer) return;
  put(slot, last);
  sift_down(slot);
  sift_up(last->slot_);
}

void TimerQueue::fire_due(std::int64_t now_us) {
  fired_until_us_ = now_us;
  while (!heap_.empty() && heap_.front()->due_us_ <= now_us) {
    QueuedTimer& timer = *heap_.front();
    stop(timer);
    timer.due();
  }
  fired_until_us_ = std::numeric_limits<std::int64_t>::min();
}

void TimerQueue::fire_first(std::int64_t now_us) {
  fired_until_us_ = now_us;
  QueuedTimer& timer = *heap_.front();
  stop(timer);
  timer.due();
  fired_until_us_ = std::numeric_limits<std::int64_t>::min();
}

void TimerQueue::put(std::size_t slot, QueuedTimer* timer) {
  heap_[slot] = timer;
  timer->slot_ = static_cast<std::uint32_t>(slot);
}

void TimerQueue::sift_up(std::size_t slot) {
  QueuedTimer* const timer = heap_[slot];
  while (slot > 0 && earlier(*timer, *heap_[(slot - 1) / 2])) {
    put(slot, heap_[(slot - 1) / 2]);
    slot = (slot - 1) / 2;
  }
  put(slot, timer);
}

void TimerQueue::sift_down(std::size_t slot) {
  QueuedTimer* const timer = heap_[slot];
  while (2 * slot + 1 < heap_.size()) {
    std::size_t child = 2 * slot + 1;
    if (child + 1 < heap_.size() && earlier(*heap_[child + 1], *heap_[child])) ++child;
    if (!earlier(*heap_[child], *timer)) break;
    put(slot, heap_[child]);
    slot = child;
  }
  put(slot, timer);
}

}  // namespace locklab::redis
