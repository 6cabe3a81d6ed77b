#include "app/live/stepper.h"

#include <algorithm>
#include <utility>

#include "sim/check/check.h"

namespace locklab::app {

namespace {

/// So many rounds of the loop bring what is in this process from one end to the other: a client's
/// bytes to the proxy, or the proxy's to a client, and what the client does then.
constexpr int rounds_until_quiet = 3;

}  // namespace

struct Stepper::Bell {
  uv_async_t handle{};

  static void closed(uv_handle_t* handle) { delete static_cast<Bell*>(handle->data); }
};

Stepper::Stepper(redis::Loop& loop, const sim::Trace& trace, LiveObserver& observer, World world)
    : loop_(loop), trace_(trace), observer_(observer), world_(std::move(world)) {}

Stepper::~Stepper() {
  if (!bell_) return;
  observer_.gate()->stop_listening();
  uv_close(reinterpret_cast<uv_handle_t*>(&bell_->handle), Bell::closed);
}

bool Stepper::begin() {
  bell_ = new Bell;
  bell_->handle.data = bell_;
  if (uv_async_init(loop_.uv(), &bell_->handle, [](uv_async_t*) {}) != 0) {
    delete std::exchange(bell_, nullptr);
    return false;
  }
  uv_async_t* const handle = &bell_->handle;
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
  loop_.run_once();
  if (going_ == Going::until_broken && breaks_promise()) hold();
}

void Stepper::follow(StepOrder order) {
  switch (order) {
    case StepOrder::step:
      if (going_ != Going::held) return;  // it goes on already
      from_ = trace_.size();
      quiet_rounds_ = 0;
      return go(Going::step);
    case StepOrder::play:
      return go(Going::free);
    case StepOrder::until_broken:
      return go(Going::until_broken);
    case StepOrder::hold:
      if (going_ != Going::held) return hold();
      shown_.reset();  // the observer asks for another look, after this turn
  }
}

void Stepper::go(Going how) {
  going_ = how;
  loop_.stand_still(false);
  world_.tell_clocks();
  const bool freely = how != Going::step;
  loop_.fire_by_hand(!freely);
  world_.look(freely);
}

void Stepper::hold() {
  going_ = Going::held;
  loop_.fire_by_hand(true);
  loop_.stand_still(true);
  world_.tell_clocks();
  world_.look(false);
  shown_ = trace_.size();
  observer_.held(trace_);
}

void Stepper::go_step() {
  if (trace_.size() > from_) return hold();
  if (quiet_rounds_ < rounds_until_quiet) {
    ++quiet_rounds_;
    return loop_.run_ready();
  }
  const bool owed = world_.is_owed();
  if (loop_.has_timer() && !owed && loop_.first_due_us() > loop_.time_us()) {
    loop_.move_on_to(loop_.first_due_us());
    world_.tell_clocks();
  }
  if (loop_.has_timer() && loop_.first_due_us() <= loop_.time_us()) {
    quiet_rounds_ = 0;
    return loop_.fire_first();
  }
  loop_.run_once();
}

/// Whether the run breaks a promise that its lock makes. Judging a long trace takes a tenth of the
/// run's time at most.
bool Stepper::breaks_promise() {
  const auto begin = std::chrono::steady_clock::now();
  if (judged_ == trace_.size() || begin < next_judging_) return false;
  judged_ = trace_.size();
  const std::vector<sim::Verdict> verdicts = sim::check(trace_);
  const auto end = std::chrono::steady_clock::now();
  next_judging_ = end + 9 * (end - begin);
  return std::any_of(verdicts.begin(), verdicts.end(), [](const sim::Verdict& verdict) {
    return verdict.promised && verdict.kept == sim::Kept::broken;
  });
}

}  // namespace locklab::app
