#include "app/workshop/search_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "app/challenges/level.h"
#include "app/explore/matrix_cache.h"
#include "app/explore/parallel_search.h"
#include "app/matrix/same_faults.h"
#include "app/timeline/words/wording.h"
#include "app/words/display_text.h"
#include "lock/strategy.h"
#include "sim/scenario/promises.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

std::uint32_t threads() { return std::clamp(std::thread::hardware_concurrency(), 1u, 4u); }

/// Limit of the states in one search, for all threads together. A state takes some tens of bytes. A
/// search that reaches the limit is reported as not finished.
constexpr std::uint64_t most_states = 60'000'000;

/// Limits progress reports to four per second, since each one causes a frame to be drawn.
class Throttle {
 public:
  bool due() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return false;
    next_ = now + std::chrono::milliseconds(250);
    return true;
  }

 private:
  std::chrono::steady_clock::time_point next_;
};

std::shared_ptr<const Found> found(const ExploreForm& form, const sim::SearchSpec& spec,
                                   const TimedResult& result, const std::atomic<bool>& stopped) {
  sim::Answer answer = sim::answer(spec, result.found);
  sim::add_classics(spec, answer, [&](const sim::SearchCounts&) { return !stopped; });
  auto made = std::make_shared<Found>();
  made->form = form;
  made->nodes = std::to_string(spec.run.scenario.nodes.size());
  made->faults = sim::to_string(spec.budget);
  made->searched = {answer.counts, result.seconds};
  made->exhausted = answer.exhausted && answer.shows_nothing.empty();
  made->shows_nothing = answer.shows_nothing;
  made->stopped = stopped;
  made->stands_on = sim::ground_words(spec);
  for (Sentence& one : sim::limit_words(spec, answer)) made->stands_on.push_back(std::move(one));
  made->struck = sim::fault_words(spec, answer);
  const Strategy* lock = find_strategy(form.strategy);
  for (std::size_t i = 0; i < sim::property_count; ++i) {
    FoundProperty one;
    one.property = static_cast<sim::Property>(i);
    one.promised = lock && sim::promised_by(lock->id).has(one.property);
    for (const sim::Counterexample& example : answer.broken) {
      if (example.property != one.property) continue;
      one.broken = true;
      one.run = example.run;
      one.steps = example.steps;
      one.why = example.sentence;
      if (!example.also) continue;
      one.also_run = example.also->run;
      one.also_why = example.also->sentence;
    }
    const auto without =
        std::find_if(answer.not_applicable.begin(), answer.not_applicable.end(),
                     [&](const auto& other) { return other.property == one.property; });
    const bool applies = without == answer.not_applicable.end();
    if (!applies) made->not_applicable.emplace_back(one.property, without->why);
    if (one.broken || (applies && spec.wanted.has(one.property)))
      made->properties.push_back(std::move(one));
  }
  std::stable_partition(made->properties.begin(), made->properties.end(),
                        [](const FoundProperty& one) { return one.broken; });
  return made;
}

}  // namespace

Sentence told_in_window(sim::Problem problem) {
  const bool of_a_file = problem.file.find('.') != std::string::npos;
  if (!of_a_file) {
    problem.file.clear();
    problem.line = problem.column = 0;
  }
  return sim::sentence(problem);
}

void explore(const sim::Library& library, const ExploreForm& form, std::uint64_t job,
             const std::atomic<bool>& stopped, const Tell& tell) {
  const auto understood = sim::understand(library, question_of(form));
  if (const auto* problem = std::get_if<sim::Problem>(&understood))
    return tell(intent::NotExplored{job, told_in_window(*problem)});
  const sim::SearchSpec& spec = std::get<sim::SearchSpec>(understood);
  SearchLimits limits;
  limits.threads = threads();
  if (form.seconds > 0) limits.seconds = form.seconds;
  sim::SearchTask task = spec.task();
  task.kind = form.search;
  task.most_states = most_states / limits.threads;
  Throttle throttle;
  const TimedResult result =
      search_in_parallel(task, limits, stopped, [&](const SearchProgress& now) {
        if (throttle.due()) tell(intent::ExploreProgress{job, {now.counts, now.seconds}});
      });
  tell(intent::Explored{job, found(form, spec, result, stopped)});
}

void make_matrix(const sim::Library& library, bool again, std::uint64_t job,
                 const std::atomic<bool>& stopped, const Tell& tell) {
  MatrixTask task;
  task.threads = threads();
  auto made = find_matrix(library, task, again, stopped, [&](const MatrixProgress& now) {
    if (!stopped)
      tell(intent::MatrixGrows{job, std::make_shared<const Matrix>(now.matrix), now.done, now.of});
  });
  if (const auto* problem = std::get_if<sim::Problem>(&made))
    return tell(intent::MatrixNotMade{job, sim::sentence(*problem)});
  if (stopped) return;  // the progress reports have already shown the cells
  tell(intent::MatrixMade{job, std::make_shared<const Matrix>(std::get<Matrix>(std::move(made)))});
}

void solve_level(const work::Solve& wanted, std::uint64_t job, const std::atomic<bool>& stopped,
                 const Tell& tell) {
  const Level& level = levels()[wanted.level];
  Throttle throttle;
  const auto watch = [&](std::uint64_t states) {
    if (throttle.due()) tell(intent::InChallenge{challenge::Progress{job, states}});
    return !stopped;
  };
  tell(intent::InChallenge{challenge::Answered{
      job,
      sim::solve(level.spec.run.scenario, level.spec.budget, level.goal, wanted.from, watch)}});
}

void find_words(const work::FindWords& wanted, std::uint64_t job, const std::atomic<bool>& stopped,
                const Tell& tell) {
  const sim::Trace& trace = wanted.run->trace();
  const std::string words = lowered(wanted.words);
  std::vector<std::uint32_t> found;
  for (std::size_t i = trace.first(); i < trace.size(); ++i) {
    if (stopped) return;
    const auto event = static_cast<std::uint32_t>(i);
    if (lowered(told(event_words(trace, event), wanted.language)).find(words) != std::string::npos)
      found.push_back(event);
  }
  tell(intent::WordsFound{job, std::move(found)});
}

std::vector<Remedy> remedies_of(const sim::Library& library, const ShownRun& run,
                                const std::atomic<bool>& stopped) {
  const std::optional<Matrix> matrix = shipped_matrix(library);
  CanBreak can_break;
  if (matrix)
    can_break = [&](std::string_view strategy, sim::Property property) {
      return breaks_under(*matrix, strategy, property, run.judged.scenario.faults);
    };
  return find_remedies(library, run, stopped, can_break);
}

}  // namespace locklab::app
