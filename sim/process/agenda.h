// The steps left to perform between two callbacks of a world. While faults wait for events,
// clients, nodes and the network defer the steps of a callback and perform them one at a time. A
// fault is then injected between two steps and never in the middle of one.
#pragma once

#include <deque>
#include <utility>

namespace locklab::sim {

class Performer {
 public:
  /// Performs the next deferred step. Returns false if no more can be performed now.
  virtual bool perform_next() = 0;

 protected:
  ~Performer() = default;

 private:
  friend class Agenda;
  bool listed_ = false;
};

class Agenda {
 public:
  bool empty() const { return list_.empty(); }

  void add(Performer& performer) {
    if (!std::exchange(performer.listed_, true)) list_.push_back(&performer);
  }
  /// Puts a performer before all others, unless it is already listed.
  void add_first(Performer& performer) {
    if (!std::exchange(performer.listed_, true)) list_.push_front(&performer);
  }
  void remove(Performer& performer) {
    if (std::exchange(performer.listed_, false)) std::erase(list_, &performer);
  }
  /// Runs until nothing is left to do: injects all due faults, then lets the first performer
  /// perform one step. `strike_next` injects one fault, and returns false if none is due.
  template <class StrikeNext>
  void settle(StrikeNext strike_next) {
    while (strike_next() || perform_next()) continue;
  }

 private:
  bool perform_next() {
    if (list_.empty()) return false;
    Performer& first = *list_.front();
    if (!first.perform_next()) remove(first);
    return true;
  }

  std::deque<Performer*> list_;
};

}  // namespace locklab::sim
