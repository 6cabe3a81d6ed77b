// `locklab stress`: a load on a real Redis, with a report of the lock's speed, fairness and
// exclusion.
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <fstream>

#include "app/cli/commands.h"
#include "app/cli/exit_status.h"
#include "app/cli/load_output.h"
#include "app/cli/named_target.h"
#include "app/cli/output.h"
#include "app/cli/output_files.h"
#include "app/cli/stress_options.h"
#include "app/cli/terminal.h"
#include "app/runs/interruption.h"
#include "app/stress/kept_windows.h"
#include "app/stress/load/load_scenario.h"
#include "app/stress/load/run_stress.h"
#include "app/stress/report/report_text.h"
#include "app/words/display_text.h"
#include "sim/trace/sentence.h"
#include "sim/trace/whole_file.h"

namespace locklab::app {

namespace {

/// The progress of a load, on one line of a terminal that is overwritten in place.
class ProgressLine {
 public:
  explicit ProgressLine(Language language) : language_(language), shown_(error_is_terminal()) {}
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void tell(const StressWork& work, const StressProgress& now) {
    if (!shown_) return;
    const Sentence line = say("{} s of {}: {} locks/s, p99 {}, {} failures, {} violations",
                              now.second, us(work.duration) / 1'000'000, grouped(now.locks),
                              now.p99_us ? short_time(*now.p99_us) : "-", grouped(now.failures),
                              grouped(now.violations_so_far));
    print_aside(fmt::format("\r\x1b[K{}", fit(told(line, language_), 79)));
    dirty_ = true;
  }
  /// Shows the current phase, before and after the measurement.
  void tell(const StressWork& work, StressPhase phase) {
    static const std::array<Sentence, static_cast<std::size_t>(StressPhase::count_)> doings{
        say("starting or reaching its servers"),
        say("measuring the server's limit"),
        say("warming up"),
        Sentence(),
        say("measuring the server's limit again"),
        say("removing its keys")};
    const Sentence& doing = doings[static_cast<std::size_t>(phase)];
    if (!shown_ || doing.empty()) return;
    print_aside(fmt::format("\r\x1b[K{}",
                            fit(told(say("{}: {} ...", work.label(), doing), language_), 79)));
    dirty_ = true;
  }
  void clear() {
    if (dirty_) print_aside("\r\x1b[K");
    dirty_ = false;
  }

