#include "app/workshop/job_queue.h"

#include <utility>

namespace locklab::app {

JobQueue::JobQueue(Work begins, Work work)
    : begins_(std::move(begins)), work_(std::move(work)), thread_([this] { do_all(); }) {}

JobQueue::~JobQueue() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void JobQueue::add(Job job) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(job));
  }
  changed_.notify_one();
}

void JobQueue::drop(const Kind& kind, const std::function<void()>& cancel) {
  const std::lock_guard lock(mutex_);
  std::erase_if(waiting_, kind);
  if (doing_ && kind(*doing_)) cancel();
}

void JobQueue::do_all() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const Job job = std::move(waiting_.front());
    waiting_.pop_front();
    doing_ = &job;
    begins_(job);
    lock.unlock();
    work_(job);
    lock.lock();
    doing_ = nullptr;
  }
}

}  // namespace locklab::app
