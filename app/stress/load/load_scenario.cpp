#include "app/stress/load/load_scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "app/runs/judged_run.h"
#include "app/words/generator.h"
#include "lock/strategy.h"
#include "lock/switch.h"
#include "sim/check/expectation.h"
#include "sim/scenario/fault_text.h"
#include "sim/scenario/measure.h"
#include "sim/scenario/read_parts.h"
#include "sim/scenario/run_name.h"
#include "sim/scenario/toml_value.h"
#include "sim/scenario/trigger.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

constexpr std::size_t usual_clients = 3;
constexpr std::uint32_t usual_rounds = 5;
constexpr std::uint32_t rounds_with_faults = 8;
/// Time before the first timed fault.
constexpr Duration lead = 20ms;
/// Delay between starts, so that the first client to start is the first inside.
constexpr Duration between_starts = 5ms;

std::string ms_text(Duration time) {
  return fmt::format("{}", static_cast<double>(us(time)) / 1000);
}

std::string toml_text(std::string_view text) { return sim::to_toml(sim::Value::of("", text)); }

std::string value_text(const Switch& one, std::int64_t value) {
  switch (one.type) {
    case SwitchType::duration:
      return ms_text(Duration(value));
    case SwitchType::flag:
      return value != 0 ? "true" : "false";
    case SwitchType::choice:
      return toml_text(one.words[static_cast<std::size_t>(value)]);
    default:
      return fmt::format("{}", value);
  }
}

/// Clients of the scenario: those that the load's faults name, then the load's first ones, up to
/// three in all.
class Cast {
 public:
  explicit Cast(const StressWork& work) {
    for (const Strike& strike : work.strikes)
      if (strike.client) add(*strike.client);
    for (std::uint32_t i = 0; i < work.clients && numbers_.size() < usual_clients; ++i) add(i);
  }

  std::size_t size() const { return numbers_.size(); }
  ClientId id_of(std::uint32_t client) const {
    return static_cast<ClientId>(std::ranges::find(numbers_, client) - numbers_.begin());
  }

 private:
  void add(std::uint32_t client) {
    if (std::find(numbers_.begin(), numbers_.end(), client) == numbers_.end())
      numbers_.push_back(client);
  }

  std::vector<std::uint32_t> numbers_;  ///< the load's numbers of alice, bob ...
};

/// Start of the first fault, and the last time at which a fault starts or ends by itself; nullopt
/// without faults.
std::optional<std::pair<Duration, Duration>> time_of_faults(const StressWork& work) {
  if (work.strikes.empty()) return std::nullopt;
  Duration first = work.strikes.front().at();
  Duration last{0};
  for (const Strike& strike : work.strikes) {
    first = std::min(first, strike.at());
    last = std::max(last, strike.at() + strike.lasts());
  }
  return std::pair(first, last);
}

std::string clients_text(const StressWork& work, const Cast& cast) {
  std::string all;
  for (std::size_t i = 0; i < cast.size(); ++i) {
    all += fmt::format("{}{{name={}, start_ms={}", i > 0 ? ", " : "",
                       toml_text(sim::default_client_name(i)),
                       ms_text(between_starts * static_cast<std::int64_t>(i)));
    if (work.choice == KeyChoice::own) all += fmt::format(", lock=\"locklab:lock{}\"", i + 1);
    all += "}";
  }
  return fmt::format("[{}]", all);
}

std::string nodes_text(const StressWork& work) {
  std::string_view persistence = "none";
  if (work.fsync == Fsync::always) persistence = "always";
  if (work.fsync == Fsync::everysec || work.fsync == Fsync::no) persistence = "everysec";
  std::string all;
  const std::size_t count = work.servers + work.replicas();
  for (std::size_t i = 0; i < count; ++i)
    all += fmt::format("{}{{name=\"n{}\", persistence={}{}}}", i > 0 ? ", " : "", i + 1,
                       toml_text(persistence), i < work.servers ? "" : ", replica_of=\"n1\"");
  return fmt::format("[{}]", all);
}

/// Settings of the load, without faults, as an override of the scenario "bare".
std::string settings_text(const StressWork& work, const Cast& cast) {
  std::string all = "{initial_value=0, change=1";
  for (const Switch& one : common_switches(*work.strategy))
    all += fmt::format(", {}={}", one.name, value_text(one, one.value(work.lock)));
  const LockConfig usual = default_lock(*work.strategy);
  for (const Switch& one : work.strategy->switches)
    if (const auto value = one.get(work.lock); value && value != one.get(usual))
      all += fmt::format(", {}={}", one.name, value_text(one, *value));
  if (work.strategy->topology == Topology::masters && work.lock.ttl < 5 * work.lock.node_timeout)
    all += ", allow_short_ttl=true";

  Duration think = work.think;
  if (const auto time = time_of_faults(work))
    think = std::max<Duration>(think,
                               (time->second - time->first + work.lock.ttl) / rounds_with_faults);
  all += fmt::format(", work_ms={}, think_ms={}, rounds={}", ms_text(work.hold), ms_text(think),
                     work.strikes.empty() ? usual_rounds : rounds_with_faults);
  all += fmt::format(", client={}", clients_text(work, cast));
  if (work.servers > 0) all += fmt::format(", node={}", nodes_text(work));
  return all + "}";
}

