#include "lock/env.h"

#include <fmt/format.h>

#include <utility>

#include "lock/assert.h"

namespace locklab {

Await::Await(Env& env, StopSignal* stop) : env_(env), stop_(stop) {
  if (!stop_) return;
  if (stop_->raised()) {
    stop_ = nullptr;
    done_ = stopped_before_ = true;
    return;
  }
  next_ = stop_->first_;
  if (next_) next_->previous_ = this;
  stop_->first_ = this;
}

Await::~Await() { unlink(); }

void Await::unlink() {
  if (!stop_) return;
  (previous_ ? previous_->next_ : stop_->first_) = next_;
  if (next_) next_->previous_ = previous_;
  stop_ = nullptr;
  previous_ = next_ = nullptr;
}

void Await::finish() {
  LOCKLAB_ASSERT(!done_);
  unlink();
  done_ = true;
  if (!waiter_) return;
  const std::coroutine_handle<> waiter = std::exchange(waiter_, {});
  TaskObserver* const observer = env_.observer();
  if (!observer) return waiter.resume();
  observer->runs(waiter.address());
  waiter.resume();
  observer->runs(nullptr);
}

StopSignal::~StopSignal() {
  while (first_) first_->unlink();
}

void StopSignal::raise() {
  raised_ = true;
  while (first_) {
    Await& await = *first_;
    await.unlink();
    await.env_.cancel(await);
  }
}

Call::Call(Env& env, NodeId node, Command&& command, Duration timeout, StopSignal* stop,
           SourcePlace where)
    : Await(env, stop) {
  if (TaskObserver* const observer = env_.observer()) observer->call_begun(*this);
  if (stopped_before_) {
    reply_ = Reply::cancelled();
  } else {
    env_.begin(*this, node, std::move(command), timeout, where);
  }
}

Call::~Call() {
  if (!done_) env_.abandon(*this);
}

Sleep::Sleep(Env& env, Pause pause, StopSignal* stop, SourcePlace where)
    : Await(env, stop), pause_(pause) {
  if (stopped_before_) {
    cancelled_ = true;
  } else {
    env_.begin(*this, pause_.least, where);
  }
}

Sleep::~Sleep() {
  if (!done_) env_.abandon(*this);
}

Listen::Listen(Env& env, NodeId node, Duration timeout, StopSignal* stop, SourcePlace where)
    : Await(env, stop) {
  if (stopped_before_) {
    frame_ = Reply::cancelled();
  } else {
    env_.begin(*this, node, timeout, where);
  }
}

Listen::~Listen() {
  if (!done_) env_.abandon(*this);
}

std::optional<Pause> Env::random_pause(Duration least, Duration spread, Time deadline) {
  const Duration more(random_below(static_cast<std::uint64_t>(us(spread)) + 1));
  if (monotonic_now() + least + more >= deadline) return std::nullopt;
  return Pause(least + more);
}

std::string Env::owner(std::uint32_t thread) {
  if (self_.acquisition == 0) self_ = random_token();
  if (observer_) observer_->received(self_.acquisition);
  std::string name(self_.text());
  name += ':';
  name += fmt::format_int(thread).c_str();
  return name;
}

}  // namespace locklab