 private:
  const Language language_;
  const bool shown_;
  bool dirty_ = false;
};

/// The problem of options that contradict each other, or request something that cannot be written;
/// nullopt if they do neither.
std::optional<sim::Problem> misfit(const StressCommand& command) {
  if (!command.redis && (!command.user.empty() || command.ask_password))
    return sim::Problem{"", 0, 0,
                        say("--user and --ask-password are for servers that --redis names"),
                        say("write --redis HOST:PORT,... too")};
  const bool mergeable =
      command.format == "json" ||
      (command.out && command.out->ends_with(".json") && !is_benchmark_json(*command.out));
  if (command.part.shard && !mergeable)
    return sim::Problem{"--shard", 0, 0, say("parts are merged from their JSON"),
                        say("write --out FILE.json or --format json too")};
  if (command.save && !command.save->ends_with(".toml"))
    return sim::Problem{"--save", 0, 0,
                        say("'{}' is not a scenario's file", printable(*command.save)),
                        say("end its name with .toml")};
  if (command.keep_violations && command.keep_violations->empty())
    return sim::Problem{"--keep-violations", 0, 0, say("the folder's name is empty"),
                        say("write for example: {}", "--keep-violations violations")};
  return command.out ? unknown_format(*command.out) : std::nullopt;
}

/// Rejects faults of servers that are not the lab's own, except those of their links.
std::optional<LiveProblem> forbidden_fault(const std::vector<StressWork>& works) {
  for (const StressWork& work : works)
    for (const Strike& strike : work.strikes)
      if (strike.at_server() && !strike.on_links() && !work.own_servers)
        return LiveProblem{
            say("'{}' strikes a server that the lab did not start", to_string(strike)),
            say("leave --redis out: then the lab starts servers of its own")};
  return std::nullopt;
}

int refuse(const LiveProblem& problem, Language language) {
  complain(sentence(problem), language);
  return problem.exit_status;
}

/// Saves the load as a scenario, if requested. Returns the exit status.
int save_scenario(const sim::Library& library, const std::vector<StressWork>& works,
                  const StressCommand& command) {
  if (!command.save) return exit_as_expected;
  const Language language = command.language();
  if (works.size() > 1)
    return refuse(sim::Problem{"--save", 0, 0,
                               say("a scenario has one lock, and these are {} loads", works.size()),
                               say("name one strategy, and one value of --appendfsync")},
                  language);
  const auto text = scenario_of(library, works.front(), language);
  if (const auto* problem = std::get_if<sim::Problem>(&text)) return refuse(*problem, language);
  if (const auto problem = sim::write_whole(*command.save, {std::get<std::string>(text)})) {
    refuse(*problem, language);
    return exit_missing;
  }
  return exit_as_expected;
}

/// Opens the folder for trace windows, if requested. Returns the exit status.
int open_folder(WindowFolder& folder, const StressCommand& command) {
  if (!command.keep_violations) return exit_as_expected;
  const auto problem = folder.open();
  return problem ? refuse(*problem, command.language()) : exit_as_expected;
}

/// Reports that no trace window was kept, if none was, since the user will look for one.
void say_if_none_was_kept(const std::vector<StressResult>& results, Language language) {
  bool limits = false;
  for (const StressResult& result : results) {
    for (const Violation& one : result.violations)
      if (!one.file.empty()) return;
    limits = limits || !result.work.critical_sections();
  }
  complain(limits ? say("no trace window was kept: a quota or a counter is judged as a whole, and "
                        "no two holds collide")
                  : say("no trace window was kept: nothing was violated"),
           language);
}

}  // namespace

int stress_command(const sim::Library& library, const StressCommand& command) {
  const Language language = command.language();
  if (const auto problem = misfit(command)) return refuse(*problem, language);
  StressOptions options;
  options.may_be_disturbed = command.yes;
  if (command.redis) {
    auto target = named_target({*command.redis, command.user, command.ask_password});
    if (const auto* problem = std::get_if<LiveProblem>(&target)) return refuse(*problem, language);
    options.target = std::move(std::get<LiveTarget>(target));
  }
  const OutputFiles outputs{
      {{"--out", command.out.value_or("")}, {"--save", command.save.value_or("")}},
      {},
      command.force};
  if (const int status = check(outputs, language); status != exit_as_expected) return status;
  const auto works = works_of(command, options.target.servers.size());
  if (const auto* problem = std::get_if<sim::Problem>(&works)) return refuse(*problem, language);
  const auto& all = std::get<std::vector<StressWork>>(works);
  if (const auto problem = forbidden_fault(all)) return refuse(*problem, language);
  if (const int status = save_scenario(library, all, command); status != exit_as_expected)
    return status;
  WindowFolder folder(command.keep_violations.value_or(""));
  if (const int status = open_folder(folder, command); status != exit_as_expected) return status;
  options.keeps_windows = command.keep_violations.has_value();
  options.command = command.typed;

  const LoadOutput output{command.format == "json", command.out, language};
  const UntilInterrupted until_interrupted;
  ProgressLine line(language);
  std::vector<StressResult> results;
  std::optional<sim::Problem> not_kept;
  for (const StressWork& work : all) {
    options.progress = [&](const StressProgress& now) { line.tell(work, now); };
    options.phase = [&](StressPhase phase) { line.tell(work, phase); };
    auto result = run_stress(work, options, until_interrupted.flag());
    line.clear();
    if (const auto* problem = std::get_if<LiveProblem>(&result)) {
      if (!results.empty()) tell_loads(results, output);
      return refuse(*problem, language);
    }
    results.push_back(std::move(std::get<StressResult>(result)));
    if (!not_kept && command.keep_violations) not_kept = folder.save(results.back());
    if (results.back().interrupted || results.back().problem || until_interrupted.flag()) break;
  }
  const int status = tell_loads(results, output);
  if (command.keep_violations && !not_kept) say_if_none_was_kept(results, language);
  if (!not_kept) return status;
  refuse(*not_kept, language);
  return exit_missing;
}

}  // namespace locklab::app