/// Faults of the load as TOML lines; `scenario` has none yet.
std::vector<std::string> faults_of(const StressWork& work, const Cast& cast,
                                   const sim::Scenario& scenario) {
  std::vector<std::string> all;
  const auto time = time_of_faults(work);
  const std::vector<std::string_view> names = sim::client_names(scenario);
  std::uint32_t holders = 0;
  for (const Strike& strike : work.strikes) {
    sim::Fault fault = strike.fault;
    std::string moment = "at_ms=" + ms_text(strike.at() - time->first + lead);
    if (strike.node) fault.node = static_cast<NodeId>(*strike.node);
    if (strike.client) fault.client = cast.id_of(*strike.client);
    if (strike.holder) {
      // A scenario's fault names its client: take the clients in turn, each once it is inside.
      fault.client = static_cast<ClientId>(holders % cast.size());
      const std::optional<std::string> inside =
          sim::trigger_phrase({.event = sim::EventKind::received,
                               .client = fault.client,
                               .node = resource_node,
                               .purpose = Purpose::read,
                               .nth = holders++ / static_cast<std::uint32_t>(cast.size()) + 1},
                              {names, {}, scenario.resource});
      moment = "when=" + toml_text("after " + inside.value_or(""));
    }
    all.push_back(sim::to_toml(fault, moment, scenario));
  }
  return all;
}

/// Comment lines of the file: its purpose, then the differences from the load.
std::vector<Sentence> differences(const StressWork& work, const Cast& cast) {
  std::vector<Sentence> all{
      say("This load, made small enough to be shown: locklab run replays it in the simulator.")};
  if (cast.size() < work.clients)
    all.push_back(
        say("The load had {} clients; these {} stand for them.", work.clients, cast.size()));
  if (work.choice == KeyChoice::uniform || work.choice == KeyChoice::zipf)
    all.push_back(say("The load had {} locks; here all ask for one of them.", work.keys));
  if (work.cluster > 0)
    all.push_back(
        say("The load was on a Redis Cluster of {} masters; here it is one server.", work.cluster));
  if (work.rate > 0)
    all.push_back(say("The load kept to a schedule; here each begins when it has finished."));
  if (!work.strikes.empty())
    all.push_back(
        say("Faults keep their order and their distances, and begin at once; between "
            "rounds the clients rest longer, so that the whole can be seen."));
  if (std::ranges::any_of(work.strikes, &Strike::holder))
    all.push_back(say("A fault of whoever was inside strikes one client here, once it is inside."));
  if (work.fsync == Fsync::no)
    all.push_back(say("appendfsync no is everysec here: the simulator has no system that writes."));
  return all;
}

}  // namespace

std::variant<std::string, sim::Problem> scenario_of(const sim::Library& library,
                                                    const StressWork& work, Language language) {
  const Cast cast(work);
  sim::RunName run;
  run.scenario = "bare";
  run.changes.seed = work.seed;
  run.changes.strategy = work.strategy->id;
  run.changes.set = settings_text(work, cast);
  auto opened = sim::open_run(library, run);
  if (const auto* problem = std::get_if<sim::Problem>(&opened)) return *problem;
  run.changes.faults = faults_of(work, cast, std::get<sim::OpenedRun>(opened).scenario);
  opened = sim::open_run(library, run);
  if (const auto* problem = std::get_if<sim::Problem>(&opened)) return *problem;
  const JudgedRun judged = simulate_and_judge(std::get<sim::OpenedRun>(opened));
  auto text = sim::run_as_file(library, run, sim::expecting(judged.verdicts));
  if (std::holds_alternative<sim::Problem>(text)) return text;
  auto parsed = sim::parse_toml(std::get<std::string>(text), "", 0);
  if (auto* problem = std::get_if<sim::Problem>(&parsed)) return std::move(*problem);
  sim::Value& tree = std::get<sim::Value>(parsed);
  tree.put(sim::Value::of("title", told(say("{} under load", work.strategy->id), language)));
  tree.erase("story");
  std::string file = fmt::format("# generator: {}\n", generator);
  for (const Sentence& line : differences(work, cast))
    file += fmt::format("# {}\n", told(line, language));
  return file + "\n" + sim::to_toml_file(tree);
}

}  // namespace locklab::app
