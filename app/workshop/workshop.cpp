#include "app/workshop/workshop.h"

#include <chrono>
#include <csignal>
#include <optional>
#include <utility>

#include "app/live/run/run_live.h"
#include "app/quiz/judge_answer.h"
#include "app/runs/late_run.h"
#include "app/runs/vain_faults.h"
#include "app/workshop/file_work.h"
#include "app/workshop/load_work.h"
#include "app/workshop/refused_live.h"
#include "app/workshop/search_work.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

/// Whether a job makes the run that the lab shows next, in place of a run in progress.
bool makes_run(const Job& job) {
  return job.work.is<work::Run>() || job.work.is<work::Live>() ||
         job.work.is<work::OpenViolation>();
}

/// Whether a job lists, reads or saves files without making a run. Such jobs do not wait for a run
/// to end, since a class may keep a stepped live run for an hour.
bool is_of_files(const Job& job) {
  return job.work.is<work::Save>() || job.work.is<work::SaveNotebook>() ||
         job.work.is<work::ReadLesson>() || job.work.is<work::SaveLoads>() ||
         job.work.is<work::ReadLoads>() || job.work.is<work::List>();
}

/// Passes on the events that a live run has recorded so far.
class ProgressObserver final : public LiveObserver {
 public:
  using HandOn = std::function<void(const sim::Trace& so_far, bool held)>;
  /// `gate` is null if the run is not stepped.
  ProgressObserver(sim::RunProgress& progress, StepGate* gate, HandOn hand_on)
      : progress_(progress), gate_(gate), hand_on_(std::move(hand_on)) {}

  bool wants_to_stop() override { return progress_.cancelled; }
  StepGate* gate() override { return gate_; }
  void held(const sim::Trace& so_far) override {
    progress_.events = so_far.size();
    hand_on_(so_far, true);
  }
  void recorded(const sim::Trace& so_far) override {
    // Building the shapes of a long trace blocks the clients, so it may take at most a tenth of the
    // time.
    if (so_far.size() == progress_.events || std::chrono::steady_clock::now() < next_) return;
    progress_.events = so_far.size();
    const auto begin = std::chrono::steady_clock::now();
    hand_on_(so_far, false);
    const auto end = std::chrono::steady_clock::now();
    next_ = end + 9 * (end - begin);
  }

 private:
  sim::RunProgress& progress_;
  StepGate* gate_;
  HandOn hand_on_;
  std::chrono::steady_clock::time_point next_;
};

/// A message that asks the user to report the bug.
Sentence own_fault(const BrokenInvariant& broken) {
  return say("this is a fault of the lab itself; please report it: {}",
             Sentence::name(broken.what()));
}

}  // namespace

Workshop::Workshop(const sim::Library& library, std::function<void()> wake)
    : library_(library),
      wake_(std::move(wake)),
      runs_(
          [this](const Job&) {
            progress_.cancelled = false;
            progress_.events = 0;
          },
          [this](const Job& job) { tell_of(job, [&] { return made(job); }); }),
      files_([](const Job&) {},
             [this](const Job& job) { tell_of(job, [&] { return done_with_file(job); }); }) {}

template <class Do>
void Workshop::tell_of(const Job& job, Do work) {
  try {
    tell(work());
  } catch (const BrokenInvariant& broken) {
    tell(intent::NotOpened{job.job, own_fault(broken)});
  }
}

template <class NotDone>
LongWork::Broken Workshop::telling(std::uint64_t job) {
  return [this, job](const BrokenInvariant& broken) { tell(NotDone{job, own_fault(broken)}); };
}

Workshop::~Workshop() {
  drop_runs();
  exploring_.stop();
  matrix_.stop();
  solving_.stop();
  finding_.stop();
  judging_.stop();
  saving_.stop();
  loading_.stop();
}

void Workshop::drop_runs() {
  runs_.drop(makes_run, [this] {
    progress_.cancelled = true;
    gate_.wake();
  });
}

