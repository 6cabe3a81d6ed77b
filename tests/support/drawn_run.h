// A judged run of a scenario with its shapes.
#pragma once

#include <string_view>
#include <variant>

#include "app/runs/judged_run.h"
#include "app/timeline/axis.h"
#include "app/timeline/scene.h"

namespace locklab::test {

struct DrawnRun {
  app::JudgedRun judged;
  app::Scene scene;
  const sim::Trace& trace() const { return judged.trace; }
  app::Axis axis(app::AxisKind kind) const { return {kind, scene, judged.trace}; }
};

inline DrawnRun drawn(std::string_view name) {
  const auto opened = app::open_named(sim::Library(), name);
  DrawnRun run{app::simulate_and_judge(std::get<sim::OpenedRun>(opened)), {}};
  run.scene = app::build_scene(run.judged.trace, run.judged.verdicts);
  return run;
}

}  // namespace locklab::test
