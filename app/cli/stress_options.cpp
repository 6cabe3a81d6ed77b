#include "app/cli/stress_options.h"

#include <utility>

#include "app/cli/argument_checks.h"
#include "app/cli/misuse.h"
#include "app/cli/settings.h"
#include "app/stress/load/lock_setting.h"
#include "sim/scenario/toml_value.h"

namespace locklab::app {

namespace {

using sim::Problem;

/// A value of --set as it would be typed in a field of the window.
std::string field_text(const sim::Value& value) {
  switch (value.kind) {
    case sim::Value::Kind::boolean:
      return value.truth ? "true" : "false";
    case sim::Value::Kind::integer:
      return std::to_string(value.integer);
    case sim::Value::Kind::decimal:
    case sim::Value::Kind::text:
      return value.text;
    default:
      return sim::to_toml(value);  // no switch has this kind
  }
}

/// The option that contradicts this setting; empty if none does. retry_jitter_ms never contradicts
/// --retry.
std::string_view contradicted(const StressCommand& command, std::string_view setting,
                              const LockConfig& before, const LockConfig& after) {
  if (setting == "ttl_ms" && command.ttl_given && after.ttl != before.ttl) return "--ttl";
  const bool pauses = setting == "retry_delay_ms" && after.retry_delay != before.retry_delay;
  return pauses && command.retry_ms ? "--retry" : std::string_view();
}

/// Applies --set to the lock, as the window's fields do.
std::optional<Problem> read_settings(const StressCommand& command, StressWork& work) {
  if (command.set.empty()) return std::nullopt;
  const auto toml = settings_as_toml(command.set, "");
  if (const auto* problem = std::get_if<Problem>(&toml)) return *problem;
  const auto table = sim::parse_toml("set = {" + std::get<std::string>(toml) + "}", "--set", 0);
  if (const auto* problem = std::get_if<Problem>(&table)) return *problem;
  const LockConfig before = work.lock;
  for (const sim::Value& one : std::get<sim::Value>(table).find("set")->items) {
    if (auto problem = set_switch(work, one.key, field_text(one))) return problem;
    const std::string option(contradicted(command, one.key, before, work.lock));
    if (!option.empty())
      return Problem{option, 0, 0, say("it contradicts --set {}={}", one.key, field_text(one)),
                     say("write only one of them")};
  }
  return std::nullopt;
}

/// Makes a check of the value of a load's option.
Check value_of(std::string option) {
  return [option = std::move(option)](const std::string& text) {
    if (auto problem = wrong_value(option, text)) throw WrongValue(std::move(*problem));
    return std::string();
  };
}

}  // namespace

static void add_servers(CLI::App* stress, StressCommand& c) {
  stress->add_option("--strategy", c.strategies, "One or several locks: ID,ID,...");
  CLI::Option* local =
      stress
          ->add_option("--local", c.local, "On so many redis-servers that it starts (the default)")
          ->check(value_of("--local"));
  CLI::Option* cluster =
      stress->add_option("--cluster", c.cluster, "On a Redis Cluster of so many masters of its own")
          ->check(value_of("--cluster"))
          ->excludes(local);
  stress
      ->add_option("--redis", c.redis,
                   "On these servers: HOST:PORT,...; it touches only keys under locklab:stress:")
      ->excludes(local)
      ->excludes(cluster);
  stress
      ->add_option("--appendfsync", c.appendfsync,
                   "What its servers write to disk: off (the default), no, everysec, always; of "
                   "several it makes one table")
      ->excludes("--redis");
  stress->add_option("--replicas", c.replicas, "How many replicas its own server has")
      ->check(value_of("--replicas"))
      ->excludes("--redis");
  stress->add_option("--user", c.user,
                     "ACL user; the password comes from LOCKLAB_REDIS_PASSWORD or a prompt");
  stress->add_flag("--ask-password", c.ask_password,
                   "Ask for the password on the terminal, and ignore the environment");
  stress->add_flag("--yes", c.yes, "Others who use the servers may be slowed down");
}

static void add_load(CLI::App* stress, StressCommand& c) {
  stress->add_option("--clients", c.clients, "How many ask for locks (64)")
      ->check(value_of("--clients"));
  stress->add_option("--connections", c.connections, "To each server, of each thread (4)")
      ->check(value_of("--connections"));
  stress->add_option("--threads", c.threads, "Of the load generator (1)")
      ->check(value_of("--threads"));
  stress->add_option(
      "--keys", c.keys,
      "own: a lock for each client; one for all; uniform:M (or M), zipf:M of M locks");
  stress
      ->add_option("--hold", c.hold_us,
                   "How long a client is inside, in us (0 with its own lock, else 100)")
      ->check(value_of("--hold"));
  stress->add_option("--think", c.think_us, "Between a release and the next acquire, in us (0)")
      ->check(value_of("--think"));
  stress->add_option("--duration", c.duration_s, "How long it is measured, in seconds (10)")
      ->check(value_of("--duration"));
  stress->add_option("--warm-up", c.warm_up_s, "Before that, in seconds; 0: none (1)")
      ->check(value_of("--warm-up"));
  stress->add_option("--ttl", c.ttl_ms, "The lease, in ms (10000)")
      ->check(value_of("--ttl"))
      ->each([&c](const std::string&) { c.ttl_given = true; });
  stress
      ->add_option("--retry", c.retry_ms,
                   "Between two attempts, in ms, and as much again by chance; 0: at once (10)")
      ->check(value_of("--retry"));
  stress
      ->add_option("--rate", c.rate,
                   "Operations a second by schedule, whether or not the lock keeps up (0: each "
                   "client when it has finished)")
      ->check(value_of("--rate"));
  stress
      ->add_option("--repeat", c.repeat,
                   "Make each load so often, in turns; for compare.py 9 times or more (1)")
      ->check(whole_number("--repeat", 1, 1'000));
  add_stress_part(*stress, c.part);
}

static void add_faults_and_settings(CLI::App* stress, StressCommand& c) {
  stress->add_option("--seed", c.seed, "Of the choice of locks (1)")->check(value_of("--seed"));
  stress
      ->add_option(
          "--fault", c.faults,
          "At a time: \"at 3s pause n1 500ms\" (kill, stop, restart, refuse), \"at "
          "3s jump n1 70s\" and drift (its clock), \"at 3s slow n1 20ms 2s\" (cut, hold, "
          "drop, delay, reset: its links), \"at 3s pause client 7 800ms\" (resume, crash), "
          "and holder for whoever is inside; locklab list faults says what each does")
      ->take_all()
      ->allow_extra_args(false);
  stress->add_option("--set", c.set, "key=value: a setting of the lock, order=parallel")
      ->take_all()
      ->allow_extra_args(false);
}

static void add_output(CLI::App* stress, StressCommand& c) {
  stress->add_option(
      "--out", c.out,
      "Save a page with charts to FILE.html, everything to FILE.json, each second to FILE.csv, or "
      "for Google Benchmark's compare.py to FILE.benchmark.json");
  stress->add_option(
      "--keep-violations", c.keep_violations,
      "Save a trace window of both clients into DIR, an empty or new folder, for the first 3 "
      "violations of each kind; locklab --open FILE shows one");
  stress->add_flag("--force", c.force, "Write over files that the lab has not written");
  stress->add_option("--save", c.save,
                     "Save the load's shape to FILE.toml, a scenario with few clients, which "
                     "locklab run replays in the simulator");
  stress->add_option("--format", c.format, "text or json")
      ->check(one_of("--format", {"text", "json"}));
  stress->add_option("--language", c.language_word, "of the output: en or zh")
      ->check(one_of("--language", {"en", "zh"}));
}

CLI::App* add_stress(CLI::App& program, StressCommand& c) {
  CLI::App* stress = program.add_subcommand(
      "stress", "Load on a real Redis: how fast a lock is, how fair, and whether it excludes");
  add_servers(stress, c);
  add_load(stress, c);
  add_faults_and_settings(stress, c);
  add_output(stress, c);
  return stress;
}

std::variant<std::vector<StressWork>, Problem> works_of(const StressCommand& command,
                                                        std::size_t named) {
  const StressSpec& spec = command;
  auto all = works_of(spec, named, [&](StressWork& work) { return read_settings(command, work); });
  if (std::holds_alternative<Problem>(all)) return all;
  std::vector<StressWork>& works = std::get<std::vector<StressWork>>(all);
  // Repetitions alternate between the strategies, so that a temporary disturbance affects all of
  // them alike.
  const std::vector<StressWork> once = works;
  for (std::uint32_t i = 1; i < command.repeat; ++i)
    works.insert(works.end(), once.begin(), once.end());
  if (auto problem = take_part(command.part, works)) return *problem;
  return all;
}

}  // namespace locklab::app
