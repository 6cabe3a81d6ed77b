// Stores the first broken invariant where an exception must not escape: in one of several threads,
// or in a callback of a C library. The caller rethrows it later.
#pragma once

#include <atomic>
#include <exception>
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
      if (is_claimed_.test_and_set()) return;
      broken_ = std::current_exception();
      is_any_ = true;
    }
  }
  bool any() const { return is_any_; }
  /// Throws the stored invariant, if any, and forgets it.
  void rethrow() {
    if (!is_any_) return;
    const std::exception_ptr broken = std::exchange(broken_, nullptr);
    is_any_ = false;
    is_claimed_.clear();
    std::rethrow_exception(broken);
  }

 private:
  std::atomic_flag is_claimed_;  ///< set by the one thread that may write `broken_`
  std::atomic<bool> is_any_ = false;
  std::exception_ptr broken_;
};

}  // namespace locklab
