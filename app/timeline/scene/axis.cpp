#include "app/timeline/scene/axis.h"

#include <algorithm>
#include <cmath>

namespace locklab::app {

namespace {

/// The average duration of a step in us, used before the start and after the end of the run.
double usual_step_us(const Scene& scene) {
  return std::max(static_cast<double>(scene.end) / static_cast<double>(scene.steps.size()), 1.0);
}

}  // namespace

std::int64_t Axis::end() const {
  return is_time() ? scene_->end : static_cast<std::int64_t>(scene_->steps.size());
}

double Axis::step_of(std::size_t events) const {
  return events == 0 ? 0 : static_cast<double>(scene_->step_of[events - 1]) + 1;
}

double Axis::at_step(std::size_t step) const {
  return step == 0 ? 0 : static_cast<double>((*trace_)[scene_->steps[step - 1]].at);
}

double Axis::after(std::size_t events, double at_us) const {
  if (is_time()) return at_us;
  const double step = step_of(events);
  if (events >= trace_->size()) {
    const double beyond = at_us - static_cast<double>(scene_->end);
    return step + std::max(beyond, 0.0) / usual_step_us(*scene_);
  }
  const double from = events == 0 ? 0 : static_cast<double>((*trace_)[events - 1].at);
  const double to = static_cast<double>((*trace_)[events].at);
  if (at_us < from) return step + std::min(at_us, 0.0) / usual_step_us(*scene_);
  if (to <= from) return step;
  return step + std::min((at_us - from) / (to - from), 1.0);
}

double Axis::position(double at_us) const {
  if (is_time()) return at_us;
  return after(events_until(*trace_, static_cast<std::int64_t>(std::floor(at_us))), at_us);
}

double Axis::position(std::int64_t at_us, std::uint32_t event) const {
  if (is_time()) return static_cast<double>(at_us);
  if (event >= scene_->step_of.size()) return position(static_cast<double>(at_us));
  return step_of(std::size_t{event} + 1);
}

double Axis::time(double position) const {
  if (is_time()) return position;
  if (position <= 0) return position * usual_step_us(*scene_);
  const double whole = std::floor(position);
  const auto steps = static_cast<double>(scene_->steps.size());
  if (whole >= steps)
    return static_cast<double>(scene_->end) + (position - steps) * usual_step_us(*scene_);
  const auto step = static_cast<std::size_t>(whole);
  const double from = at_step(step);
  return from + (position - whole) * (at_step(step + 1) - from);
}

}  // namespace locklab::app
