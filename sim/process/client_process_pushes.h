// How a client process handles the frames that nodes push: it keeps them until its program listens.
#pragma once

#include <algorithm>
#include <utility>

#include "sim/process/client_process.h"

namespace locklab::sim {

template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::keep_push(R& request) {
  pushes_.push_back({request.node, std::move(request.reply)});
  look_for_push(request.node);
}

/// Wakes the waits that listen to that node.
template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::look_for_push(NodeId node) {
  for (W& wait : waits_) {
    if (!wait.listen || wait.node != node) continue;
    wait.due_local = 0;  // for a timer that is set later, too
    if (driver().wakes(wait)) driver().wake_at(wait, driver().now());
  }
}

template <class Driver, class R, class W>
Reply ClientProcess<Driver, R, W>::take_push(NodeId node) {
  const auto first = std::find_if(pushes_.begin(), pushes_.end(),
                                  [node](const Push& push) { return push.node == node; });
  if (first == pushes_.end())
    return Reply::unknown(driver().listens(node) ? Silence::timeout : Silence::not_subscribed);
  Reply frame = std::move(first->frame);
  pushes_.erase(first);
  return frame;
}

template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::begin(Listen& listen, NodeId node, Duration timeout,
                                        const SourcePlace&) {
  if (crashed_) return;
  W& wait = take_wait();
  wait.listen = &listen;
  wait.node = driver().reached(node);
  const bool has_one = std::any_of(pushes_.begin(), pushes_.end(),
                                   [&wait](const Push& push) { return push.node == wait.node; });
  const bool at_once = has_one || !driver().listens(wait.node);
  wait.due_local = us(monotonic_now() + (at_once ? Duration(0) : timeout));
  listen.slot = static_cast<Pending*>(&wait);
  if (!defers()) return set_timer(wait);
  Action action;
  action.kind = Action::Kind::sleep;
  action.wait = &wait;
  defer(std::move(action));
}

}  // namespace locklab::sim
