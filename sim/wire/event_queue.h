// Upcoming events: timers in order of time (us), ties in the order in which they were set. A timer
// lives inside the object it belongs to, so setting and cancelling one seldom allocates.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "lock/assert.h"

namespace locklab::sim {

/// The purpose of a timer.
enum class TimerKind : std::uint8_t {
  other,
  wire,         ///< a message arrives, or a WAIT at a node ends
  deadline,     ///< a client's timeout
  sleep,        ///< a client's sleep ends
  expiry,       ///< a node looks for expired keys, starts after a delay, or serves again
  replication,  ///< effects reach a replica, or their acknowledgement reaches the master
  fault,        ///< a planned fault begins or ends
  sentinels,    ///< sentinels agree that a master is down, or promote a replica
};

/// A callback that is due at a time set in an EventQueue. `fire` is called after the timer has left
/// the queue.
class Timer {
 public:
  Timer(void (*on_fire)(Timer&), void* belongs_to, TimerKind what = TimerKind::other)
      : fire(on_fire), owner(belongs_to), kind(what) {}
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  bool pending() const { return position_ != not_queued; }

  void (*fire)(Timer&);
  void* owner;  ///< the object it belongs to
  TimerKind kind;

 private:
  friend class EventQueue;
  static constexpr std::uint32_t not_queued = 0xffffffff;
  std::uint32_t position_ = not_queued;  ///< index in the heap, or `in_line` plus the index in the
                                         ///< line
};

/// A four-ary heap that knows the position of each timer, plus a line: a timer due no earlier than
/// the last one in the line is appended to it at no cost. Most timers in the line are deadlines of
/// commands, far in the future and nearly all cancelled. A timer that fires from the heap leaves a
/// gap at its top, which the next timer set into the heap fills, such as that of the reply to an
/// arriving request.
class EventQueue {
 public:
  // empty(), size() and next_at() must not be called while a timer fires.
  bool empty() const { return heap_.empty() && live_in_line_ == 0; }
  std::size_t size() const { return heap_.size() + live_in_line_; }
  /// The queue must not be empty.
  std::int64_t next_at() const {
    LOCKLAB_ASSERT(!empty());
    return line_is_next() ? line_[head_].at : heap_.front().at;
  }

  void set(Timer& timer, std::int64_t at) {
    cancel(timer);
    const Entry entry{at, ++sequence_, &timer};
    if (head_ == line_.size() || line_.back().at <= at) {
      timer.position_ = in_line | static_cast<std::uint32_t>(line_.size());
      line_.push_back(entry);
      ++live_in_line_;
    } else if (std::exchange(gap_, false)) {
      sink(0, entry);
    } else {
      heap_.push_back(entry);
      rise(heap_.size() - 1, entry);
    }
  }

  void cancel(Timer& timer) {
    if (timer.pending()) take_out(timer);
  }

  /// Moves a pending timer, which keeps its rank among timers of the same instant. Must not be
  /// called while a timer fires.
  void move(Timer& timer, std::int64_t at) {
    LOCKLAB_ASSERT(timer.pending());
    const bool lined = (timer.position_ & in_line) != 0;
    Entry entry = lined ? line_[timer.position_ & ~in_line] : heap_[timer.position_];
    if (entry.at == at) return;
    take_out(timer);
    entry.at = at;
    heap_.push_back(entry);
    rise(heap_.size() - 1, entry);
  }

  /// Calls visit(timer, at, sequence) for every timer; those set later have higher sequences.
  template <class Visit>
  void each(Visit visit) const {
    for (const Entry& entry : heap_) visit(*entry.timer, entry.at, entry.sequence);
    for (std::size_t i = head_; i < line_.size(); ++i)
      if (line_[i].timer) visit(*line_[i].timer, line_[i].at, line_[i].sequence);
  }

