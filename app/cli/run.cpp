// `locklab run`: runs a scenario in the simulator or on real servers, or loads a saved trace, and
// prints its timeline and whether the result is as expected.
#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/exit_status.h"
#include "app/cli/named_target.h"
#include "app/cli/output.h"
#include "app/cli/output_files.h"
#include "app/cli/run_report.h"
#include "app/cli/settings.h"
#include "app/cli/step_by_keys.h"
#include "app/cli/terminal.h"
#include "app/live/live_limits.h"
#include "app/live/run/run_live.h"
#include "app/runs/interruption.h"
#include "app/runs/judged_run.h"
#include "app/runs/moment.h"
#include "app/timeline/causes/cause_alignment.h"
#include "app/timeline/causes/difference_words.h"
#include "app/timeline/words/server_words.h"
#include "app/words/display_text.h"
#include "lock/strategy.h"
#include "sim/scenario/fault_line.h"
#include "sim/trace/sentence.h"
#include "sim/trace/time_words.h"
#include "sim/trace/trace_file.h"
#include "sim/world/simulate.h"

namespace locklab::app {

namespace {

// ---- which run

/// Attributes the problem to the --fault option that caused it, if one did, and quotes its text.
/// `before` is the number of faults in the run's name itself.
sim::Problem said_of_fault(sim::Problem problem, const std::vector<std::string>& lines,
                           std::size_t before) {
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (problem.file == sim::name_of_added_fault(before + i, before + lines.size()))
      return {std::string(sim::of_fault_option), 0, 0,
              say("'{}': {}", printable(lines[i]), problem.what), std::move(problem.instead)};
  return problem;
}

/// Adds the faults of --fault to the run's name.
std::optional<sim::Problem> add_faults(const sim::Library& library,
                                       const std::vector<std::string>& lines,
                                       const std::vector<std::string>& set, sim::RunName& run) {
  if (lines.empty()) return std::nullopt;
  auto without = sim::open_run(library, run);
  if (auto* problem = std::get_if<sim::Problem>(&without))
    return said_of_option(std::move(*problem), set);
  auto faults = sim::faults_of_lines(lines, std::get<sim::OpenedRun>(without).scenario);
  if (auto* problem = std::get_if<sim::Problem>(&faults)) return std::move(*problem);
  sim::RunName with = run;
  for (std::string& fault : std::get<std::vector<std::string>>(faults))
    with.changes.faults.push_back(std::move(fault));
  auto normalised = sim::parse_run_name(sim::to_string(with));
  if (auto* problem = std::get_if<sim::Problem>(&normalised))
    return sim::Problem{std::string(sim::of_fault_option), 0, 0, std::move(problem->what),
                        std::move(problem->instead)};
  const sim::ChangePlaces places = std::move(run.places);
  run = std::move(std::get<sim::RunName>(normalised));
  run.places = places;
  return std::nullopt;
}

/// A fault typed at the keyboard, to be injected now into a held run, or why it is not valid.
std::variant<sim::Fault, Sentence> typed_fault(const sim::Library& library, sim::RunName run,
                                               const LiveTarget& target, const std::string& words) {
  const auto wrong = [](sim::Problem problem) {
    problem.file.clear();  // it belongs to no option or file
    return sentence(problem);
  };
  if (auto problem = add_faults(library, {"f " + words}, {}, run))
    return wrong(std::move(*problem));
  auto opened = sim::open_run(library, run);
  if (auto* problem = std::get_if<sim::Problem>(&opened)) return wrong(std::move(*problem));
  const sim::Scenario& scenario = std::get<sim::OpenedRun>(opened).scenario;
  if (const auto problem = not_available_live(scenario, target)) return sentence(*problem);
  return scenario.faults.back();
}

// ---- where it runs

/// The servers to use, or why they cannot be used.
std::variant<LiveTarget, LiveProblem> live_target(const RunOptions& options) {
  std::variant<LiveTarget, LiveProblem> target;
  if (options.redis) target = named_target({*options.redis, options.user, options.ask_password});
  if (auto* found = std::get_if<LiveTarget>(&target)) found->processes = options.processes;
  return target;
}

/// Reason why the options cannot be used as given; empty if they can.
Sentence misfit(const RunOptions& options) {
  if (options.redis && options.redis->empty())
    return say("the value of --redis is empty; write --redis HOST:PORT,... or leave it out");
  if (!options.redis && !options.user.empty())
    return say("--user is for servers that --redis names; write --redis HOST:PORT,... too");
  if (!options.redis && options.ask_password)
    return say("--ask-password is for servers that --redis names; write --redis HOST:PORT,... too");
  if (options.step && !options.live && !options.redis)
    return say("--step is for live runs; write --live too, or step in the window");
  if (options.keep && !options.live && !options.redis)
    return say("--keep is for live runs; write --live too, or leave it out");
  if (options.keep && options.step)
    return say("--keep is for runs that go on by themselves; leave out --step");
  if (options.processes && !options.live && !options.redis)
    return say("--processes is for live runs; write --live too");
  if (options.trace_file && (options.trace_file->empty() || *options.trace_file == "-"))
    return say("--trace needs the name of a file, not '{}'; write for example --trace run.trace",
               *options.trace_file);
  return {};
}

/// Prints the servers of an unstepped live run on a terminal, once they are reached.
class SaysWhere final : public LiveObserver {
 public:
  explicit SaysWhere(Language language) : language_(language) {}
  void reached(const sim::TraceInfo& where, const std::string&) override {
    if (const Sentence servers = servers_words(where); !servers.empty() && error_is_terminal())
      print_aside(fmt::format("{}\n", printable(told(servers, language_))));
  }
  bool wants_to_stop() override { return false; }
  void recorded(const sim::Trace&) override {}

