// Animates the window between two states of the model: cursor and zoom glide for a fraction of a
// second, so that the eye can follow. It is separate from the model, and reads no clock.
#pragma once

#include "app/gui/model/model.h"

namespace locklab::app {

class Easing {
 public:
  static constexpr double longest_s = 0.12;

  /// Starts an animation at `now_s` towards the model's state, if motion is on and the state has
  /// changed within the same run and axis. `at_once` suppresses the animation while the run plays
  /// or the user drags.
  void follow(const Model& model, double now_s, bool at_once);
  bool is_moving(double now_s) const;
  /// Writes the animated view and cursor at `now_s` into `drawn`, a copy of the model last passed
  /// to follow().
  void place(Model& drawn, double now_s) const;

 private:
  TimeView view_at(double now_s) const;
  double cursor_at(double now_s) const;
  /// The completed fraction of the animation, 0 .. 1.
  double part(double now_s) const;

  const void* run_ = nullptr;  ///< identity only, never dereferenced
  AxisKind axis_ = AxisKind::time;
  TimeView from_view_, to_view_;
  double from_us_ = 0, to_us_ = 0;
  double begun_s_ = -1e9;
};

}  // namespace locklab::app