bool Workshop::start_long_work(const Job& job) {
  const auto hand_on = [this](Intent finished) { tell(std::move(finished)); };
  if (const auto* wanted = job.work.get_if<work::Explore>()) {
    exploring_.start(
        [=, this, form = wanted->form, number = job.job](const std::atomic<bool>& stopped) {
          explore(library_, form, number, stopped, hand_on);
        },
        telling<intent::NotExplored>(job.job));
    return true;
  }
  if (const auto* wanted = job.work.get_if<work::MakeMatrix>()) {
    matrix_.start(
        [=, this, again = wanted->again, number = job.job](const std::atomic<bool>& stopped) {
          make_matrix(library_, again, number, stopped, hand_on);
        },
        telling<intent::MatrixNotMade>(job.job));
    return true;
  }
  if (const auto* wanted = job.work.get_if<work::Solve>()) {
    solving_.start(
        [=, level = *wanted, number = job.job](const std::atomic<bool>& stopped) {
          solve_level(level, number, stopped, hand_on);
        },
        telling<intent::FoundFault>(job.job));
    return true;
  }
  if (const auto* wanted = job.work.get_if<work::FindWords>()) {
    finding_.start(
        [=, find = *wanted, number = job.job](const std::atomic<bool>& stopped) {
          find_words(find, number, stopped, hand_on);
        },
        telling<intent::FoundFault>(job.job));
    return true;
  }
  if (const auto* wanted = job.work.get_if<work::FindRemedies>()) {
    saving_.start(
        [=, this, run = wanted->run, number = job.job](const std::atomic<bool>& stopped) {
          auto found = remedies_of(library_, *run, stopped);
          if (!stopped) tell(intent::RemediesFound{number, std::move(found)});
        },
        telling<intent::FoundFault>(job.job));
    return true;
  }
  if (const auto* wanted = job.work.get_if<work::JudgeLease>()) {
    judging_.start(
        [=, this, asked = *wanted, number = job.job](const std::atomic<bool>&) {
          tell(intent::AnswerJudged{number, is_least_lease(library_, *asked.run, asked.ms)});
        },
        telling<intent::FoundFault>(job.job));
    return true;
  }
  if (job.work.is<work::StopSolving>()) {
    solving_.stop();
    return true;
  }
  if (job.work.is<work::StopExploring>()) {
    exploring_.stop();
    return true;
  }
  if (job.work.is<work::StopMatrix>()) {
    matrix_.stop();
    return true;
  }
  return false;
}

bool Workshop::start_load(const Job& job) {
  if (const auto* wanted = job.work.get_if<work::CheckLoad>()) {
    tell(intent::LoadChecked{job.job, mistakes_of(wanted->form)});
    return true;
  }
  if (const auto* wanted = job.work.get_if<work::RunLoad>()) {
    if (auto mistakes = mistakes_of(wanted->form); !mistakes.empty()) {
      tell(intent::LoadChecked{job.job, std::move(mistakes)});
      tell(intent::LoadsOver{job.job, {}});
      return true;
    }
    loading_.start(
        [this, form = wanted->form, number = job.job](const std::atomic<bool>& stopped) {
          run_loads(form, orders_, number, stopped, [this](Intent said) { tell(std::move(said)); });
        },
        telling<intent::LoadsOver>(job.job));
    return true;
  }
  if (job.work.is<work::StopLoad>()) {
    loading_.stop();
    return true;
  }
  if (const auto* wanted = job.work.get_if<work::StrikeLoad>()) {
    orders_.add(wanted->strike);
    return true;
  }
  return false;
}

void Workshop::start(Job job) {
  if (start_long_work(job) || start_load(job)) return;
  if (const auto* wanted = job.work.get_if<work::OrderStep>()) return gate_.give(wanted->order);
  if (const auto* wanted = job.work.get_if<work::StrikeLive>()) return strike(*wanted, job.job);
  const bool cancel = job.work.is<work::Cancel>();
  if (cancel || makes_run(job)) drop_runs();
  if (cancel) return;
  JobQueue& queue = is_of_files(job) ? files_ : runs_;
  queue.add(std::move(job));
}

