// `locklab run`: one scenario in the simulator or on real servers, its timeline, and whether it
// came out as expected.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/cli/terminal.h"
#include "app/live/run_live.h"
#include "app/runs/judged_run.h"
#include "app/timeline/paint.h"
#include "app/words/display_text.h"
#include "lock/strategy.h"
#include "sim/scenario/fault_plan.h"
#include "sim/trace/trace_file.h"
#include "sim/world/simulate.h"

namespace locklab::app {

namespace {

using Json = nlohmann::ordered_json;

int bad_input(const sim::Problem& problem, Language language) {
  complain(sim::sentence(problem), language);
  return exit_bad_input;
}

// ---- which run
// ------------------------------------------------------------------------------------------

/// A number, a flag, or something in TOML's own quotes and brackets.
bool is_toml(std::string_view value) {
  if (value == "true" || value == "false") return true;
  if (value.empty() || std::string_view("\"'[{").find(value.front()) != std::string_view::npos)
    return !value.empty();
  if (value.front() == '-' || value.front() == '+') value.remove_prefix(1);
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !value.empty() && std::all_of(value.begin(), value.end(), digit);
}

/// "ttl_ms=100" as TOML: a value that is neither number, flag nor already TOML is a text.
std::variant<std::string, sim::Problem> as_toml(const std::string& setting) {
  const std::size_t equals = setting.find('=');
  if (equals == 0 || equals == std::string::npos)
    return sim::Problem{"--set", 0, 0, say("'{}' sets nothing", printable(setting)),
                        say("write it as key=value, for example --set ttl_ms=100")};
  const std::string key = setting.substr(0, equals);
  const std::string value = setting.substr(equals + 1);
  if (is_toml(value)) return key + "=" + value;
  std::string quoted;
  for (char c : value) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return key + "=\"" + quoted + '"';
}

/// The run's name with what the options change.
std::variant<sim::RunName, sim::Problem> named_run(const RunOptions& options) {
  std::string line;
  for (const std::string& word : options.name) line += (line.empty() ? "" : " ") + word;
  auto parsed = file_or_name(line);
  if (std::holds_alternative<sim::Problem>(parsed)) return parsed;
  sim::RunName& run = std::get<sim::RunName>(parsed);
  if (options.seed) run.changes.seed = options.seed;
  if (options.strategy) {
    if (!find_strategy(*options.strategy)) {
      std::vector<std::string_view> ids;
      for (const Strategy& strategy : strategies()) ids.push_back(strategy.id);
      return sim::Problem{"--strategy", 0, 0,
                          say("there is no strategy '{}'", printable(*options.strategy)),
                          sim::use_instead(*options.strategy, ids)};
    }
    run.changes.strategy = *options.strategy;
  }
  if (options.set.empty()) return parsed;
  std::string& set = run.changes.set;
  set = set.empty() ? "{" : set.substr(0, set.rfind('}'));
  for (const std::string& setting : options.set) {
    const auto toml = as_toml(setting);
    if (const auto* problem = std::get_if<sim::Problem>(&toml)) return *problem;
    set += (set.back() == '{' ? "" : ", ") + std::get<std::string>(toml);
  }
  set += "}";
  return sim::parse_run_name(sim::to_string(run));  // in the one way in which names are written
}

// ---- where it runs
// --------------------------------------------------------------------------------------

/// The servers to use, or why not.
std::variant<LiveTarget, Problem> live_target(const RunOptions& options) {
  LiveTarget target;
  if (!options.redis) return target;
  if (options.redis->find('@') != std::string::npos ||
      options.redis->find("://") != std::string::npos)
    return Problem{
        say("--redis takes HOST:PORT,..., not a URL: a password in an argument is seen by "
            "everybody "
            "on this machine"),
        say("put the password into LOCKLAB_REDIS_PASSWORD, and name the user with --user"),
        exit_bad_input};
  auto servers = parse_servers(*options.redis);
  if (Problem* problem = std::get_if<Problem>(&servers)) return std::move(*problem);
  target.servers = std::move(std::get<std::vector<LiveTarget::Server>>(servers));
  target.login.user = options.user;
  if (const char* password = std::getenv("LOCKLAB_REDIS_PASSWORD")) {
    target.login.password = password;
  } else if (options.ask_password || !options.user.empty()) {
    const auto typed = ask_password("Password for Redis: ");
    if (!typed)
      return Problem{say("there is no terminal to ask for a password"),
                     say("put it into LOCKLAB_REDIS_PASSWORD"), exit_bad_input};
    target.login.password = *typed;
  }
  return target;
}

/// Options that do not go together. Empty: all is well.
Sentence misfit(const RunOptions& options) {
  if (options.redis && options.redis->empty())
    return say("the value of --redis is empty; write --redis HOST:PORT,... or leave it out");
  if (!options.redis && !options.user.empty())
    return say("--user is for servers that --redis names; write --redis HOST:PORT,... too");
  if (!options.redis && options.ask_password)
    return say("--ask-password is for servers that --redis names; write --redis HOST:PORT,... too");
  if (options.trace_file && (options.trace_file->empty() || *options.trace_file == "-"))
    return say(
        "--trace wants the name of a file, and '{}' is none; write for example --trace run.trace",
        *options.trace_file);
  return {};
}

/// Said before the run, which may be a live one that never comes again. Empty: all is well.
Sentence no_folder_for(const std::optional<std::string>& file) {
  if (!file) return {};
  const std::filesystem::path folder = std::filesystem::absolute(*file).parent_path();
  std::error_code failed;
  if (std::filesystem::is_directory(folder, failed)) return {};
  return say("{} cannot be written: there is no folder {}; make it, and run again",
             printable(*file), printable(folder.string()));
}

// ---- what is said of it
// ---------------------------------------------------------------------------------

std::string report_json(const JudgedRun& run) {
  Json verdicts = Json::array();
  for (const sim::Verdict& verdict : run.verdicts)
    verdicts.push_back({{"property", name(verdict.property)},
                        {"verdict", name(verdict.kept)},
                        {"event", verdict.event ? Json(*verdict.event) : Json()},
                        {"why", verdict.why}});
  const TraceInfo& info = run.trace.info;
  const Json report{{"scenario", run.scenario.name},
                    {"strategy", run.scenario.strategy},
                    {"world", info.world},
                    {"seed", run.scenario.seed},
                    {"run", run.name},
                    {"events", run.trace.size()},
                    {"trace_hash", fmt::format("{:016x}", run.trace.hash())},
                    {"duration_us", run.trace.empty() ? 0 : run.trace.back().at},
                    {"verdicts", verdicts},
                    {"expectations_met", run.as_expected()}};
  return report.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// In single quotes for a shell.
std::string shell_quoted(const std::string& text) {
  std::string out = "'";
  for (char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

/// Where it ran, as it must be said again.
std::string where_again(const RunOptions& run) {
  if (run.live) return " --live";
  if (!run.redis) return "";
  const std::string user = run.user.empty() ? "" : " --user " + shell_quoted(run.user);
  return " --redis " + shell_quoted(*run.redis) + user;
}

std::string report_text(const JudgedRun& run, const RunOptions& how, const Sentence& remark) {
  TextOptions options = terminal_options();
  options.all = how.all_events;
  options.language = how.language;
  const auto tell = [&](const Sentence& words) { return printable(told(words, how.language)); };
  std::string out = text_timeline(run.trace, run.verdicts, options) + "\n";
  if (run.as_expected()) {
    out += toned("✓ " + tell(say("as expected")), Tone::good, options.colour) + "\n";
  } else {
    for (const Sentence& surprise : run.surprises) {
      const std::vector<std::string> lines =
          wrap(tell(say("NOT AS EXPECTED: {}", surprise)), options.width - 2);
      for (std::size_t i = 0; i < lines.size(); ++i)
        out += toned((i == 0 ? "✗ " : "  ") + lines[i], Tone::violation, options.colour) + "\n";
    }
  }
  if (!remark.empty())
    for (const std::string& line : wrap(tell(remark), options.width)) out += line + "\n";
  return out + tell(say("again:")) + " locklab run " + shell_quoted(run.name) + where_again(how) +
         "\n";
}

/// Why a changed run may be judged by expectations that were not meant for it. Empty: it was not
/// changed.
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
    return say("The expectations are those of {} as its file tells it, without the change.", name);
  Sentence said =
      say("{} says what {} does in this trouble, not {}: of {}, only what it promises was "
          "expected.",
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

/// What a user should know of the run beside its report.
void warn_of(const JudgedRun& run, Language language) {
  const std::vector<sim::Fault>& faults = run.scenario.faults;
  for (std::size_t i : sim::never_struck(faults, run.trace)) {
    const sim::FaultPlace& place = faults[i].place;
    const std::string moment = printable(place.moment);
    complain(place.line > 0 ? say("fault {} (line {}: {}) never struck", i + 1, place.line, moment)
                            : say("fault {} ({}) never struck", i + 1, moment),
             language);
  }
  if (run.trace.size() > run.scenario.most_events)
    complain(say("stopped at {} events: what would have come later is not judged; make it smaller "
                 "(rounds, clients, run_ms)",
                 run.scenario.most_events),
             language);
}

}  // namespace

int run_command(const sim::Library& library, const RunOptions& options) {
  if (const Sentence wrong = misfit(options); !wrong.empty()) {
    complain(wrong, options.language);
    return exit_bad_input;
  }
  auto name = named_run(options);
  if (const auto* problem = std::get_if<sim::Problem>(&name))
    return bad_input(*problem, options.language);
  auto opening = sim::open_run(library, std::get<sim::RunName>(name));
  if (const auto* problem = std::get_if<sim::Problem>(&opening))
    return bad_input(*problem, options.language);
  const sim::OpenedRun& opened = std::get<sim::OpenedRun>(opening);
  for (const Sentence& warning : opened.warnings) complain(warning, options.language);

  if (const Sentence wrong = no_folder_for(options.trace_file); !wrong.empty()) {
    complain(wrong, options.language);
    return exit_missing;
  }

  JudgedRun run;
  if (options.live || options.redis) {
    auto target = live_target(options);
    if (const Problem* problem = std::get_if<Problem>(&target)) {
      complain(sentence(*problem), options.language);
      return problem->exit_status;
    }
    auto traced =
        run_live(opened.scenario, std::get<LiveTarget>(target), sim::to_string(opened.name));
    if (const Problem* problem = std::get_if<Problem>(&traced)) {
      complain(sentence(*problem), options.language);
      return problem->exit_status;
    }
    run = judge(opened, std::move(std::get<Trace>(traced)));
  } else {
    run = simulate_and_judge(opened);
  }

  int status = run.as_expected() ? exit_as_expected : exit_not_as_expected;
  if (options.trace_file)
    if (const auto problem = sim::save_trace(run.trace, *options.trace_file)) {
      complain(sim::sentence(*problem), options.language);
      status = exit_missing;
    }
  const Sentence remark = run.as_expected() ? Sentence() : whose_expectations(library, opened);
  print(options.json ? report_json(run) : report_text(run, options, remark));
  warn_of(run, options.language);
  return status;
}

}  // namespace locklab::app
