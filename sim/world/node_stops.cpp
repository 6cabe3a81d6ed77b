// The part of Node that freezes and resumes it.
#include "sim/world/node.h"
#include "sim/world/world.h"

namespace locklab::sim {

NoEffect Node::stop(FaultToken token) {
  if (!has_process()) return NoEffect::node_dead;
  stops_.push_back(token);
  Event stopped = event(EventKind::node_stopped);
  stopped.fault = token;
  world_.record(stopped);
  world_.came_or_went(*this);
  return NoEffect::none;
}

bool Node::go_on(FaultToken token) {
  if (!end_fault(stops_, token)) return false;
  Event continued = event(EventKind::node_continued);
  continued.fault = token;
  continued.standing = !stops_.empty();
  world_.record(continued);
  if (up()) wake();
  world_.came_or_went(*this);
  return true;
}

}  // namespace locklab::sim