void Workshop::strike(const work::StrikeLive& wanted, std::uint64_t job) {
  auto order = strike_order(library_, wanted.name);
  if (auto* refused = std::get_if<Sentence>(&order))
    return tell(intent::NotStruck{job, std::move(*refused)});
  gate_.give(std::move(std::get<LiveOrder>(order)));
}

std::vector<Intent> Workshop::finished() {
  const std::lock_guard lock(mutex_);
  return std::exchange(finished_, {});
}

Intent Workshop::done_with_file(const Job& job) {
  if (const auto* save = job.work.get_if<work::Save>()) return saved(library_, *save, job.job);
  if (const auto* notebook = job.work.get_if<work::SaveNotebook>())
    return saved(*notebook, job.job);
  if (const auto* lesson = job.work.get_if<work::ReadLesson>())
    return read(library_, *lesson, job.job);
  if (const auto* loads = job.work.get_if<work::SaveLoads>()) return saved(*loads, job.job);
  if (const auto* file = job.work.get_if<work::ReadLoads>()) return read(*file, job.job);
  return listed(job.work.get<work::List>(), job.job);
}

Intent Workshop::made(const Job& job) {
  if (const auto* violation = job.work.get_if<work::OpenViolation>())
    return opened(library_, *violation, job.job);
  if (const auto* live = job.work.get_if<work::Live>()) return run_live(*live, job.job);
  auto made = make_shown_run(library_, job.work.get<work::Run>().name, &progress_);
  if (const auto* problem = std::get_if<sim::Problem>(&made))
    return intent::NotOpened{job.job, told_in_window(*problem)};
  return intent::Opened{job.job, std::move(std::get<ShownRunPtr>(made))};
}

void Workshop::tell(Intent finished) {
  {
    const std::lock_guard lock(mutex_);
    finished_.push_back(std::move(finished));
  }
  wake_();
}

Intent Workshop::run_live(const work::Live& live, std::uint64_t job) {
  auto opened = open_named(library_, live.name);
  if (const auto* problem = std::get_if<sim::Problem>(&opened))
    return intent::NotOpened{job, told_in_window(*problem)};
  const sim::OpenedRun& run = std::get<sim::OpenedRun>(opened);
  StepGate* const gate = live.stepped ? &gate_ : nullptr;
  ProgressObserver observer(progress_, gate, [&](const sim::Trace& so_far, bool held) {
    tell(intent::LiveProgress{job, make_recorded_run(library_, so_far.copy()), held});
  });
  auto recorded = app::run_live(run.scenario, live.target, live.name, &observer);
  if (auto* problem = std::get_if<LiveProblem>(&recorded)) {
    // The run caught the signal in order to clean up. The signal is meant for the program, so it is
    // raised again.
    if (problem->by_signal()) {
      const int number = problem->exit_status == interrupted_status ? SIGINT : SIGTERM;
      std::signal(number, SIG_DFL);
      std::raise(number);
    }
    if (problem->so_far)
      tell(intent::LiveProgress{job, make_recorded_run(library_, std::move(*problem->so_far)),
                                false});
    return intent::NotOpened{job, sentence(*problem)};
  }
  LiveRun& ran = std::get<LiveRun>(recorded);
  Sentence remark = ran.left ? sentence(*ran.left) : Sentence();
  const auto add = [&remark](const Sentence& one) {
    remark = remark.empty() ? one : say("{}; {}", remark, one);
  };
  for (const Sentence& vain : vain_fault_words(run.scenario.faults, ran.trace)) add(vain);
  if (const auto late_us = too_late_us(ran.trace, run.scenario)) add(too_late_words(*late_us));
  return intent::Opened{job, make_recorded_run(library_, std::move(ran.trace)), std::move(remark)};
}

}  // namespace locklab::app