  /// Takes the first timer out and hands it to `fire`, which may set and cancel timers. The queue
  /// must not be empty.
  template <class Fire>
  void pop(Fire fire) {
    LOCKLAB_ASSERT(!gap_);
    if (line_is_next()) {
      Timer& first = *line_[head_].timer;
      first.position_ = Timer::not_queued;
      leave_line(head_);
      return fire(first);
    }
    // The top entry was due first, so the heap stays valid with it in place.
    Timer& first = *heap_.front().timer;
    first.position_ = Timer::not_queued;
    gap_ = true;
    fire(first);
    if (std::exchange(gap_, false)) leave_heap(0);
  }

 private:
  struct Entry {
    std::int64_t at;
    std::uint64_t sequence;
    Timer* timer;  ///< null once it has left the line
    bool before(const Entry& other) const {
      return at != other.at ? at < other.at : sequence < other.sequence;
    }
  };
  static constexpr std::uint32_t in_line = 0x80000000;

  bool line_is_next() const {
    return live_in_line_ > 0 && (heap_.empty() || line_[head_].before(heap_.front()));
  }

  void take_out(Timer& timer) {
    const std::uint32_t position = std::exchange(timer.position_, Timer::not_queued);
    if (position & in_line) {
      leave_line(position & ~in_line);
    } else {
      leave_heap(position);
    }
  }

  void leave_line(std::size_t place) {
    LOCKLAB_ASSERT(place < line_.size());
    LOCKLAB_ASSERT(live_in_line_ > 0u);
    line_[place].timer = nullptr;
    --live_in_line_;
    while (head_ < line_.size() && !line_[head_].timer) ++head_;
    if (head_ == line_.size()) {
      line_.clear();
      head_ = 0;
    } else if (line_.size() > 2 * live_in_line_ + 16) {
      close_ranks();
    }
  }

  void close_ranks() {
    std::size_t to = 0;
    for (const Entry& entry : line_) {
      if (!entry.timer) continue;
      entry.timer->position_ = in_line | static_cast<std::uint32_t>(to);
      line_[to++] = entry;
    }
    line_.resize(to);
    head_ = 0;
  }

  void leave_heap(std::size_t hole) {
    LOCKLAB_ASSERT(hole < heap_.size());
    const Entry last = heap_.back();
    heap_.pop_back();
    if (hole == heap_.size()) return;
    if (hole > 0 && last.before(heap_[(hole - 1) / 4])) {
      rise(hole, last);
    } else {
      sink(hole, last);
    }
  }

  void put(std::size_t i, const Entry& entry) {
    heap_[i] = entry;
    entry.timer->position_ = static_cast<std::uint32_t>(i);
  }

  /// Puts `entry` at `i` or nearer to the root.
  void rise(std::size_t i, const Entry entry) {
    while (i > 0) {
      const std::size_t parent = (i - 1) / 4;
      if (!entry.before(heap_[parent])) break;
      put(i, heap_[parent]);
      i = parent;
    }
    put(i, entry);
  }

  /// Puts `entry` at `i` or nearer to the leaves.
  void sink(std::size_t i, const Entry entry) {
    const std::size_t size = heap_.size();
    const Entry* const heap = heap_.data();
    const auto first = [heap](std::size_t a, std::size_t b) {
      return heap[b].before(heap[a]) ? b : a;
    };
    for (std::size_t child = 4 * i + 1; child < size; child = 4 * i + 1) {
      std::size_t least = child;
      if (child + 4 <= size) {
        least = first(first(child, child + 1), first(child + 2, child + 3));
      } else {
        while (++child < size) least = first(least, child);
      }
      if (!heap[least].before(entry)) break;
      put(i, heap[least]);
      i = least;
    }
    put(i, entry);
  }

  std::vector<Entry> heap_;
  std::vector<Entry> line_;  ///< by time, with gaps; nothing before head_ is live
  std::size_t head_ = 0;
  std::size_t live_in_line_ = 0;
  bool gap_ = false;  ///< the timer at the heap's top has fired
  std::uint64_t sequence_ = 0;
};

}  // namespace locklab::sim
