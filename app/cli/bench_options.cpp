#include "app/cli/bench_options.h"

#include "app/cli/argument_checks.h"
#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/stress/load/origin_of.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

void add_repeat(CLI::App* bench, BenchCommand& command) {
  bench->add_option("--repeat", command.repeat, "Repetitions, for compare.py: 9 or more (1)")
      ->check(whole_number("--repeat", 1, 1'000));
  bench->add_option("--format", command.format, "text, or the json of Google Benchmark")
      ->check(one_of("--format", {"text", "json"}));
}

int run_once(const CLI::App& bench, const BenchOptions& options, const sim::Library* library) {
  if (bench.get_subcommand("sim")->parsed()) return bench_sim(options);
  if (bench.get_subcommand("live")->parsed()) return bench_live(*library, options);
  if (bench.get_subcommand("explore")->parsed()) return bench_explore(*library, options);
  return bench_gui(*library, options);
}

}  // namespace

CLI::App* add_bench(CLI::App& program, BenchCommand& command) {
  BenchOptions& o = command.options;
  CLI::App* bench = program.add_subcommand("bench", "The program's own speed");
  bench->require_subcommand(1);
  CLI::App* sim = bench->add_subcommand("sim", "Simulated messages a second");
  sim->add_option("--simgrid-peer", o.simgrid_peer,
                  "A program that plays the same ping-pong in SimGrid, to compare with");
  CLI::App* explore =
      bench->add_subcommand("explore", "The explorer: all schedules of Redlock, beside Spin");
  explore->add_option("--spin-peer", o.spin_peer,
                      "A program that searches the same model with Spin, to compare with");
  CLI::App* gui = bench->add_subcommand("gui", "The window: a frame, loading, seeking, branching");
  gui->add_option("--events", o.events, "How many events the trace in the window has")
      ->check(whole_number("--events", 1'000, 10'000'000));
  gui->add_flag("--large", o.large, "Also a trace ten times as long");
  CLI::App* live = bench->add_subcommand("live", "Locks on a real Redis: 1, 64 and 1,000 clients");
  for (CLI::App* one : {sim, explore, gui, live}) add_repeat(one, command);
  return bench;
}

bool needs_library(const CLI::App& bench) {
  return bench.get_subcommand("explore")->parsed() || bench.get_subcommand("gui")->parsed() ||
         bench.get_subcommand("live")->parsed();
}

int bench_command(const CLI::App& bench, BenchCommand& command, const sim::Library* library) {
  BenchOptions& options = command.options;
  std::vector<BenchmarkRun> runs;
  if (command.format == "json") options.runs = &runs;
  if (command.repeat > 1 && !options.runs)
    return refuse(
        {"--repeat", 0, 0, say("the runs are kept in JSON"), say("write --format json too")},
        Language::english);
  int status = exit_as_expected;
  for (std::uint32_t i = 0; i < command.repeat && status == exit_as_expected; ++i)
    status = run_once(bench, options, library);
  if (!runs.empty()) print(benchmark_json(runs, origin_of(command.typed)));
  return status;
}

}  // namespace locklab::app
