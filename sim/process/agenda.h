// What is left to do between two callbacks of a world. While faults wait for events, whoever does
// several things in one callback (a client whose program says where it stands and sends commands, a
// node that answers) does them one after the other, so that a fault strikes between two of them and
// never in the middle of one.
#pragma once

#include <deque>
#include <utility>

namespace locklab::sim {

class Performer {
 public:
  /// Does the next thing. False: nothing is left that it could do now.
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
  /// Before everybody else.
  void add_first(Performer& performer) {
    if (!std::exchange(performer.listed_, true)) list_.push_front(&performer);
  }
  void remove(Performer& performer) {
    if (std::exchange(performer.listed_, false)) std::erase(list_, &performer);
  }
  /// Until nothing is left to do: strikes what is due, before anything else, and then lets the
  /// first one do one thing. `strike_next` strikes one fault; false: none is due.
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
