#include "app/cli/explore_report.h"

#include <fmt/format.h>

#include <bit>

#include "app/cli/exit_status.h"
#include "app/words/generator.h"
#include "sim/scenario/promises.h"

namespace locklab::app {

namespace {

using Json = nlohmann::ordered_json;

/// Whether none of the wanted properties applies to this lock.
bool none_applies(const sim::SearchSpec& spec, const sim::Answer& answer) {
  return static_cast<int>(answer.not_applicable.size()) == std::popcount(spec.wanted.bits());
}

std::string_view result_of(const sim::SearchSpec& spec, const sim::Answer& answer) {
  if (!answer.broken.empty()) return "broken";
  if (!answer.exhausted) return "not_finished";
  if (none_applies(spec, answer)) return "not_applicable";
  return answer.shows_nothing.empty() ? "holds_within_bounds" : "vacuous";
}

std::vector<sim::Property> looked_for(const sim::SearchSpec& spec) {
  std::vector<sim::Property> all;
  for (std::size_t i = 0; i < sim::property_count; ++i)
    if (const auto property = static_cast<sim::Property>(i); spec.wanted.has(property))
      all.push_back(property);
  return all;
}

Json names_of(const std::vector<sim::Property>& properties) {
  Json names = Json::array();
  for (const sim::Property one : properties) names.push_back(name(one));
  return names;
}

std::string listed_names(const std::vector<sim::Property>& properties) {
  std::string names;
  for (const sim::Property one : properties)
    names += (names.empty() ? "" : ", ") + std::string(name(one));
  return names;
}

/// The settings on which an answer depends (sim::ground_words), with a scenario's key where it has
/// one.
Json ground_json(const sim::SearchSpec& spec) {
  const sim::Scenario& scenario = spec.run.scenario;
  const auto ms = [](Duration time) { return static_cast<double>(us(time)) / 1e3; };
  Json work = Json::array(), wait = Json::array(), persistence = Json::array(), lag = Json::array();
  for (const sim::ClientSpec& client : scenario.clients) {
    work.push_back(ms(client.work));
    wait.push_back(ms(scenario.wait_time(client)));
  }
  for (const sim::NodeSpec& node : scenario.nodes) {
    persistence.push_back(name(node.persistence));
    if (!node.replica_of.empty()) lag.push_back(ms(node.replication_lag));
  }
  return {{"latency_ms", ms(scenario.latency)},
          {"jitter_ms", ms(scenario.jitter)},
          {"ttl_ms", ms(scenario.lock.lease.value_or(scenario.lock.ttl))},
          {"node_timeout_ms", ms(scenario.lock.node_timeout)},
          {"retry_delay_ms", ms(scenario.lock.retry_delay)},
          {"retry_jitter_ms", ms(scenario.lock.retry_jitter)},
          {"work_ms", work},
          {"wait_ms", wait},
          {"persistence", persistence},
          {"replication_lag_ms", lag},
          {"least_outage_ms", ms(spec.sizes.least_outage)},
          {"end_every_ms", ms(spec.sizes.end_every)},
          {"seed", scenario.seed}};
}

}  // namespace

int exit_status_of(const sim::Answer& answer) {
  if (!answer.broken.empty()) return exit_not_as_expected;
  return answer.exhausted && answer.shows_nothing.empty() ? exit_as_expected : exit_not_finished;
}

Json struck_json(const std::vector<sim::StrikeKind>& kinds, const sim::StrikeTally& struck) {
  Json all = Json::array();
  for (const sim::StrikeKind kind : kinds) {
    const sim::StrikeCounts& counts = struck.of(kind);
    all.push_back({{"fault", name(kind)},
                   {"times", counts.times},
                   {"holding", counts.holding},
                   {"acquiring", counts.acquiring},
                   {"releasing", counts.releasing}});
  }
  return all;
}

Json vacuous_json(const Json& struck) {
  Json all = Json::array();
  for (const Json& one : struck) {
    const auto count = [&](const char* key) { return one[key].get<std::uint64_t>(); };
    const sim::StrikeCounts counts{count("times"), count("holding"), count("acquiring"),
                                   count("releasing")};
    if (!counts.vacuous()) continue;
    const std::string fault = one["fault"];
    all.push_back({{"fault", fault}, {"why", sim::vacuity_words(fault, counts).english()}});
  }
  return all;
}

Json answer_json(const sim::SearchSpec& spec, const ExploreOptions& options,
                 const Outcome& outcome) {
  const sim::Answer& answer = outcome.answer;
  const double seconds = outcome.seconds;
  const sim::Scenario& scenario = spec.run.scenario;
  const sim::SearchCounts& counts = answer.counts;
  Json examples = Json::array();
  for (const sim::Counterexample& one : answer.broken)
    examples.push_back({{"property", name(one.property)},
                        {"promised", one.promised},
                        {"run", one.run},
                        {"faults", one.faults},
                        {"steps", one.steps},
                        {"why", one.why},
                        {"also", one.also ? Json{{"run", one.also->run},
                                                 {"faults", one.also->faults},
                                                 {"steps", one.also->steps},
                                                 {"why", one.also->why}}
                                          : Json()}});
  const Json first = examples.empty() ? Json() : examples.front();
  const auto of_first = [&](const char* key) { return first.is_null() ? Json() : first[key]; };
  const Json struck = struck_json(sim::kinds_in(spec.budget), answer.struck);
  Json not_applicable = Json::array();
  for (const sim::NotApplicable& one : answer.not_applicable)
    not_applicable.push_back(name(one.property));
  Json not_searched = Json::array();
  if (scenario.cluster) not_searched.push_back(name(sim::FaultKind::migrate));
  if (sim::ends_unseen(spec)) not_searched.push_back("stored_deadlines");
  if (answer.used_series) not_searched.push_back("later_retry_pauses");
  return {{"generator", generator},
          {"strategy", scenario.strategy},
          {"bounds",
           {{"run", sim::to_string(spec.run.name)},
            {"clients", scenario.clients.size()},
            {"nodes", scenario.nodes.size()},
            {"rounds", scenario.clients.front().rounds},
            {"faults", sim::to_string(spec.budget)},
            {"stands_on", ground_json(spec)},
            {"properties", names_of(looked_for(spec))},
            {"search", name(options.search)},
            {"shard", fmt::format("{}/{}", options.shard + 1, options.shards)}}},
          {"result", result_of(spec, answer)},
          {"exhausted", answer.exhausted},
          {"not_searched", not_searched},
          {"interrupted", outcome.interrupted},
          {"property", of_first("property")},
          {"run", of_first("run")},
          {"steps", of_first("steps")},
          {"broken", examples},
          {"holds", names_of(answer.holds)},
          {"unsettled", names_of(answer.unsettled)},
          {"not_applicable", not_applicable},
          {"unconfirmed", names_of(answer.unconfirmed)},
          {"struck", struck},
          {"vacuous", vacuous_json(struck)},
          {"states", counts.states},
          {"transitions", counts.transitions},
          {"executions", counts.executions},
          {"seconds", seconds},
          {"states_per_s", seconds > 0 ? static_cast<double>(counts.states) / seconds : 0},
          {"memory_mb", static_cast<double>(counts.memory) / 1e6}};
}

Sentence bounds_words(const sim::SearchSpec& spec) {
  const sim::Scenario& scenario = spec.run.scenario;
  const std::string faults = sim::to_string(spec.budget);
  const std::size_t clients = scenario.clients.size();
  const std::size_t nodes = scenario.nodes.size();
  const std::uint32_t rounds = scenario.clients.front().rounds;
  const std::size_t own = scenario.faults.size();
  const Sentence added = faults.empty() ? say("none") : Sentence::name(faults);
  return say("{}: {}, {}, {} each, faults {}", scenario.strategy,
             clients == 1 ? say("{} client", clients) : say("{} clients", clients),
             nodes == 1 ? say("{} node", nodes) : say("{} nodes", nodes),
             rounds == 1 ? say("{} round", rounds) : say("{} rounds", rounds),
             own == 0   ? added
             : own == 1 ? say("{} besides the scenario's own one", added)
                        : say("{} besides the scenario's own {}", added, own));
}

Sentence properties_words(const sim::SearchSpec& spec) {
  const sim::Properties promised = sim::promised_by(spec.run.scenario.strategy);
  std::string kept;
  std::string other;
  for (const sim::Property one : looked_for(spec)) {
    std::string& names = promised.has(one) ? kept : other;
    names += (names.empty() ? "" : ", ") + std::string(name(one));
  }
  if (other.empty()) return say("looked for: {}", kept);
  if (kept.empty()) return say("looked for, though not promised: {}", other);
  return say("looked for: {}; and, though not promised: {}", kept, other);
}

Sentence counts_words(const sim::Answer& answer, double seconds) {
  const sim::SearchCounts& counts = answer.counts;
  return say("{} states, {} transitions, {} whole schedules, {} s, {} MB", counts.states,
             counts.transitions, counts.executions, fmt::format("{:.2f}", seconds),
             fmt::format("{:.1f}", static_cast<double>(counts.memory) / 1e6));
}

Sentence broken_words(const sim::Counterexample& one) {
  return one.promised ? say("is broken: {}", one.sentence)
                      : say("is broken, and was not promised: {}", one.sentence);
}

Sentence also_words(const sim::BreakingRun& classic) {
  return say("also, struck while somebody held: {}", classic.sentence);
}

Sentence end_words(const ExploreOptions& options, const sim::Answer& answer) {
  const std::string unsettled = listed_names(answer.unsettled);
  if (!answer.exhausted) {
    if (answer.broken.empty())
      return say(
          "not finished: nothing is broken in what was searched; not settled: {}; give it more "
          "--seconds, or smaller bounds",
          unsettled);
    if (unsettled.empty())
      return say(
          "not searched to the end: what broke may break more simply; give it more "
          "--seconds");
    return say(
        "not searched to the end: what broke may break more simply; not settled: {}; give it more "
        "--seconds, or smaller bounds",
        unsettled);
  }
  if (!answer.shows_nothing.empty())
    return say("nothing is shown: {}; not settled: {}", answer.shows_nothing, unsettled);
  if (answer.holds.empty()) return {};
  if (options.shards > 1)
    return say("part {} of {} holds within these bounds; `locklab merge` says what all parts show",
               options.shard + 1, options.shards);
  if (answer.broken.empty())
    return say(
        "holds within these bounds: all of it was searched, with faults and retry pauses where "
        "they "
        "meet another event");
  return say(
      "the rest holds within these bounds: all of it was searched, with faults and retry pauses "
      "where they meet another event: {}",
      listed_names(answer.holds));
}

}  // namespace locklab::app
