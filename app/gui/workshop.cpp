#include "app/gui/workshop.h"

#include <utility>

#include "app/gui/file_work.h"

namespace locklab::app {

Workshop::Workshop(const sim::Library& library, std::function<void()> wake)
    : library_(library), wake_(std::move(wake)), thread_([this] { work(); }) {}

Workshop::~Workshop() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    drop_runs();
  }
  changed_.notify_one();
  thread_.join();
}

void Workshop::drop_runs() {
  std::erase_if(waiting_,
                [](const Job& job) { return std::holds_alternative<work::Run>(job.work); });
  if (making_run_) progress_.cancelled = true;
}

void Workshop::start(Job job) {
  {
    const std::lock_guard lock(mutex_);
    const bool cancel = std::holds_alternative<work::Cancel>(job.work);
    if (cancel || std::holds_alternative<work::Run>(job.work)) drop_runs();
    if (!cancel) waiting_.push_back(std::move(job));
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
    changed_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const Job job = std::move(waiting_.front());
    waiting_.pop_front();
    making_run_ = std::holds_alternative<work::Run>(job.work);
    progress_.cancelled = false;
    progress_.events = 0;
    lock.unlock();
    Intent answer = done(job);
    lock.lock();
    making_run_ = false;
    finished_.push_back(std::move(answer));
    wake_();
  }
}

Intent Workshop::done(const Job& job) {
  if (const auto* save = std::get_if<work::Save>(&job.work)) return saved(library_, *save, job.job);
  if (const auto* list = std::get_if<work::List>(&job.work)) return listed(*list, job.job);
  auto made = make_shown_run(library_, std::get<work::Run>(job.work).name, &progress_);
  if (const auto* problem = std::get_if<sim::Problem>(&made))
    return intent::NotOpened{job.job, sim::to_string(*problem)};
  return intent::Opened{job.job, std::move(std::get<ShownRunPtr>(made))};
}

}  // namespace locklab::app
