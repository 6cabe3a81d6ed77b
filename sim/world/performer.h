// Whoever does several things in one callback: a client whose program says where it stands and
// sends commands, a node that answers. While faults wait for events these are done one after the
// other, so that a fault strikes between two of them, and never in the middle of one.
#pragma once

namespace locklab::sim {

class Performer {
 public:
  /// Does the next thing. False: nothing is left that it could do now.
  virtual bool perform_next() = 0;

 protected:
  ~Performer() = default;

 private:
  friend class World;
  bool on_agenda_ = false;
};

}  // namespace locklab::sim
