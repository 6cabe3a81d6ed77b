#include "app/live/run/stepper.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace locklab::app {

namespace {

/// Number of rounds of the loop that data needs to cross this process: from a client to the proxy,
/// or from the proxy to a client, with the client's reaction.
constexpr int rounds_until_quiet = 3;
/// How long a reply is awaited, by the machine's time. A server that owes one for longer counts as
/// stopped from outside.
constexpr Duration answer_patience = 2s;
/// Maximum time between two looks of the observer at a run that waits for its pace.
constexpr double most_between_looks_us = 50'000;

}  // namespace

Stepper::Stepper(redis::Loop& loop, const sim::Trace& trace, LiveObserver& observer, World world)
    : loop_(loop), trace_(trace), observer_(observer), world_(std::move(world)), watch_(trace) {}

Stepper::~Stepper() {
  if (!bell_) return;
  observer_.gate()->stop_listening();
  uv_close(reinterpret_cast<uv_handle_t*>(bell_),
           [](uv_handle_t* bell) { delete reinterpret_cast<uv_async_t*>(bell); });
}

bool Stepper::begin() {
  bell_ = new uv_async_t;
  if (uv_async_init(loop_.uv(), bell_, [](uv_async_t*) {}) != 0) {
    delete std::exchange(bell_, nullptr);
    return false;
  }
  observer_.gate()->listen([bell = bell_] { uv_async_send(bell); });
  loop_.fire_by_hand(true);
  loop_.stand_still(true);
  world_.tell_clocks();
  return true;
}

void Stepper::turn() {
  if (going_ == Going::held && shown_ != trace_.size()) hold();
  // A step ends before the next order is taken, unless that is to hold or to strike.
  bool struck = false;
  while (const auto order = observer_.gate()->take(going_ == Going::step)) {
    follow(*order);
    struck = struck || order->what == StepOrder::strike;
  }
  if (goes_by_steps()) return go_step();
  // The observer is shown the run after an injection, even if it had no effect.
  if (struck && going_ == Going::held) return hold();
  if (going_ == Going::held) {
    world_.take_round();
    if (shown_ && *shown_ != trace_.size()) return;  // a client has reported something new
  }
  loop_.run_once();
}

void Stepper::follow(const LiveOrder& order) {
  switch (order.what) {
    case StepOrder::step:
      if (going_ == Going::held) go_by_steps(Going::step);  // otherwise it is already running
      return;
    case StepOrder::until:
      stop_ = order.stop;
      stop_us_.reset();
      if (stop_.at_us) stop_us_ = loop_.time_us() + *stop_.at_us - world_.now_us();
      return go_by_steps(Going::until);
    case StepOrder::play:
      if (order.pace <= 0) return go_freely();
      catch_up();  // still at the old pace
      pace_ = order.pace;
      go_by_steps(Going::paced);
      return keep_pace();
    case StepOrder::until_broken:
      broken_before_ = watch_.broken_promises();
      return go_by_steps(Going::until_broken);
    case StepOrder::hold:
      if (going_ != Going::held) return hold();
      shown_.reset();  // show the observer the run again, in the next turn
      return;
    case StepOrder::strike:
      catch_up();
      world_.strike(*order.fault);
      if (goes_by_steps()) begin_step();
  }
}

void Stepper::go_freely() {
  going_ = Going::free;
  loop_.stand_still(false);
  loop_.fire_by_hand(false);
  world_.tell_clocks();
  world_.look(true);
}

/// Freezes time, which now only a step advances.
void Stepper::go_by_steps(Going how) {
  from_ = trace_.size();
  going_ = how;
  if (!loop_.fires_by_hand()) {
    loop_.fire_by_hand(true);
    loop_.stand_still(true);
    world_.tell_clocks();
    world_.look(false);
  }
  begin_step();
}

bool Stepper::goes_by_steps() const { return going_ != Going::held && going_ != Going::free; }

bool Stepper::is_owed() const { return world_.is_starting() || (patient_ && world_.is_owed()); }

/// Advances the time of a paced run to now, between two events.
void Stepper::catch_up() {
  if (going_ == Going::paced && loop_.has_timer() && !is_owed())
    move_on_to(std::min(latest_us(), loop_.first_due_us()));
}

void Stepper::hold() {
  catch_up();
  going_ = Going::held;
  patience_.stop();
  loop_.fire_by_hand(true);
  loop_.stand_still(true);
  world_.tell_clocks();
  world_.look(false);
  shown_ = trace_.size();
  observer_.held(trace_);
}

/// Examines the new events. Returns whether the run must be held now.
bool Stepper::has_arrived() {
  if (going_ == Going::step) return trace_.size() > from_;
  if (trace_.size() > from_) observer_.recorded(trace_);
  while (from_ < trace_.size()) {
    const sim::Event& event = trace_[from_++];
    if (going_ == Going::until && stops_at(stop_, event)) return true;
  }
  if (going_ == Going::until_broken) return (watch_.broken_promises() & ~broken_before_) != 0;
  return going_ == Going::until && stop_us_ && loop_.time_us() >= *stop_us_;
}

/// Returns the time up to which the run may advance now.
std::int64_t Stepper::latest_us() const {
  if (going_ == Going::until && stop_us_) return *stop_us_;
  if (going_ != Going::paced) return std::numeric_limits<std::int64_t>::max();
  const auto passed = static_cast<double>(redis::Loop::now_us() - paced_since_us_);
  return paced_from_us_ + static_cast<std::int64_t>(passed * pace_);
}

void Stepper::move_on_to(std::int64_t time_us) {
  if (time_us <= loop_.time_us()) return;
  loop_.move_on_to(time_us);
  world_.tell_clocks();
}

/// Waits until the pace has brought the run to `due_us`, or something else happens, for about 50 ms
/// at most.
void Stepper::wait_at_pace(std::int64_t due_us) {
  observer_.recorded(trace_);
  constexpr Duration rounding = 1ms;  // of the timer, which would fire a little too early
  const double left_us = static_cast<double>(due_us - latest_us()) / pace_;
  pace_over_.start(rounding + Duration(static_cast<std::int64_t>(
                                  std::clamp(left_us, 0.0, most_between_looks_us))));
  loop_.run_once();
}

void Stepper::go_step() {
  if (has_arrived()) return hold();
  world_.take_round();
  if (trace_.size() > from_) return;  // it may be the end of the run
  if (quiet_rounds_ < rounds_until_quiet) {
    ++quiet_rounds_;
    return loop_.run_ready();
  }
  const bool owed = is_owed();
  if (!owed && going_ == Going::until && stop_us_ &&
      (!loop_.has_timer() || loop_.first_due_us() > *stop_us_))
    return move_on_to(*stop_us_);
  if (loop_.has_timer() && !owed && loop_.first_due_us() > loop_.time_us()) {
    const std::int64_t due = loop_.first_due_us();
    if (due > latest_us()) return wait_at_pace(due);
    move_on_to(due);
  }
  if (loop_.has_timer() && loop_.first_due_us() <= loop_.time_us()) {
    begin_step();
    return loop_.fire_first();
  }
  loop_.run_once();
  if (owed) keep_pace();
}

/// Restarts the pace here: waiting for a server takes none of the run's time.
void Stepper::keep_pace() {
  paced_from_us_ = loop_.time_us();
  paced_since_us_ = redis::Loop::now_us();
}

void Stepper::begin_step() {
  quiet_rounds_ = 0;
  patient_ = true;
  patience_.start(answer_patience);
}

}  // namespace locklab::app
