#include "app/cli/stress_options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <sstream>

#include "app/cli/argument_checks.h"
#include "app/cli/settings.h"
#include "app/words/display_text.h"
#include "app/words/sentence.h"
#include "lock/strategy.h"
#include "sim/scenario/run_name.h"

namespace locklab::app {

namespace {

using sim::Problem;

constexpr std::array<std::string_view, 4> key_words{"own", "one", "uniform", "zipf"};
constexpr std::uint64_t usual_keys = 1'000;
constexpr std::uint64_t most_keys = 1'000'000'000;
/// How long a critical section of a shared lock takes unless --hold says it: in no time at all
/// nobody can meet anybody.
constexpr Duration usual_hold = 100us;
constexpr std::size_t usual_masters = 5;

Duration in_us(double number, double unit) { return Duration(std::llround(number * unit)); }

/// "own", "one", "uniform", "zipf:5000", "5000".
std::optional<Problem> read_keys(const std::string& text, StressWork& work) {
  const std::size_t colon = text.find(':');
  std::string word = text.substr(0, colon);
  std::string number = colon == std::string::npos ? "" : text.substr(colon + 1);
  if (!word.empty() &&
      std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    number = word;
    word = "uniform";
  }
  const auto choice = std::find(key_words.begin(), key_words.end(), word);
  if (choice == key_words.end())
    return Problem{"--keys", 0, 0, say("'{}' is not possible here", printable(text)),
                   sim::use_instead(word, key_words)};
  work.choice = static_cast<KeyChoice>(choice - key_words.begin());
  const bool several = work.choice == KeyChoice::uniform || work.choice == KeyChoice::zipf;
  work.keys = several ? usual_keys : work.choice == KeyChoice::one ? 1 : work.clients;
  if (number.empty() && colon == std::string::npos) return std::nullopt;
  std::uint64_t keys = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), keys);
  if (!several || error != std::errc{} || end != number.data() + number.size() || keys < 1 ||
      keys > most_keys)
    return Problem{"--keys", 0, 0, say("'{}' is not a valid number of locks", printable(text)),
                   say("write for example: {}", "--keys uniform:1000")};
  work.keys = keys;
  return std::nullopt;
}

std::variant<const Strategy*, Problem> strategy_named(const std::string& id) {
  if (const Strategy* strategy = find_strategy(id)) return strategy;
  std::vector<std::string_view> ids;
  for (const Strategy& strategy : strategies()) ids.push_back(strategy.id);
  return Problem{"--strategy", 0, 0, say("'{}' is not a strategy", printable(id)),
                 sim::use_instead(id, ids)};
}

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

std::variant<StressWork, Problem> work_of(const sim::Library& library, const StressCommand& command,
                                          const Strategy* strategy, std::size_t named) {
  StressWork work;
  work.strategy = strategy;
  work.lock = default_lock(*strategy);
  work.lock.ttl = std::chrono::milliseconds(command.ttl_ms);
  work.lock.retry_delay = work.lock.retry_jitter = in_us(command.retry_ms, 1e3);
  work.clients = command.clients;
  work.connections = command.connections;
  work.threads = command.threads;
  if (auto problem = read_keys(command.keys, work)) return *problem;
  work.hold = work.choice == KeyChoice::own ? 0us : usual_hold;
  if (command.hold_us) work.hold = Duration(*command.hold_us);
  work.think = Duration(command.think_us);
  work.duration = in_us(command.duration_s, 1e6);
  work.warm_up = in_us(command.warm_up_s, 1e6);
  work.rate = command.rate;
  work.seed = command.seed;
  work.own_servers = !command.redis;
  if (command.replicas) work.replicated = static_cast<std::size_t>(*command.replicas);
  const std::size_t usual = strategy->topology == Topology::masters ? usual_masters : 1;
  work.servers = strategy->topology == Topology::none ? 0
                 : command.redis                      ? named
                                                      : command.local.value_or(usual);
  for (const std::string& line : command.faults) {
    auto strike = parse_strike(line);
    if (auto* problem = std::get_if<Problem>(&strike)) return std::move(*problem);
    work.strikes.push_back(std::get<Strike>(strike));
  }
  if (auto problem = read_settings(library, command, work)) return *problem;
  if (auto problem = mistake_in(work)) return *problem;
  return work;
}

