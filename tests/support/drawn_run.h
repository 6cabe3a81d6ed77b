// A judged run of a scenario with its shapes.
#pragma once

#include <string_view>
#include <variant>

#include "app/runs/judged_run.h"
#include "app/timeline/scene/axis.h"
#include "app/timeline/scene/scene.h"
#include "app/timeline/scene/shapes.h"

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

/// Options that show the whole run with all its lanes, 1000 pixels wide.
inline app::TimelineOptions whole_run(const DrawnRun& run,
                                      app::AxisKind kind = app::AxisKind::time) {
  app::TimelineOptions options;
  options.axis = kind;
  options.view = app::fit(run.axis(kind).end());
  options.width = 1000;
  for (std::uint16_t lane = 0; lane < run.scene.lanes.size(); ++lane) options.lanes.push_back(lane);
  return options;
}

inline app::TimelineShapes laid_out(const DrawnRun& run, const app::TimelineOptions& options) {
  return app::lay_out_timeline(run.scene, run.trace(), options);
}
inline app::TimelineShapes laid_out(const DrawnRun& run) { return laid_out(run, whole_run(run)); }

}  // namespace locklab::test
