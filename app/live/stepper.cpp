#include "app/live/stepper.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace locklab::app {

namespace {

/// So many rounds of the loop bring what is in this process from one end to the other: a client's
/// bytes to the proxy, or the proxy's to a client, and what the client does then.
constexpr int rounds_until_quiet = 3;
/// So long does an answer take at most, by the run's time.
constexpr std::int64_t longest_answer_us = 1'000;
/// So long is an answer awaited, by the machine's time. A server that gives none has been stopped
/// by somebody.
constexpr std::uint64_t patience_ms = 2'000;

}  // namespace

struct Stepper::Bell {
  uv_async_t order{};
  uv_timer_t patience{};
  bool patient = true;
  int open = 2;

  static void lost_patience(uv_timer_t* timer) { static_cast<Bell*>(timer->data)->patient = false; }
  static void closed(uv_handle_t* handle) {
    Bell* const bell = static_cast<Bell*>(handle->data);
    if (--bell->open == 0) delete bell;
  }
};

Stepper::Stepper(redis::Loop& loop, const sim::Trace& trace, LiveObserver& observer, World world)
    : loop_(loop), trace_(trace), observer_(observer), world_(std::move(world)), watch_(trace) {}

Stepper::~Stepper() {
  if (!bell_) return;
  observer_.gate()->stop_listening();
  uv_close(reinterpret_cast<uv_handle_t*>(&bell_->order), Bell::closed);
  uv_close(reinterpret_cast<uv_handle_t*>(&bell_->patience), Bell::closed);
}

bool Stepper::begin() {
  bell_ = new Bell;
  bell_->order.data = bell_->patience.data = bell_;
  if (uv_async_init(loop_.uv(), &bell_->order, [](uv_async_t*) {}) != 0) {
    delete std::exchange(bell_, nullptr);
    return false;
  }
  uv_timer_init(loop_.uv(), &bell_->patience);
  uv_async_t* const handle = &bell_->order;
  observer_.gate()->listen([handle] { uv_async_send(handle); });
  loop_.fire_by_hand(true);
  loop_.stand_still(true);
  world_.tell_clocks();
  return true;
}

void Stepper::turn() {
  if (going_ == Going::held && shown_ != trace_.size()) hold();
  // A step comes to its end before the next order counts, unless that is to hold.
  while (const auto order = observer_.gate()->take(going_ == Going::step)) follow(*order);
  if (going_ == Going::step) return go_step();
  if (going_ == Going::held) {
    world_.take_round();
    if (shown_ != trace_.size()) return;
  }
  loop_.run_once();
  if (going_ == Going::until_broken && (watch_.broken_promises() & ~broken_before_) != 0) hold();
}

void Stepper::follow(StepOrder order) {
  switch (order) {
    case StepOrder::step:
      if (going_ != Going::held) return;  // it goes on already
      from_ = trace_.size();
      going_ = Going::step;
      return begin_flow();
    case StepOrder::play:
      return go(Going::free);
    case StepOrder::until_broken:
      broken_before_ = watch_.broken_promises();
      return go(Going::until_broken);
    case StepOrder::hold:
      if (going_ != Going::held) return hold();
      shown_.reset();  // the observer asks for another look, after this turn
  }
}

void Stepper::go(Going how) {
  going_ = how;
  loop_.stand_still(false);
  loop_.fire_by_hand(false);
  world_.tell_clocks();
  world_.look(true);
}

void Stepper::hold() {
  going_ = Going::held;
  uv_timer_stop(&bell_->patience);
  loop_.fire_by_hand(true);
  loop_.stand_still(true);
  world_.tell_clocks();
  world_.look(false);
  shown_ = trace_.size();
  observer_.held(trace_);
}

void Stepper::go_step() {
  if (trace_.size() > from_) return hold();
  world_.take_round();
  if (trace_.size() > from_) return;  // it may have been the run's end
  flow();
  if (quiet_rounds_ < rounds_until_quiet) {
    ++quiet_rounds_;
    return loop_.run_ready();
  }
  const bool starting = world_.is_starting();
  const bool owed = starting || (bell_->patient && world_.is_owed());
  if (loop_.has_timer() && !owed && loop_.first_due_us() > loop_.time_us()) {
    loop_.move_on_to(loop_.first_due_us());
    world_.tell_clocks();
  }
  if (loop_.has_timer() && loop_.first_due_us() <= loop_.time_us()) {
    begin_flow();
    return loop_.fire_first();
  }
  if (!starting) return loop_.run_once();
  loop_.stand_still(false);  // the loop wakes up for the next timer
  world_.tell_clocks();
  loop_.run_once();
  loop_.stand_still(true);
  world_.tell_clocks();
  begin_flow();
}

void Stepper::begin_flow() {
  quiet_rounds_ = 0;
  flows_since_us_ = redis::Loop::now_us();
  flowed_us_ = 0;
  bell_->patient = true;
  uv_update_time(loop_.uv());
  uv_timer_start(&bell_->patience, Bell::lost_patience, patience_ms, 0);
}

/// Moves the run's time on by what has passed by the machine's clock, as far as an answer may take.
void Stepper::flow() {
  const std::int64_t passed = std::min(redis::Loop::now_us() - flows_since_us_, longest_answer_us);
  if (passed <= flowed_us_) return;
  loop_.move_on_to(loop_.time_us() + passed - flowed_us_);
  flowed_us_ = passed;
  world_.tell_clocks();
}

}  // namespace locklab::app