/// What the servers write to disk, one load each.
std::variant<std::vector<Fsync>, Problem> fsyncs_of(const StressCommand& command) {
  if (!command.appendfsync) return std::vector<Fsync>{Fsync::off};
  constexpr std::array all{Fsync::off, Fsync::no, Fsync::everysec, Fsync::always};
  std::vector<std::string_view> names;
  for (const Fsync one : all) names.push_back(name(one));
  std::vector<Fsync> chosen;
  std::istringstream words(*command.appendfsync + ",");
  for (std::string word; std::getline(words, word, ',');) {
    const auto one =
        std::find_if(all.begin(), all.end(), [&](Fsync known) { return name(known) == word; });
    if (one == all.end())
      return Problem{"--appendfsync", 0, 0,
                     say("'{}' is not a value of appendfsync", printable(word)),
                     sim::use_instead(word, names)};
    chosen.push_back(*one);
  }
  return chosen;
}

}  // namespace

CLI::App* add_stress(CLI::App& program, StressCommand& c) {
  CLI::App* stress = program.add_subcommand(
      "stress", "Load on a real Redis: how fast a lock is, how fair, and whether it excludes");
  stress->add_option("--strategy", c.strategies, "One or several locks: ID,ID,...");
  CLI::Option* local =
      stress
          ->add_option("--local", c.local, "On so many redis-servers that it starts (the default)")
          ->check(whole_number("--local", 1, 99));
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
      ->check(whole_number("--replicas", 0, 9))
      ->excludes("--redis");
  stress->add_option("--user", c.user,
                     "ACL user; the password comes from LOCKLAB_REDIS_PASSWORD or a prompt");
  stress->add_flag("--ask-password", c.ask_password,
                   "Ask for the password on the terminal, and ignore the environment");
  stress->add_flag("--yes", c.yes, "Others who use the servers may be slowed down");
  stress->add_option("--clients", c.clients, "How many ask for locks (64)")
      ->check(whole_number("--clients", 1, 10'000'000));
  stress->add_option("--connections", c.connections, "To each server, of each thread (4)")
      ->check(whole_number("--connections", 1, 10'000));
  stress->add_option("--threads", c.threads, "Of the load generator (1)")
      ->check(whole_number("--threads", 1, 256));
  stress->add_option("--keys", c.keys,
                     "own: a lock for each client; one for all; uniform:M, zipf:M of M locks");
  stress
      ->add_option("--hold", c.hold_us,
                   "How long a client is inside, in us (0 with its own lock, else 100)")
      ->check(whole_number("--hold", 0, 3'600'000'000));
  stress->add_option("--think", c.think_us, "Between a release and the next acquire, in us (0)")
      ->check(whole_number("--think", 0, 3'600'000'000));
  stress->add_option("--duration", c.duration_s, "How long it is measured, in seconds (10)")
      ->check(seconds_of("--duration"));
  stress->add_option("--warm-up", c.warm_up_s, "Before that, in seconds (1)")
      ->check(seconds_of("--warm-up"));
  stress->add_option("--ttl", c.ttl_ms, "The lease, in ms (10000)")
      ->check(whole_number("--ttl", 1, 86'400'000));
  stress
      ->add_option("--retry", c.retry_ms,
                   "Between two attempts, in ms, and as much again by chance (10)")
      ->check(milliseconds_of("--retry"));
  stress
      ->add_option("--rate", c.rate,
                   "Operations a second by schedule, whether or not the lock keeps up (0: each "
                   "client when it has finished)")
      ->check(whole_number("--rate", 0, 100'000'000));
  stress->add_option("--repeat", c.repeat, "Make each load so often, in turns (1)")
      ->check(whole_number("--repeat", 1, 1'000));
  add_stress_part(*stress, c.part);
  stress->add_option("--seed", c.seed, "Of the choice of locks (1)")->check(whole_number("--seed"));
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
  std::vector<StressWork> works;
  std::istringstream ids(command.strategies + ",");
  const auto policies = fsyncs_of(command);
  if (const auto* problem = std::get_if<Problem>(&policies)) return *problem;
  for (std::string id; std::getline(ids, id, ',');) {
    const auto strategy = strategy_named(id);
    if (const auto* problem = std::get_if<Problem>(&strategy)) return *problem;
    auto work = work_of(library, command, std::get<const Strategy*>(strategy), named);
    if (auto* problem = std::get_if<Problem>(&work)) return std::move(*problem);
    for (const Fsync fsync : std::get<std::vector<Fsync>>(policies)) {
      works.push_back(std::get<StressWork>(work));
      works.back().fsync = fsync;
    }
  }
  // In turns, so that what disturbs the machine for a while disturbs all alike.
  const std::vector<StressWork> once = works;
  for (std::uint32_t i = 1; i < command.repeat; ++i)
    works.insert(works.end(), once.begin(), once.end());
  if (auto problem = take_part(command.part, works)) return *problem;
  return works;
}

}  // namespace locklab::app
