#include "app/cli/bench_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>

#include "app/gui/update/branches.h"
#include "app/gui/update/live_state.h"
#include "app/gui/update/update.h"
#include "app/gui/window/shell/unseen_window.h"
#include "app/workshop/workshop.h"

namespace locklab::app {

namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* story = "F02_crash_between";
constexpr std::chrono::seconds longest_step{30};
constexpr double limit_ms = 20;

/// The lab with an invisible window.
class UnseenLab {
 public:
  UnseenLab(const sim::Library& library, const ShownRunPtr& run)
      : workshop_(library, [this] { wake(); }) {
    show_story(model_, run);
    for (int warm = 0; warm < 3; ++warm) window_.draw(model_);
  }

  const Model& model() const { return model_; }

  /// Handles an intent, and starts the job that it requests, if any.
  void want(const Intent& wanted) {
    if (const std::optional<Job> job = update(model_, wanted)) workshop_.start(*job);
  }
  /// Handles finished work until the model satisfies `is`; false if it does not within
  /// longest_step.
  template <class Is>
  bool wait_until(Is is) {
    const auto latest = Clock::now() + longest_step;
    while (!is(model_) && Clock::now() < latest) {
      std::unique_lock lock(mutex_);
      woken_.wait_until(lock, latest, [this] { return awake_; });
      awake_ = false;
      lock.unlock();
      for (const Intent& done : workshop_.finished()) want(done);
    }
    return is(model_);
  }
  /// Takes the next step and shows it. Returns its time in ms; nullopt if it takes more than
  /// longest_step.
  std::optional<double> step() {
    const auto start = Clock::now();
    want(intent::Step{+1});
    if (!wait_until([](const Model& model) { return !awaits_step(model); })) return std::nullopt;
    window_.draw(model_);
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  }

 private:
  void wake() {
    {
      const std::lock_guard lock(mutex_);
      awake_ = true;
    }
    woken_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable woken_;
  bool awake_ = false;
  Model model_;
  UnseenWindow window_{1280, 720};
  Workshop workshop_;  // last, since its threads use the members above
};

bool is_over(const Model& model) { return !model.pending; }
bool is_at_end(const Model& model) { return model.cursor.events >= model.run->trace().size(); }

}  // namespace

std::variant<StepCost, Sentence> measure_steps(const sim::Library& library) {
  auto made = make_shown_run(library, story);
  if (const auto* problem = std::get_if<sim::Problem>(&made)) return sim::sentence(*problem);
  const ShownRunPtr& run = std::get<ShownRunPtr>(made);
  const auto stuck = [](const Model& model) {
    for (const Sentence& problem : {model.live.problem, model.problem})
      if (!problem.empty()) return problem;
    return say("a step of {} does not come to its end", story);
  };

  StepCost cost;
  UnseenLab lab(library, run);
  while (!is_at_end(lab.model())) {
    const std::optional<double> ms = lab.step();
    if (!ms) return stuck(lab.model());
    cost.simulated_ms.push_back(*ms);
  }

  LiveForm form = lab.model().live;
  form.stepped = true;
  lab.want(intent::SetLive{form});
  lab.want(intent::RunLive{});
  lab.wait_until([](const Model& model) { return steps_live(model) || is_over(model); });
  if (!steps_live(lab.model())) return stuck(lab.model());
  while (!is_over(lab.model())) {
    const bool own = steps_live(lab.model());
    const std::optional<double> ms = lab.step();
    if (!ms) return stuck(lab.model());
    if (own) cost.live_ms.push_back(*ms);
  }
  if (cost.live_ms.empty() || cost.simulated_ms.empty()) return stuck(lab.model());
  return cost;
}

void add_steps(const StepCost& cost, std::vector<BenchmarkRun>& runs) {
  for (const auto& [whose, ms] :
       {std::pair("live", &cost.live_ms), {"simulated", &cost.simulated_ms}}) {
    runs.push_back({fmt::format("step/{}/median", whose), median_of(*ms), "ms", ms->size()});
    runs.push_back({fmt::format("step/{}/worst", whose), *std::ranges::max_element(*ms), "ms"});
  }
}

void print_steps(const StepCost& cost) {
  const auto line = [](const char* whose, const std::vector<double>& ms) {
    return fmt::format("{}median {:.1f} ms, worst {:.1f} ms of {}", whose, median_of(ms),
                       *std::max_element(ms.begin(), ms.end()), ms.size());
  };
  fmt::print("step: from the key to its frame, not rasterised: {} (limit {}); {}\n",
             line("live ", cost.live_ms), limit_ms, line("simulated ", cost.simulated_ms));
}

}  // namespace locklab::app
