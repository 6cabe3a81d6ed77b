#include "app/cli/stress_options.h"

#include <utility>

#include "app/cli/argument_checks.h"
#include "app/cli/misuse.h"
#include "app/cli/settings.h"
#include "app/words/display_text.h"
#include "app/words/sentence.h"
#include "lock/strategy.h"
#include "sim/scenario/run_name.h"

namespace locklab::app {

namespace {

using sim::Problem;

/// Gives the lock what --set says, read as a scenario reads it.
std::optional<Problem> read_settings(const sim::Library& library, const StressCommand& command,
                                     StressWork& work) {
  if (command.set.empty()) return std::nullopt;
  const auto toml = settings_as_toml(command.set, "");
  if (const auto* problem = std::get_if<Problem>(&toml)) return *problem;
  sim::RunName name;
  name.scenario = "bare";
  name.changes.strategy = work.strategy->id;
  name.changes.set = "{" + std::get<std::string>(toml) + "}";
  const auto opened = sim::open_run(library, name);
  if (const auto* problem = std::get_if<Problem>(&opened))
    return said_of_option(*problem, command.set);
  const LockConfig& lock = std::get<sim::OpenedRun>(opened).scenario.lock;
  for (const std::string& setting : command.set)
    for (const std::string& key : keys_of(setting)) {
      const Switch* one = find_switch(*work.strategy, key);
      for (const Switch& shared : common_switches(*work.strategy))
        if (shared.name == key) one = &shared;
      if (!one)
        return Problem{"--set", 0, 0,
                       say("'{}' is not a setting of {}", printable(key), work.strategy->id),
                       say("{} lists them", "locklab list strategies")};
      if (const auto value = one->get(lock)) one->set(work.lock, *value);
    }
  return std::nullopt;
}

/// A value of an option of a load.
Check value_of(std::string option) {
  return [option = std::move(option)](const std::string& text) {
    if (auto problem = wrong_value(option, text)) throw WrongValue(std::move(*problem));
    return std::string();
  };
}

}  // namespace

CLI::App* add_stress(CLI::App& program, StressCommand& c) {
  CLI::App* stress = program.add_subcommand(
      "stress", "Load on a real Redis: how fast a lock is, how fair, and whether it excludes");
  stress->add_option("--strategy", c.strategies, "One or several locks: ID,ID,...");
  CLI::Option* local =
      stress
          ->add_option("--local", c.local, "On so many redis-servers that it starts (the default)")
          ->check(value_of("--local"));
  stress
      ->add_option("--redis", c.redis,
                   "On these servers: HOST:PORT,...; it touches only keys under locklab:stress:")
      ->excludes(local);
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
  stress->add_option("--clients", c.clients, "How many ask for locks (64)")
      ->check(value_of("--clients"));
  stress->add_option("--connections", c.connections, "To each server, of each thread (4)")
      ->check(value_of("--connections"));
  stress->add_option("--threads", c.threads, "Of the load generator (1)")
      ->check(value_of("--threads"));
  stress->add_option("--keys", c.keys,
                     "own: a lock for each client; one for all; uniform:M, zipf:M of M locks");
  stress
      ->add_option("--hold", c.hold_us,
                   "How long a client is inside, in us (0 with its own lock, else 100)")
      ->check(value_of("--hold"));
  stress->add_option("--think", c.think_us, "Between a release and the next acquire, in us (0)")
      ->check(value_of("--think"));
  stress->add_option("--duration", c.duration_s, "How long it is measured, in seconds (10)")
      ->check(value_of("--duration"));
  stress->add_option("--warm-up", c.warm_up_s, "Before that, in seconds (1)")
      ->check(value_of("--warm-up"));
  stress->add_option("--ttl", c.ttl_ms, "The lease, in ms (10000)")->check(value_of("--ttl"));
  stress
      ->add_option("--retry", c.retry_ms,
                   "Between two attempts, in ms, and as much again by chance (10)")
      ->check(value_of("--retry"));
  stress
      ->add_option("--rate", c.rate,
                   "Operations a second by schedule, whether or not the lock keeps up (0: each "
                   "client when it has finished)")
      ->check(value_of("--rate"));
  stress->add_option("--repeat", c.repeat, "Make each load so often, in turns (1)")
      ->check(whole_number("--repeat", 1, 1'000));
  add_stress_part(*stress, c.part);
  stress->add_option("--seed", c.seed, "Of the choice of locks (1)")->check(value_of("--seed"));
  stress
      ->add_option("--fault", c.faults,
                   "At a time: \"at 3s pause n1 500ms\" (kill, stop, restart), \"at 3s pause "
                   "client 7 800ms\", \"at 3s crash client 7\"")
      ->take_all()
      ->allow_extra_args(false);
  stress->add_option("--set", c.set, "key=value: a setting of the lock, order=parallel")
      ->take_all()
      ->allow_extra_args(false);
  stress->add_option(
      "--out", c.out,
      "Save a page with charts to FILE.html, everything to FILE.json, or each second to FILE.csv");
  stress->add_option(
      "--keep-violations", c.keep_violations,
      "Save a trace window of both clients into DIR, an empty or new folder, for the first 3 "
      "violations of each kind; locklab --open FILE shows one");
  stress->add_option("--save", c.save,
                     "Save the load's shape to FILE.toml, a scenario with few clients, which "
                     "locklab run replays in the simulator");
  stress->add_option("--format", c.format, "text or json")
      ->check(one_of("--format", {"text", "json"}));
  stress->add_option("--language", c.language_word, "of the output: en or zh")
      ->check(one_of("--language", {"en", "zh"}));
  return stress;
}

std::variant<std::vector<StressWork>, Problem> works_of(const sim::Library& library,
                                                        const StressCommand& command,
                                                        std::size_t named) {
  auto all = works_of(command, named,
                      [&](StressWork& work) { return read_settings(library, command, work); });
  if (std::holds_alternative<Problem>(all)) return all;
  std::vector<StressWork>& works = std::get<std::vector<StressWork>>(all);
  // In turns, so that what disturbs the machine for a while disturbs all alike.
  const std::vector<StressWork> once = works;
  for (std::uint32_t i = 1; i < command.repeat; ++i)
    works.insert(works.end(), once.begin(), once.end());
  if (auto problem = take_part(command.part, works)) return *problem;
  return all;
}

}  // namespace locklab::app
