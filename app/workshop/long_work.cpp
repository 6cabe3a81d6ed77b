#include "app/workshop/long_work.h"

#include <utility>

namespace locklab::app {

LongWork::~LongWork() {
  stop();
  if (thread_.joinable()) thread_.join();
}

void LongWork::stop() {
  if (stopped_) *stopped_ = true;
}

void LongWork::start(Work work, Broken broken) {
  stop();
  stopped_ = std::make_shared<std::atomic<bool>>(false);
  thread_ = std::thread([before = std::move(thread_), stopped = stopped_, work = std::move(work),
                         broken = std::move(broken)]() mutable {
    if (before.joinable()) before.join();
    if (*stopped) return;
    try {
      work(*stopped);
    } catch (const BrokenInvariant& invariant) {
      broken(invariant);
    }
  });
}

}  // namespace locklab::app
