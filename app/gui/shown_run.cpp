#include "app/gui/shown_run.h"

namespace locklab::app {

std::variant<ShownRunPtr, sim::Problem> make_shown_run(const sim::Library& library,
                                                       std::string_view name) {
  auto opened = open_named(library, name);
  if (auto* problem = std::get_if<sim::Problem>(&opened)) return std::move(*problem);
  auto run = std::make_shared<ShownRun>(
      ShownRun{simulate_and_judge(std::get<sim::OpenedRun>(opened)), {}});
  run->scene = build_scene(run->judged.trace, run->judged.verdicts);
  return ShownRunPtr(std::move(run));
}

}  // namespace locklab::app
