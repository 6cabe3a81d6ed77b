// The things left to do between two callbacks of a world. While faults wait for events, clients and
// nodes that do several things in one callback do them one after the other. A fault then strikes
// between two of them and never in the middle of one.
#pragma once

#include <deque>
#include <utility>

namespace locklab::sim {

class Performer {
 public:
  /// Does the next thing. False: it can do nothing more now.
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
  /// Puts a performer before all others.
  void add_first(Performer& performer) {
    if (!std::exchange(performer.listed_, true)) list_.push_front(&performer);
  }
  void remove(Performer& performer) {
    if (std::exchange(performer.listed_, false)) std::erase(list_, &performer);
  }
  /// Runs until nothing is left to do: strikes all faults that are due, then lets the first
  /// performer do one thing. `strike_next` strikes one fault. False: no fault is due.
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
