#include "lock/frame.h"

namespace locklab {

void Frame::join() {
  previous = list->last;
  (previous ? previous->next : list->first) = this;
  list->last = this;
  // What it was called with follows from what its caller had received by then.
  if (running_frame.frame) received = running_frame.frame->received;
}

void Frame::leave() {
  (previous ? previous->next : list->first) = next;
  (next ? next->previous : list->last) = previous;
}

}  // namespace locklab