 private:
  const Language language_;
};

/// The message shown while a live run starts, which may take seconds.
Sentence starting(const sim::Scenario& scenario, bool own_servers) {
  if (!own_servers) return say("reaching the servers ...");
  const std::size_t servers = scenario.nodes.size();
  Sentence words = servers == 1 ? say("starting 1 server") : say("starting {} servers", servers);
  if (scenario.sentinels == 1) words = say("{} and 1 Sentinel", words);
  if (scenario.sentinels > 1) words = say("{} and {} Sentinels", words, scenario.sentinels);
  if (scenario.cluster) words = say("{}, joining the cluster", words);
  return say("{} ...", words);
}

// ---- output

/// The options of a live run (target, --keep, --processes) for the command that repeats it; empty
/// for a simulated run.
std::string where_again(const RunOptions& run) {
  const std::string keep = run.keep ? fmt::format(" --keep {}", *run.keep) : "";
  const std::string how = keep + (run.processes ? " --processes" : "");
  if (run.live) return " --live" + how;
  if (!run.redis) return "";
  const std::string user = run.user.empty() ? "" : " --user " + shell_quoted(run.user);
  return " --redis " + shell_quoted(*run.redis) + user + how;
}

/// A remark that says by which expectations a changed run was judged; empty if it was not changed.
Sentence whose_expectations(const sim::Library& library, const sim::OpenedRun& opened) {
  sim::RunName own = opened.name;
  own.changes = {};
  const std::string name =
      printable(own.scenario + (own.variation.empty() ? "" : "/" + own.variation));
  const auto as_written = sim::open_run(library, own);
  const auto* written = std::get_if<sim::OpenedRun>(&as_written);
  if (!written || opened.name.changes == sim::Changes{opened.scenario.seed, {}, {}, {}}) return {};
  const std::string& strategy = opened.scenario.strategy;
  if (written->scenario.strategy == strategy)
    return say("The expectations are those of {} as its file is written, without the change.",
               name);
  Sentence said = say(
      "{} says what {} does under these faults, not {}: of {}, only its promises were expected.",
      name, written->scenario.strategy, strategy, strategy);
  for (const sim::VariationName& variation : opened.scenario.variations) {
    own.variation = variation.name;
    const auto other = sim::open_run(library, own);
    const auto* found = std::get_if<sim::OpenedRun>(&other);
    if (!found || found->scenario.strategy != strategy) continue;
    return say("{} {}/{} has its own.", said, printable(own.scenario), variation.name);
  }
  return said;
}

/// The event `here` of a run in words, with its time unless the run ended before it.
Sentence step_words(const sim::Trace& run, std::size_t here, const sim::Trace& other,
                    std::size_t there) {
  const Sentence words = words_of_difference(run, here, other, there);
  return here < run.size() ? say("{}: {}", sim::as_ms(run[here].at), words) : words;
}

/// Simulates the run and describes the first step in which the live one differs. If the live run
/// was `stopped`, later steps of the simulation do not count as a difference.
Sentence compare_with_simulation(const sim::OpenedRun& opened, const sim::Trace& live,
                                 bool stopped) {
  const sim::Trace simulated = sim::simulate(opened.scenario, sim::to_string(opened.name));
  const auto difference = align_by_cause(simulated, live).difference;
  if (!difference) return say("Step by step the same as in the simulator; only the times differ.");
  if (stopped && difference->other == live.size())
    return say("Step by step the same as in the simulator, as far as it went.");
  return say("The first step that differs from the simulator's: {}; there: {}.",
             step_words(live, difference->other, simulated, difference->one),
             step_words(simulated, difference->one, live, difference->other));
}

/// Prints the report and returns the exit status.
int tell(RunReport report, const RunOptions& options) {
  options.json ? static_cast<void>(print(run_as_json(report))) : print_run(report, options);
  for (std::size_t i = report.said; i < report.warnings.size(); ++i)
    complain(report.warnings[i], options.language);
  if (!report.complete()) complain(report.unfinished, options.language);
  return report.as_expected() ? exit_as_expected : exit_not_as_expected;
}

// ---- a saved trace

/// The trace file that the arguments name; nullopt if they name none.
std::optional<std::string> saved_trace(const RunOptions& options) {
  if (options.name.size() != 1 || !sim::names_trace(options.name.front())) return std::nullopt;
  return options.name.front();
}

int tell_trace(const sim::Library& library, const std::string& file, const RunOptions& options) {
  if (options.any() || !options.faults.empty() || options.live || options.redis || options.keep ||
      options.processes || options.trace_file) {
    complain(
        say("{} is a saved trace, and what has happened does not change: only --format, "
            "--all-events and --language change how it is told; name the scenario to run it again",
            printable(file)),
        options.language);
    return exit_bad_input;
  }
  auto loaded = sim::load_trace(file);
  if (const auto* problem = std::get_if<sim::Problem>(&loaded))
    return refuse(*problem, options.language);
  const JudgedRun run = judge_recorded(library, std::move(std::get<sim::Trace>(loaded)));
  return tell(
      {run, warnings_of(run), 0, unfinished(run), {}, "locklab run " + shell_quoted(file), {}},
      options);
}

/// A judged run, with remarks if it was live.
struct Ran {
  JudgedRun run;
  Sentence beside = {};                      ///< how a live run compares with its simulation
  std::optional<LiveProblem> left = {};      ///< what could not be cleaned up on the servers
  std::optional<LiveProblem> ended_by = {};  ///< why it ended early
};

/// Runs on real servers. On failure, prints the reason and returns the exit status.
std::variant<Ran, int> run_on_servers(const sim::Library& library, const sim::OpenedRun& opened,
                                      const RunOptions& options) {
  Ran ran;
  auto target = live_target(options);
  if (const LiveProblem* problem = std::get_if<LiveProblem>(&target)) {
    complain(sentence(*problem), options.language);
    return problem->exit_status;
  }
  const SaysInterrupted while_it_starts(
      "\nlocklab: " +
      told(say("interrupted before the run began; what was started ends by itself"),
           options.language) +
      "\n");
  if (error_is_terminal())
    print_aside(fmt::format(
        "{}\n", printable(told(starting(opened.scenario, options.live), options.language))));
  StepByKeys by_keys(options.language, [&](const std::string& words) {
    return typed_fault(library, opened.name, std::get<LiveTarget>(target), words);
  });
  SaysWhere says_where(options.language);
  LiveObserver* const observer = options.step ? static_cast<LiveObserver*>(&by_keys) : &says_where;
  auto traced = run_live(opened.scenario, std::get<LiveTarget>(target), sim::to_string(opened.name),
                         observer, options.keep.value_or(0));
  if (LiveProblem* problem = std::get_if<LiveProblem>(&traced)) {
    if (!problem->so_far) {
      complain(sentence(*problem), options.language);
      return problem->exit_status;
    }
    std::shared_ptr<sim::Trace> so_far = std::move(problem->so_far);
    // A signal is the usual end of a run without a time limit.
    if (!options.keep || !problem->by_signal()) ran.ended_by = std::move(*problem);
    traced = LiveRun{.trace = std::move(*so_far), .left = {}};
  }
  LiveRun& done = std::get<LiveRun>(traced);
  if (options.step) by_keys.print_new(done.trace);
  ran.left = std::move(done.left);
  if (!options.keep && !ran.ended_by)
    ran.beside = compare_with_simulation(opened, done.trace, by_keys.wants_to_stop());
  ran.run = judge(opened, std::move(done.trace));
  return ran;
}

}  // namespace

int run_command(const sim::Library& library, const RunOptions& options) {
  if (const Sentence wrong = misfit(options); !wrong.empty()) {
    complain(wrong, options.language);
    return exit_bad_input;
  }
  if (const auto file = saved_trace(options)) return tell_trace(library, *file, options);
  std::string line;
  for (const std::string& word : options.name) line += (line.empty() ? "" : " ") + word;
  auto name = named_run(line, options);
  if (const auto* problem = std::get_if<sim::Problem>(&name))
    return refuse(*problem, options.language);
  sim::RunName& named = std::get<sim::RunName>(name);
  const std::size_t faults_before = named.changes.faults.size();
  if (const auto problem = add_faults(library, options.faults, options.set, named))
    return refuse(*problem, options.language);
  auto opening = sim::open_run(library, named);
  if (const auto* problem = std::get_if<sim::Problem>(&opening))
    return refuse(
        said_of_fault(said_of_option(*problem, options.set), options.faults, faults_before),
        options.language);
  const sim::OpenedRun& opened = std::get<sim::OpenedRun>(opening);
  for (const Sentence& warning : opened.warnings) complain(warning, options.language);

  // Checked before the run, since a live run cannot be repeated.
  const OutputFiles outputs{
      {{"--trace", options.trace_file.value_or("")}}, {opened.name.scenario}, options.force};
  if (const int status = check(outputs, options.language); status != exit_as_expected)
    return status;

  Ran ran;
  if (options.live || options.redis) {
    auto on_servers = run_on_servers(library, opened, options);
    if (const int* status = std::get_if<int>(&on_servers)) return *status;
    ran = std::move(std::get<Ran>(on_servers));
  } else {
    ran.run = simulate_and_judge(opened);
  }
  auto& [run, beside, left, ended_by] = ran;

  bool saved = true;
  if (options.trace_file)
    if (const auto problem = sim::save_trace(run.trace, *options.trace_file)) {
      complain(sim::sentence(*problem), options.language);
      saved = false;
    }
  const Sentence remark = run.as_expected() ? Sentence() : whose_expectations(library, opened);
  std::vector<Sentence> warnings = opened.warnings;
  for (Sentence& warning : warnings_of(run)) warnings.push_back(std::move(warning));
  if (left) warnings.push_back(sentence(*left));
  const int status = tell({run, std::move(warnings), opened.warnings.size(),
                           ended_by ? sentence(*ended_by) : unfinished(run), remark,
                           "locklab run " + shell_quoted(run.name) + where_again(options), beside},
                          options);
  if (ended_by && !ended_by->by_signal()) return ended_by->exit_status;
  if (left) return left->exit_status;
  return saved ? status : exit_missing;
}

}  // namespace locklab::app
