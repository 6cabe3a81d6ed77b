// Reuses the memory of finished tasks, since each acquisition and release begins and ends several.
// An Env may be given a pool, and many clients of one thread may share one. A pool belongs to one
// thread and must outlive every task that allocated from it.
#pragma once

#include <array>
#include <cstddef>
#include <new>

namespace locklab {

class FramePool {
 public:
  /// Under GCC's AddressSanitizer no frame is reused, so that the use of a finished task's frame is
  /// detected.
#if defined(__SANITIZE_ADDRESS__)
  static constexpr bool always_anew = true;
#else
  static constexpr bool always_anew = false;
#endif

  /// With `keeps` false, nothing is reused: each frame comes from operator new and returns to it.
  explicit FramePool(bool keeps = true) : keeps_(keeps && !always_anew) {}
  ~FramePool() {
    for (Free* first : free_) {
      while (first) {
        Free* const next = first->next;
        ::operator delete(first);
        first = next;
      }
    }
  }
  FramePool(const FramePool&) = delete;
  FramePool& operator=(const FramePool&) = delete;

  /// Memory for a frame. Sets `bytes` to its actual size, which must be passed to give().
  void* take(std::size_t& bytes) {
    std::size_t size = (bytes - 1) / step;
    if (!keeps_ || size >= sizes) return ::operator new(bytes);
    Free* first = free_[size];
    if (!first) {
      // A client's next tasks may need other frame sizes than its previous ones: reuse a larger
      // block.
      std::size_t larger = size + 1;
      while (larger < sizes && !free_[larger]) ++larger;
      if (larger < sizes) size = larger;
      first = free_[size];
    }
    bytes = (size + 1) * step;
    if (!first) return ::operator new(bytes);
    free_[size] = first->next;
    return first;
  }
  void give(void* frame, std::size_t bytes) noexcept {
    const std::size_t size = (bytes - 1) / step;
    if (!keeps_ || size >= sizes) return ::operator delete(frame);
    free_[size] = new (frame) Free{free_[size]};
  }

 private:
  struct Free {
    Free* next;
  };
  static constexpr std::size_t step = 64;
  static constexpr std::size_t sizes = 32;  // up to 2 KB; larger frames are rare

  std::array<Free*, sizes> free_{};
  const bool keeps_;
};

}  // namespace locklab
