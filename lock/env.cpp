#include "lock/env.h"

#include <utility>

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
  unlink();
  done_ = true;
  if (!waiter_) return;
  running_frame.frame = waiting_;
  std::exchange(waiter_, {}).resume();
  running_frame.frame = nullptr;
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
    : Await(env, stop), owner_(running_frame.frame) {
  if (owner_ && !owner_->list) owner_ = nullptr;
  if (owner_) number_ = ++owner_->calls;
  if (stopped_before_) {
    reply_ = Reply::cancelled();
  } else {
    env_.begin(*this, node, std::move(command), timeout, where);
  }
}

std::uint64_t Call::buffered() const {
  Fingerprint print;
  print.add(number_);
  print.add(fingerprint(reply_));
  return print.value();
}

void Call::buffer() {
  came_early_ = true;
  owner_->buffered += buffered();
}

void Call::consume() {
  if (came_early_) owner_->buffered -= buffered();
  frame_received(fingerprint(reply_));
}

Call::~Call() {
  if (!done_) env_.abandon(*this);
}

Sleep::Sleep(Env& env, Duration duration, StopSignal* stop, SourcePlace where) : Await(env, stop) {
  if (stopped_before_) {
    cancelled_ = true;
  } else {
    env_.begin(*this, duration, where);
  }
}

Sleep::~Sleep() {
  if (!done_) env_.abandon(*this);
}

}  // namespace locklab
