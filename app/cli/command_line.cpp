#include "app/cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <variant>

#include "app/cli/argument_checks.h"
#include "app/cli/bench_options.h"
#include "app/cli/commands.h"
#include "app/cli/exit_status.h"
#include "app/cli/misuse.h"
#include "app/cli/output.h"
#include "app/cli/quiz_options.h"
#include "app/cli/settings.h"
#include "app/cli/stress_options.h"
#include "app/cli/usage.h"
#include "app/gui/window/shell/window.h"
#include "app/lessons/lesson_file.h"
#include "app/live/inference/flight_recorder.h"
#include "app/runs/judged_run.h"
#include "app/runs/moment.h"
#include "app/words/display_text.h"
#include "lock/version.h"
#include "sim/trace/problem.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace_file.h"

namespace locklab::app {

namespace {

constexpr std::string_view version = "locklab " LOCKLAB_VERSION;

struct Format {
  std::string word = "text";
  bool json() const { return word == "json"; }
};

/// Takes words that are the same in small and capital letters.
CLI::Option* in_any_case(CLI::Option* option) {
  return option->transform([](const std::string& word) { return lowered(word); });
}

void add_format(CLI::App* command, Format& format) {
  in_any_case(command->add_option("--format", format.word, "text or json"))
      ->check(one_of("--format", {"text", "json"}));
}

/// The language of text output; JSON is the same in every language.
struct LanguageOption {
  std::string word = "en";
  Language language() const { return word == "zh" ? Language::chinese : Language::english; }
};

void add_language(CLI::App* command, LanguageOption& language) {
  in_any_case(command->add_option("--language", language.word, "of the output: en or zh"))
      ->check(one_of("--language", {"en", "zh"}));
}

struct Options {
  ListOptions list;
  RunOptions run;
  ExploreOptions explore;
  MatrixOptions matrix;
  MergeOptions merge;
  std::string property;
  std::string search = "shortest";
  std::string shard = "1/1";
  ExportOptions export_;
  QuizCommand quiz;
  StressCommand stress;
  BenchCommand bench;
  WindowOptions window;
  Format format;
  LanguageOption language;
};

CLI::App* add_list(CLI::App& program, Options& options) {
  CLI::App* list =
      program.add_subcommand("list", "List strategies, scenarios, faults or properties");
  in_any_case(
      list->add_option("what", options.list.what, "strategies, scenarios, faults or properties"));
  add_format(list, options.format);
  add_language(list, options.language);
  return list;
}

/// Adds the options that change a run.
void add_changes(CLI::App& command, RunChanges& changes) {
  in_any_case(
      command.add_option("--strategy", changes.strategy, "Another lock (locklab list strategies)"));
  command.add_option("--seed", changes.seed, "Seed of all randomness in the run")
      ->check(whole_number("--seed"));
  command.add_option("--set", changes.set, "key=value: change a setting of the scenario")
      ->take_all()
      ->allow_extra_args(false);
}

/// Adds the options for the servers and mode of a live run.
void add_live_options(CLI::App& run, RunOptions& o) {
  CLI::Option* live = run.add_flag("--live", o.live, "On redis-servers that it starts for the run");
  run.add_flag("--step", o.step, "Live, step by step: Enter lets one thing happen");
  run.add_flag("--processes", o.processes,
               "Live, each client a process: a pause is SIGSTOP, a crash SIGKILL");
  run.add_option("--keep", o.keep,
                 "Live, for days: the last events are kept, until a promise breaks or Ctrl+C")
      ->check(whole_number("--keep", fewest_kept_events, most_kept_events));
  run.add_option(
         "--redis", o.redis,
         "On these servers: HOST:PORT,...; it touches only keys that begin with locklab: or "
         "{locklab:")
      ->excludes(live);
  run.add_option("--user", o.user,
                 "ACL user; the password comes from LOCKLAB_REDIS_PASSWORD or a prompt");
  run.add_flag("--ask-password", o.ask_password,
               "Ask for the password on the terminal, and ignore the environment");
}

CLI::App* add_run(CLI::App& program, Options& options) {
  CLI::App* run = program.add_subcommand("run",
                                         "Run a scenario, and judge which promises were kept: "
                                         "SCENARIO, SCENARIO/VARIATION, FILE.toml, the name of "
                                         "an earlier run in quotes, or a saved trace");
  RunOptions& o = options.run;
  run->add_option("scenario", o.name, "A scenario, the name of a run, or a saved trace")
      ->required();
  add_changes(*run, o);
  run->add_option("--fault", o.faults,
                  "One more fault: \"at 60ms pause alice 500ms\", \"when alice entered: crash "
                  "alice\", \"at 0ms drop requests 2 EVAL\"; locklab list faults names the kinds")
      ->take_all()
      ->allow_extra_args(false);
  add_live_options(*run, o);
  run->add_option("--trace", o.trace_file, "Save the trace to this file");
  run->add_flag("--force", o.force, "Write over files that the lab has not written");
  run->add_flag("--all-events", o.all_events, "Show every event, fold nothing");
  add_format(run, options.format);
  add_language(run, options.language);
  return run;
}

CLI::App* add_explore(CLI::App& program, Options& options) {
  CLI::App* explore = program.add_subcommand(
      "explore", "Search for schedules that break a lock, and print the shortest");
  ExploreOptions& o = options.explore;
  sim::Question& q = o.question;
  in_any_case(explore->add_option("--strategy", q.strategy, "The lock (locklab list strategies)"))
      ->required();
  explore->add_option("--clients", q.clients, "How many compete for it")
      ->check(whole_number("--clients", 1, 6));
  explore->add_option("--nodes", q.nodes, "How many servers hold it")
      ->check(whole_number("--nodes", 1, 9));
  explore->add_option("--rounds", q.rounds, "How often each client takes it")
      ->check(whole_number("--rounds", 1, 10));
  explore->add_option("--faults", q.faults,
                      "What may go wrong, and how often: clock_jump=1,pause@acquire=1 (crash, "
                      "pause, kill, power, stop, cut, hold, lose, clock_jump, drift, failover, "
                      "split_brain, foreign_release, delete; @ a phase, a client or a node)");
  explore
      ->add_option_function<std::uint64_t>(
          "--least-outage-ms",
          [&q](std::uint64_t ms) { q.least_outage = std::chrono::milliseconds(ms); },
          "A dead node is not back sooner, and a replica does not take its place sooner; a tenth "
          "of the lease by default")
      ->check(whole_number("--least-outage-ms", 1, 86'400'000));
  explore
      ->add_option_function<std::uint64_t>(
          "--end-every-us", [&q](std::uint64_t us) { q.end_every = std::chrono::microseconds(us); },
          "Retry pauses and faults also end at every multiple of this; else only where their end "
          "meets another event")
      ->check(whole_number("--end-every-us", 100, 1'000'000));
  in_any_case(
      explore->add_option("--property", options.property,
                          "Search for this one only (locklab list properties), or for all; else "
                          "for what a lock is for and all that this one promises"));
  explore
      ->add_option("--set", o.set, "key=value, or several as TOML: work_ms=20, order=\"parallel\"")
      ->take_all()
      ->allow_extra_args(false);
  explore->add_option("--scenario", q.base, "Search from this scenario's settings");
  in_any_case(
      explore->add_option("--search", options.search, "exhaustive, shortest, random or pct"))
      ->check(one_of("--search", {"exhaustive", "shortest", "random", "pct"}));
  explore
      ->add_option("--seconds", o.seconds,
                   "Stop after this time; random and pct stop after 60 by default")
      ->check(seconds_of("--seconds"));
  explore->add_option("--threads", o.threads, "Search on this many threads")
      ->check(whole_number("--threads", 1, 64));
  explore->add_option("--seed", o.seed, "Seed of a random or pct search")
      ->check(whole_number("--seed"));
  explore->add_option("--shard", options.shard, "I/N: only this part, for many machines")
      ->check(shard_of("--shard"));
  add_format(explore, options.format);
  add_language(explore, options.language);
  return explore;
}

CLI::App* add_merge(CLI::App& program, Options& options) {
  CLI::App* merge =
      program.add_subcommand("merge", "Merge the reports of explore or stress --shard I/N");
  merge->add_option("files", options.merge.files, "The reports of the parts, in JSON")->required();
  merge->add_option("--format", options.merge.format, "text or json; of a search always json")
      ->check(one_of("--format", {"text", "json"}));
  merge->add_option("--out", options.merge.out,
                    "Save it to FILE.json; of a load also to FILE.html, .csv or .benchmark.json");
  merge->add_flag("--force", options.merge.force, "Write over files that the lab has not written");
  add_language(merge, options.language);
  return merge;
}

CLI::App* add_matrix(CLI::App& program, Options& options) {
  CLI::App* matrix = program.add_subcommand(
      "matrix", "Every lock against every kind of fault: which promises hold and which break");
  MatrixOptions& o = options.matrix;
  in_any_case(matrix->add_option("--strategy", o.task.strategies, "Only these locks"))
      ->delimiter(',');
  in_any_case(
      matrix->add_option("--faults", o.task.faults, "Only these kinds of faults: pause,crash"))
      ->delimiter(',');
  matrix->add_option("--threads", o.task.threads, "Search on this many threads")
      ->check(whole_number("--threads", 1, 64));
  matrix->add_flag("--traits", o.traits, "The locks against the traits that textbooks name");
  in_any_case(matrix->add_option("--format", o.format, "text, markdown, html or json"))
      ->check(one_of("--format", {"text", "markdown", "html", "json"}));
  matrix->add_flag("--again", o.again,
                   "Compute it, though the program brings one or has computed it before");
  const std::vector<CLI::Option*> searching = matrix->get_options();
  CLI::Option* grounds =
      matrix->add_flag("--grounds", o.grounds, "Only the worlds that each cell is searched in");
  for (CLI::Option* option : searching)
    if (option != matrix->get_help_ptr()) grounds->excludes(option);
  add_language(matrix, options.language);
  return matrix;
}

/// Parses the options that CLI11 leaves as text.
std::optional<sim::Problem> finish_explore(Options& options, const CLI::App& command) {
  ExploreOptions& explore = options.explore;
  std::istringstream in(options.shard);
  char slash = 0;
  in >> explore.shard >> slash >> explore.shards;
  --explore.shard;
  for (std::size_t i = 0; i < static_cast<std::size_t>(sim::SearchKind::count_); ++i)
    if (const auto kind = static_cast<sim::SearchKind>(i); name(kind) == options.search)
      explore.search = kind;
  std::vector<std::string_view> others;
  for (const std::string_view key : {"strategy", "clients", "nodes", "rounds"})
    if (command.count("--" + std::string(key)) > 0) others.push_back(key);
  auto settings = settings_as_toml(explore.set, "", others);
  if (auto* problem = std::get_if<sim::Problem>(&settings)) return std::move(*problem);
  explore.question.set = std::move(std::get<std::string>(settings));
  explore.question.every = options.property == "all";
  if (options.property.empty() || explore.question.every) return std::nullopt;
  explore.question.property = sim::property_named(options.property);
  if (explore.question.property) return std::nullopt;
  std::vector<std::string_view> names{"all"};
  for (std::size_t i = 0; i < sim::property_count; ++i)
    names.push_back(name(static_cast<sim::Property>(i)));
  return sim::Problem{"--property", 0, 0,
                      say("'{}' is not a property", printable(options.property)),
                      sim::use_instead(options.property, names)};
}

CLI::App* add_export(CLI::App& program, Options& options) {
  CLI::App* command = program.add_subcommand(
      "export", "Turn a run or a saved trace into a page, a picture, a text or Perfetto's JSON");
  ExportOptions& o = options.export_;
  command->add_option("run", o.what, "A saved trace, or anything that `run` takes")->required();
  command
      ->add_option("--to", o.to,
                   "FILE.html (one page that needs nothing else), .svg, .txt or .json (Perfetto)")
      ->required();
  add_changes(*command, o);
  add_language(command, options.language);
  command->add_flag("--force", o.force, "Write over files that the lab has not written");
  command->add_flag("--all-events", o.all_events, "Every event in the .txt, nothing folded");
  return command;
}

/// The problem of a lesson, trace or run that --open names and that cannot be opened; nullopt if it
/// can.
std::optional<sim::Problem> cannot_open(const sim::Library& library, const std::string& line) {
  const std::string what = split_moment(line).name;
  if (names_lesson(what)) {
    auto lesson = load_lesson(library, what);
    if (auto* problem = std::get_if<sim::Problem>(&lesson)) return std::move(*problem);
    return std::nullopt;
  }
  if (sim::names_trace(what)) {
    auto trace = sim::load_trace(what);
    if (auto* problem = std::get_if<sim::Problem>(&trace)) return std::move(*problem);
    return std::nullopt;
  }
  auto name = file_or_name(what);
  if (auto* problem = std::get_if<sim::Problem>(&name)) return std::move(*problem);
  auto run = sim::open_run(library, std::get<sim::RunName>(name));
  if (auto* problem = std::get_if<sim::Problem>(&run)) return std::move(*problem);
  return std::nullopt;
}

/// Opens the window. Without a display, reports that and prints the tour, or reports why the
/// argument of --open cannot be opened.
int window_command(const sim::Library& library, const WindowOptions& options) {
  std::string why;
  if (const auto status = run_window(library, options, why)) return *status;
  if (!options.open.empty())
    if (const auto problem = cannot_open(library, options.open)) {
      complain(sim::to_string(*problem));
      return exit_bad_input;
    }
  if (names_lesson(options.open)) {
    complain(why);
    return exit_missing;
  }
  if (!options.open.empty()) {
    complain(say("{}; without a window: locklab run {}", Sentence::name(why),
                 shell_quoted(options.open)),
             Language::english);
    return exit_missing;
  }
  complain(why + "; here is the tour instead (locklab --help shows the rest)");
  return tour_command(library, Language::english);
}

/// The assets folder: LOCKLAB_ASSETS, or that of the checkout in which the program was built; empty
/// if there is neither, for the embedded copies. A Problem if LOCKLAB_ASSETS names a folder without
/// scenarios.
std::variant<std::string, sim::Problem> assets_folder() {
  namespace fs = std::filesystem;
  std::error_code failed;
  if (const char* named = std::getenv("LOCKLAB_ASSETS"); named && *named) {
    if (fs::is_directory(fs::path(named) / "scenarios", failed)) return std::string(named);
    return sim::Problem{"LOCKLAB_ASSETS", 0, 0,
                        say("'{}' holds no folder 'scenarios'", printable(named)),
                        say("name a folder like the project's assets/, or unset it")};
  }
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  const fs::path folder = (program.parent_path() / "../../assets").lexically_normal();
  if (!failed && fs::is_directory(folder / "scenarios", failed)) return folder.string();
  return std::string();
}

int with_library(Language language, const auto& command) {
  const auto assets = assets_folder();
  if (const auto* problem = std::get_if<sim::Problem>(&assets)) {
    complain(sim::sentence(*problem), language);
    return exit_bad_input;
  }
  return command(sim::Library(std::get<std::string>(assets)));
}

int dispatch(CLI::App& program, Options& options, const CLI::App* list, const CLI::App* run,
             const CLI::App* explore, const CLI::App* merge, const CLI::App* matrix,
             const CLI::App* export_, const CLI::App* quiz, const CLI::App* stress,
             CLI::App* bench) {
  const bool json = options.format.json();
  const Language language = options.language.language();
  if (list->parsed()) {
    options.list.json = json;
    options.list.language = language;
    return with_library(
        language, [&](const sim::Library& library) { return list_command(library, options.list); });
  }
  if (run->parsed()) {
    options.run.json = json;
    options.run.language = language;
    if (const auto problem = option_as_setting(*run, options.run.set))
      return refuse(*problem, language);
    return with_library(
        language, [&](const sim::Library& library) { return run_command(library, options.run); });
  }
  if (explore->parsed()) {
    options.explore.json = json;
    options.explore.language = language;
    if (const auto problem = option_as_setting(*explore, options.explore.set))
      return refuse(*problem, language);
    if (const auto problem = finish_explore(options, *explore)) return refuse(*problem, language);
    return with_library(language, [&](const sim::Library& library) {
      return explore_command(library, options.explore);
    });
  }
  if (merge->parsed()) {
    options.merge.language = language;
    return merge_command(options.merge);
  }
  if (matrix->parsed()) {
    options.matrix.language = language;
    return with_library(language, [&](const sim::Library& library) {
      return matrix_command(library, options.matrix);
    });
  }
  if (stress->parsed())
    return with_library(options.stress.language(), [&](const sim::Library& library) {
      return stress_command(library, options.stress);
    });
  options.export_.language = language;
  if (export_->parsed()) {
    if (const auto problem = option_as_setting(*export_, options.export_.set))
      return refuse(*problem, language);
    return with_library(language, [&](const sim::Library& library) {
      return export_command(library, options.export_);
    });
  }
  if (quiz->parsed())
    return with_library(
        options.quiz.language == "zh" ? Language::chinese : Language::english,
        [&](const sim::Library& library) { return quiz_command(*quiz, library, options.quiz); });
  if (bench->parsed()) {
    if (!needs_library(*bench)) return bench_command(*bench, options.bench, nullptr);
    return with_library(language, [&](const sim::Library& library) {
      return bench_command(*bench, options.bench, &library);
    });
  }
  return with_library(language, [&](const sim::Library& library) {
    return program.get_subcommands().empty() ? window_command(library, options.window)
                                             : tour_command(library, language);
  });
}

}  // namespace

int command_line(int argc, const char* const* argv) {
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (first == "version" || first == "help") {
    // What is no command may be a scenario, a lock, a fault or a property.
    const bool is_name = argc > 2 && argv[2][0] != '-' && !resembles_command(argv[2]);
    std::vector<const char*> asked{argv[0]};
    if (is_name) asked.push_back("list");
    asked.insert(asked.end(), argv + 2, argv + argc);
    if (first == "version") asked.push_back("--version");
    if (first == "help" && !is_name) asked.push_back("--help");
    return command_line(static_cast<int>(asked.size()), asked.data());
  }
  if (const auto status = misused(argc, argv)) return *status;

  CLI::App program("Lock Lab: distributed locks on Redis, what they promise and what breaks them",
                   "locklab");
  program.set_version_flag("-V,-v,--version", std::string(version));
  program.require_subcommand(0, 1);
  program.option_defaults()->disable_flag_override();  // rejects --live=3, just as --live=foo
  Options options;
  add_language(program.add_subcommand(
                   "tour", "Every strategy in the simulator: what it promises, what breaks it"),
               options.language);
  program.add_option(
      "--open", options.window.open,
      "What the window shows first: a scenario, a file, a lesson of your own (FILE.md), "
      "or the name of a run");
  const CLI::App* list = add_list(program, options);
  const CLI::App* run = add_run(program, options);
  const CLI::App* explore = add_explore(program, options);
  const CLI::App* merge = add_merge(program, options);
  const CLI::App* matrix = add_matrix(program, options);
  const CLI::App* export_ = add_export(program, options);
  const CLI::App* quiz = add_quiz(program, options.quiz);
  const CLI::App* stress = add_stress(program, options.stress);
  CLI::App* bench = add_bench(program, options.bench);
  program.add_subcommand("help", "What a command takes, or what a name means: help run, help F06");
  program.add_subcommand("version", "The program's version");
  add_help(program);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      std::ostringstream out;
      program.exit(error, out, out);
      print(out.str());
      return after_output(exit_as_expected);
    }
    return complain_of(program, error, argc, argv);
  }
  options.stress.typed = options.bench.typed = as_typed(argc, argv);
  return after_output(
      dispatch(program, options, list, run, explore, merge, matrix, export_, quiz, stress, bench));
}

}  // namespace locklab::app
