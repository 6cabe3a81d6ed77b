// What a search through schedules must know of a running coroutine. Its locals cannot be read, but
// they follow from what it was given since it began: replies, clocks, random numbers, results. A
// hash of that stands for them. Nothing is kept unless a FrameList asks for it.
#pragma once

#include <cstdint>

#include "lock/fingerprint.h"

namespace locklab {

struct Frame;

/// The live coroutines of one client, in the order in which they began.
struct FrameList {
  Frame* first = nullptr;
  Frame* last = nullptr;
};

struct Frame {
  Frame();
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;
  ~Frame() {
    if (list) leave();
  }

  FrameList* list;  ///< null: nobody asks
  Frame* previous = nullptr;
  Frame* next = nullptr;
  Frame* caller = nullptr;     ///< who awaits it
  std::uint64_t buffered = 0;  ///< replies that came before they were awaited, in any order
  std::uint32_t calls = 0;     ///< how many it has begun
  Fingerprint received;

 private:
  void join();
  void leave();
};

/// The coroutine that runs now on this thread, and who asks for those that begin outside of any.
struct RunningFrame {
  Frame* frame = nullptr;
  FrameList* list = nullptr;
};
inline constinit thread_local RunningFrame running_frame;

inline Frame::Frame() : list(running_frame.frame ? running_frame.frame->list : running_frame.list) {
  if (list) join();
}

/// The running coroutine is given `value` by the world.
inline void frame_received(std::uint64_t value) {
  Frame* frame = running_frame.frame;
  if (frame && frame->list) frame->received.add(value);
}

}  // namespace locklab
