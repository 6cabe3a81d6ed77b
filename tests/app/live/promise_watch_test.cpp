#include "app/live/inference/promise_watch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "app/runs/judged_run.h"
#include "sim/check/check.h"
#include "sim/world/simulate.h"
#include "tests/support/shipped_runs.h"

namespace locklab::app {
namespace {

/// Compares the watch with a check of everything recorded so far, at some forty points of each run.
TEST(PromiseWatch, SeesABrokenPromiseAtTheSameEventAsTheWholeCheck) {
  std::size_t broke = 0;
  for (const std::string& name : sim::shipped_runs()) {
    const auto opened = std::get<sim::OpenedRun>(open_named(sim::Library(), name));
    const sim::Trace whole = sim::simulate(opened.scenario, name);
    sim::Trace so_far;
    so_far.info = whole.info;
    so_far.set_names(whole.names());
    PromiseWatch watch(so_far);
    const std::size_t step = std::max<std::size_t>(1, whole.size() / 40);
    for (std::size_t i = 0; i < whole.size(); ++i) {
      sim::Event event = whole[i];
      if (event.text != sim::no_text) event.text = so_far.keep(whole.text(event));
      so_far.add(event);
      if (i % step != 0 && i + 1 < whole.size()) continue;
      std::uint32_t broken = 0;
      for (const sim::Verdict& verdict : sim::check(so_far))
        if (verdict.kept == sim::Kept::broken)
          broken |= 1u << static_cast<unsigned>(verdict.property);
      ASSERT_EQ(watch.sees_broken(), (broken & whole.info.promises) != 0) << name << " at " << i;
      broke += watch.sees_broken();
    }
  }
  EXPECT_GT(broke, 100u);
}

}  // namespace
}  // namespace locklab::app
