// Live runs that are held, and go on step by step: nothing happens between two steps, and what
// happens in the end is what happens in a run that nobody holds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "app/live/run_live.h"
#include "app/live/step_gate.h"
#include "sim/check/check.h"
#include "sim/scenario/library.h"
#include "sim/scenario/read_scenario.h"
#include "app/runs/judged_run.h"

namespace locklab::app {
namespace {

using sim::EventKind;
using testing::HasSubstr;

/// Gives the next order whenever the run is held.
class Stepping final : public LiveObserver {
 public:
  using Next = std::function<void(Stepping&, const sim::Trace&)>;
  explicit Stepping(Next next = step) : next_(std::move(next)) {}

  static void step(Stepping& self, const sim::Trace&) { self.gate_.give(StepOrder::step); }

  bool wants_to_stop() override { return stopped; }
  void recorded(const sim::Trace&) override {}
  StepGate* gate() override { return &gate_; }
  void held(const sim::Trace& so_far) override {
    sizes.push_back(so_far.size());
    next_(*this, so_far);
  }

  bool stopped = false;
  std::vector<std::size_t> sizes;  ///< of the trace, each time that the run was held

 private:
  Next next_;
  StepGate gate_;
};

sim::Scenario scenario(const std::string& text) {
  auto read = sim::read_scenario(text, "test.toml");
  if (const auto* problem = std::get_if<sim::Problem>(&read))
    ADD_FAILURE() << sim::to_string(*problem);
  return std::get<sim::Scenario>(read);
}

sim::Scenario scenario_of(const std::string& run) {
  return std::get<sim::OpenedRun>(open_named(sim::Library(), run)).scenario;
}

sim::Trace trace_of(const sim::Scenario& scenario, LiveObserver* observer = nullptr) {
  auto ran = run_live(scenario, {}, {}, observer);
  if (const auto* problem = std::get_if<LiveProblem>(&ran)) {
    ADD_FAILURE() << sentence(*problem).english();
    return {};
  }
  return std::move(std::get<LiveRun>(ran).trace);
}

TEST(SteppedRun, X) {
  const sim::Trace t = trace_of(scenario_of("F02"));
  Stepping s;
  const sim::Trace u = trace_of(scenario_of("F02"), &s);
  for (std::size_t i = 0; i < std::max(t.size(), u.size()); ++i) {
    if (i < t.size()) std::cout << t[i].at << " " << int(t[i].client) << " " << name(t[i].kind) ;
    std::cout << "   |   ";
    if (i < u.size()) std::cout << u[i].at << " " << int(u[i].client) << " " << name(u[i].kind) ;
    std::cout << "\n";
  }
  for (auto n : s.sizes) std::cout << n << " ";
  std::cout << "\n";
}

}  // namespace
}  // namespace locklab::app
