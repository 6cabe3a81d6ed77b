// The first invariant that broke where it may not be thrown on: in one of several threads, whose
// starter wants to know, or in a callback of a C library.
#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <utility>

#include "lock/assert.h"

namespace locklab {

class FirstBroken {
 public:
  template <class Work>
  void guard(Work work) {
    try {
      work();
    } catch (const BrokenInvariant&) {
      const std::lock_guard lock(mutex_);
      if (!broken_) broken_ = std::current_exception();
      is_any_ = true;
    }
  }
  bool any() const { return is_any_; }
  /// Throws it, if there is one.
  void rethrow() {
    if (!is_any_) return;
    const std::lock_guard lock(mutex_);
    is_any_ = false;
    std::rethrow_exception(std::exchange(broken_, nullptr));
  }

 private:
  std::mutex mutex_;
  std::atomic<bool> is_any_ = false;
  std::exception_ptr broken_;
};

}  // namespace locklab
