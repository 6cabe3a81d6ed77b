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

void LongWork::start(Work work) {
  stop();
  stopped_ = std::make_shared<std::atomic<bool>>(false);
  thread_ = std::thread(
      [before = std::move(thread_), stopped = stopped_, work = std::move(work)]() mutable {
        if (before.joinable()) before.join();
        if (!*stopped) work(*stopped);
      });
}

}  // namespace locklab::app
