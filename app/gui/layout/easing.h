// How the window gets from what it showed to what the model says: cursor and zoom glide there
// within a blink, so that the eye follows. A value of its own: the model knows nothing of it, and
// no time is read here.
#pragma once

#include "app/gui/model/model.h"

namespace locklab::app {

class Easing {
 public:
  static constexpr double longest_s = 0.12;

  /// The model is thus at `now_s`. `at_once`: what happens now shall not glide (it plays, or the
  /// hand itself moves it).
  void follow(const Model& model, double now_s, bool at_once);
  bool is_moving(double now_s) const;
  /// What is on the screen at `now_s`, of the model that was followed last.
  void place(Model& drawn, double now_s) const;

 private:
  TimeView view_at(double now_s) const;
  double cursor_at(double now_s) const;
  /// 0 .. 1 of the way.
  double part(double now_s) const;

  const void* run_ = nullptr;  ///< only told from others, never looked into
  TimeView from_view_, to_view_;
  double from_us_ = 0, to_us_ = 0;
  double begun_s_ = -1e9;
};

}  // namespace locklab::app
