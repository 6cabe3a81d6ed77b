#include "lock/task.h"

#include <array>
#include <new>

namespace locklab::detail {

namespace {

constexpr std::size_t step = 64;
constexpr std::size_t classes = 32;  // up to 2 KB; larger frames are rare

struct Free {
  Free* next;
};

/// Under AddressSanitizer every frame is allocated anew, so that a use after its end is seen.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool keeps_frames = false;
#else
constexpr bool keeps_frames = true;
#endif

struct FramePool {
  std::array<Free*, classes> free{};
  ~FramePool() {
    for (Free*& first : free) {
      while (first) {
        Free* next = first->next;
        ::operator delete(first);
        first = next;
      }
    }
    closed = true;
  }
  bool closed = false;  ///< a frame may outlive its thread's pool, at the program's end
  bool in_use = true;
};

FramePool& pool() {
  static thread_local FramePool frames;
  return frames;
}

constexpr std::size_t class_of(std::size_t bytes) { return (bytes - 1) / step; }

}  // namespace

void* take_frame(std::size_t bytes) {
  const std::size_t size_class = class_of(bytes);
  if (!keeps_frames || size_class >= classes || !pool().in_use) return ::operator new(bytes);
  Free*& first = pool().free[size_class];
  if (!first) return ::operator new((size_class + 1) * step);
  Free* frame = first;
  first = frame->next;
  return frame;
}

void keep_frames(bool keep) { pool().in_use = keep; }

void give_frame(void* frame, std::size_t bytes) noexcept {
  const std::size_t size_class = class_of(bytes);
  if (!keeps_frames || size_class >= classes || pool().closed || !pool().in_use)
    return ::operator delete(frame);
  Free*& first = pool().free[size_class];
  first = new (frame) Free{first};
}

}  // namespace locklab::detail
