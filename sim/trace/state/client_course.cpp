#include "sim/trace/state/client_course.h"

namespace locklab::sim {

void ClientCourses::on(const Event& event) {
  if (event.client == no_client) return;
  ClientCourse& course = courses_[event.client];
  switch (event.kind) {
    case EventKind::started:
      course = {.present = true};
      return;
    case EventKind::sent:
    case EventKind::attempt:
    case EventKind::entered:
      course.present = true;
      return;
    case EventKind::releasing:
      course.releasing = true;
      return;
    case EventKind::lease_lost:
    case EventKind::released:
      course.releasing = false;
      return;
    case EventKind::finished:
    case EventKind::client_crashed:
      course = {.finished = course.finished || event.kind == EventKind::finished};
      return;
    default:
      return;
  }
}

}  // namespace locklab::sim
