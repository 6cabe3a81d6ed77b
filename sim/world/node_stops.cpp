// The part of Node that stands still: frozen from outside, or asleep by itself.
#include "sim/world/node.h"
#include "sim/world/world.h"

namespace locklab::sim {

bool Node::stop(FaultToken token) {
  if (!has_process()) return false;
  stops_.push_back(token);
  Event stopped = event(EventKind::node_stopped);
  stopped.fault = token;
  world_.record(stopped);
  world_.came_or_went(*this);
  return true;
}

bool Node::sleep(FaultToken token) {
  if (!up()) return false;
  stops_.push_back(token);
  sleeps_by_ = token;
  Event asleep = event(EventKind::node_stopped);
  asleep.detail = 1;
  asleep.fault = token;
  world_.record(asleep);
  world_.came_or_went(*this);
  return true;
}

bool Node::thaw() { return sleeps_by_ == every_fault && go_on(every_fault); }

bool Node::go_on(FaultToken token) {
  if (!end_fault(stops_, token)) return false;
  if (token == sleeps_by_) sleeps_by_ = every_fault;
  Event continued = event(EventKind::node_continued);
  continued.fault = token;
  continued.standing = !stops_.empty();
  world_.record(continued);
  if (up()) wake();
  world_.came_or_went(*this);
  return true;
}

}  // namespace locklab::sim
