#include "app/gui/layout/easing.h"

#include <algorithm>

namespace locklab::app {

double Easing::part(double now_s) const {
  return std::clamp((now_s - begun_s_) / longest_s, 0.0, 1.0);
}

TimeView Easing::view_at(double now_s) const { return between(from_view_, to_view_, part(now_s)); }

double Easing::cursor_at(double now_s) const {
  return between({from_us_, from_us_}, {to_us_, to_us_}, part(now_s)).from;
}

bool Easing::is_moving(double now_s) const {
  return part(now_s) < 1 && !(from_view_ == to_view_ && from_us_ == to_us_);
}

void Easing::follow(const Model& model, double now_s, bool at_once) {
  // There are no intermediate views between two runs, or two axes.
  const bool same = run_ == model.run.get() && axis_ == model.settings.axis;
  run_ = model.run.get();
  axis_ = model.settings.axis;
  if (at_once || !same || !model.settings.motion) {
    from_view_ = to_view_ = model.view;
    from_us_ = to_us_ = model.cursor.at_us;
    return;
  }
  if (to_view_ == model.view && to_us_ == model.cursor.at_us) return;
  from_view_ = view_at(now_s);
  from_us_ = cursor_at(now_s);
  to_view_ = model.view;
  to_us_ = model.cursor.at_us;
  begun_s_ = now_s;
}

void Easing::place(Model& drawn, double now_s) const {
  drawn.view = view_at(now_s);
  const double at_us = cursor_at(now_s);
  if (!drawn.run || at_us == to_us_) return;
  // All views show the state at the intermediate time, not only the timeline.
  drawn.cursor.at_us = at_us;
  drawn.cursor.events = events_until(drawn.run->trace(), static_cast<std::int64_t>(at_us));
}

}  // namespace locklab::app
