#include "sim/trace/state/client_course.h"

#include <array>

namespace locklab::sim {

std::string_view name(Phase phase) {
  constexpr std::array<std::string_view, static_cast<std::size_t>(Phase::count_)> names{
      "idle", "acquire", "wait", "hold", "release"};
  return names[static_cast<std::size_t>(phase)];
}

void ClientCourses::on(const Event& event) {
  if (event.client == no_client) return;
  ClientCourse& course = courses_[event.client];
  const auto rest = [&] { course.phase = course.holds > 0 ? Phase::hold : Phase::idle; };
  switch (event.kind) {
    case EventKind::started:
      course = {.present = true};
      return;
    case EventKind::sent:
      course.present = true;
      return;
    case EventKind::attempt:
      course.present = true;
      course.phase = Phase::acquire;
      return;
    case EventKind::refused:
      course.phase = Phase::wait;
      return;
    case EventKind::acquired:
      ++course.holds;
      course.phase = Phase::hold;
      return;
    case EventKind::entered:
      course.present = true;
      course.phase = Phase::hold;
      return;
    case EventKind::gave_up:
      return rest();
    case EventKind::left:
      return without_lock(event) ? rest() : void();
    case EventKind::releasing:
      course.phase = Phase::release;
      return;
    case EventKind::released:
      if (course.holds > 0) --course.holds;
      return rest();
    case EventKind::finished:
    case EventKind::client_crashed:
      course = {.finished = course.finished || event.kind == EventKind::finished};
      return;
    default:
      return;
  }
}

}  // namespace locklab::sim
