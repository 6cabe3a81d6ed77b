#include "app/gui/workshop.h"

#include <utility>

namespace locklab::app {

Workshop::Workshop(const sim::Library& library, std::function<void()> wake)
    : library_(library), wake_(std::move(wake)), thread_([this] { work(); }) {}

Workshop::~Workshop() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Workshop::start(Job job) {
  {
    const std::lock_guard lock(mutex_);
    next_ = std::move(job);
  }
  changed_.notify_one();
}

std::vector<Intent> Workshop::finished() {
  const std::lock_guard lock(mutex_);
  return std::exchange(finished_, {});
}

void Workshop::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return closing_ || next_; });
    if (closing_) return;
    const Job job = *std::exchange(next_, std::nullopt);
    lock.unlock();
    Intent answer = done(job);
    lock.lock();
    finished_.push_back(std::move(answer));
    wake_();
  }
}

Intent Workshop::done(const Job& job) const {
  auto made = make_shown_run(library_, job.name);
  if (const auto* problem = std::get_if<sim::Problem>(&made))
    return intent::NotOpened{job.job, sim::to_string(*problem)};
  return intent::Opened{job.job, std::move(std::get<ShownRunPtr>(made))};
}

}  // namespace locklab::app
