#include "sim/explore/explore.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "lock/strategy.h"
#include "sim/check/check.h"
#include "sim/check/two_masters.h"
#include "sim/explore/levels.h"
#include "sim/scenario/check_together.h"
#include "sim/scenario/fault_text.h"
#include "sim/scenario/measure.h"
#include "sim/scenario/promises.h"
#include "sim/trace/time_words.h"
#include "sim/world/simulate.h"

namespace locklab::sim {

namespace {

std::string in_braces(const std::vector<std::string>& settings) {
  return fmt::format("{{{}}}", fmt::join(settings, ", "));
}

std::string nodes_setting(std::uint32_t nodes, bool replicas) {
  if (!replicas) return fmt::format("nodes={}", nodes);
  std::string list = "node=[{name=\"n1\"}";
  for (std::uint32_t n = 2; n <= nodes; ++n)
    list += fmt::format(", {{name=\"n{}\", replica_of=\"n1\"}}", n);
  return list + "]";
}

/// Whether a lock on one node needs replicas: for a failover or a split brain, or since it waits
/// for them.
bool wants_replicas(const Strategy& strategy, const std::string& faults) {
  if (strategy.topology != Topology::single) return false;
  const auto names = [&](StrikeKind kind) { return faults.find(name(kind)) != std::string::npos; };
  return names(StrikeKind::failover) || names(StrikeKind::split_brain) ||
         strategy.traits.has(Trait::needs_replicas);
}

std::uint32_t usual_nodes(const Strategy& strategy, bool replicas) {
  if (strategy.topology == Topology::masters) return 3;
  return replicas ? 2 : 1;
}

/// The settings of a question, with defaults for those that it and its base (`own`) leave open.
std::vector<std::string> settings_of(const Question& question, const Strategy& strategy, bool bare,
                                     const Value& own) {
  std::vector<std::string> settings;
  if (question.clients) settings.push_back(fmt::format("clients={}", *question.clients));
  const Value* const node = own.find("node");  // a table only overrides nodes by their names
  const bool own_nodes = own.find("nodes") || (node && node->is_array());
  const bool replicas = wants_replicas(strategy, question.faults);
  if (question.nodes || (bare && !own_nodes))
    settings.push_back(
        nodes_setting(question.nodes.value_or(usual_nodes(strategy, replicas)), replicas));
  // With a limit of one, two clients are one too many.
  if (bare && strategy.traits.has(Trait::limits_rate) && !own.find("limit"))
    settings.emplace_back("limit=1");
  if (question.rounds) settings.push_back(fmt::format("rounds={}", *question.rounds));
  if (!question.set.empty()) settings.push_back(question.set);
  // In asynchronous mode no time passes, and a refused client would retry forever: it gives up at
  // once instead.
  const Value* const semantics = own.find("semantics");
  if (semantics && semantics->text == "asynchronous" && !own.find("wait_ms"))
    settings.emplace_back("wait_ms=1");
  return settings;
}

/// The properties to search for by default. They include some that the strategy does not promise: a
/// user who asks where a lock breaks also wants to know about a crash that locks everybody out.
Properties expected_of(const Strategy& strategy) {
  Properties all = promised_by(strategy.id);
  if (strategy.admits != 1) return all;  // a counter or a rate limiter is no lock
  all = all | Properties{Property::mutual_exclusion, Property::no_lost_update};
  if (strategy.topology == Topology::none) return all;
  return all | Properties{Property::owner_only_release, Property::no_deadlock};
}

/// The properties that can be judged only if time passes.
constexpr Properties in_time{
    Property::no_deadlock, Property::fault_tolerance, Property::prompt_hand_over,
    Property::fairness,    Property::quota,           Property::availability};

/// Rejects, in asynchronous mode, faults that change nothing there, since messages, clients and
/// nodes take arbitrary time anyway, a removal of keys, which the reductions do not allow for, an
/// interval for ends (end_every), and a property that can be judged only if time passes.
std::optional<Problem> where_time_stands_still(const SearchSpec& spec, const Question& question) {
  if (spec.run.scenario.semantics != Semantics::asynchronous) return std::nullopt;
  for (const Allowance& allowed : spec.budget) {
    if (allowed.kind == StrikeKind::crash || allowed.kind == StrikeKind::clock_jump ||
        allowed.kind == StrikeKind::foreign_release)
      continue;
    return Problem{
        "--faults", 0, 0,
        allowed.kind == StrikeKind::remove
            ? say("where time stands still, a search does not try '{}'", name(allowed.kind))
            : say("where time stands still, '{}' would change nothing", name(allowed.kind)),
        say("use crash, clock_jump or foreign_release, or the timed semantics")};
  }
  if (question.end_every > 0us)
    return Problem{"--end-every-us", 0, 0, say("where time stands still, nothing ends at a time"),
                   say("leave it out, or use the timed semantics")};
  if (question.property && in_time.has(*question.property))
    return Problem{"--property", 0, 0,
                   say("where time stands still, '{}' cannot be judged", name(*question.property)),
                   say("ask for it in the timed semantics")};
  return std::nullopt;
}

}  // namespace

std::variant<SearchSpec, Problem> understand(const Library& library, const Question& question) {
  auto parsed = parse_run_name(question.base);
  if (const auto* problem = std::get_if<Problem>(&parsed)) return *problem;
  RunName name = std::get<RunName>(std::move(parsed));
  const Strategy* strategy = find_strategy(question.strategy);
  if (!strategy) {
    std::vector<std::string_view> ids;
    for (const Strategy& one : strategies()) ids.push_back(one.id);
    return Problem{"--strategy", 0, 0, say("'{}' is not a strategy", question.strategy),
                   use_instead(question.strategy, ids)};
  }
  name.changes.strategy = question.strategy;
  const std::string of_base = std::exchange(name.changes.set, in_braces({question.set}));
  auto asked = parse_run_name(to_string(name));
  if (const auto* problem = std::get_if<Problem>(&asked)) return *problem;
  const Value own = settings_table(merged_settings(of_base, std::get<RunName>(asked).changes.set));
  name.changes.set = in_braces(settings_of(question, *strategy, name.scenario == "bare", own));
  asked = parse_run_name(to_string(name));
  if (const auto* problem = std::get_if<Problem>(&asked)) return *problem;
  name = std::get<RunName>(std::move(asked));
  name.changes.set = merged_settings(of_base, name.changes.set);
  auto opened = open_run(library, name);
  if (const auto* problem = std::get_if<Problem>(&opened)) return *problem;
  SearchSpec spec;
  spec.run = std::get<OpenedRun>(std::move(opened));
  auto budget = budget_from(question.faults, spec.run.scenario);
  if (const auto* problem = std::get_if<Problem>(&budget)) return *problem;
  spec.budget = std::get<Budget>(std::move(budget));
  spec.sizes = sizes_for(spec.run.scenario, question.least_outage);
  spec.sizes.end_every = question.end_every;
  if (const auto problem = where_time_stands_still(spec, question)) return *problem;
  spec.wanted = question.every ? every_property : expected_of(*strategy);
  if (spec.run.scenario.semantics == Semantics::asynchronous)
    spec.wanted = Properties(spec.wanted.bits() & ~in_time.bits());
  if (question.property) spec.wanted = {*question.property};
  return spec;
}

SearchTask SearchSpec::task() const {
  SearchTask task;
  task.scenario = &run.scenario;
  task.budget = budget;
  task.wanted = wanted;
  task.sizes = sizes;
  return task;
}

std::string run_name(const SearchSpec& spec, const Path& path) {
  RunName name = spec.run.name;
  name.changes.set = merged_settings(name.changes.set,
                                     fmt::format("{{choices=\"{}\"}}", to_string(path.schedule)));
  for (const Fault& fault : path.faults)
    name.changes.faults.push_back(to_toml(fault, spec.run.scenario));
  return to_string(name);
}

namespace {

/// Records, for every wanted property that was not broken, whether it holds or was not settled.
void sort_out_the_rest(const SearchSpec& spec, Answer& answer) {
  for (std::size_t i = 0; i < property_count; ++i) {
    const auto property = static_cast<Property>(i);
    const auto is_it = [&](const auto& one) { return one.property == property; };
    if (!spec.wanted.has(property) ||
        std::any_of(answer.broken.begin(), answer.broken.end(), is_it))
      continue;
    if (!answer.exhausted) {
      answer.unsettled.push_back(property);
    } else if (std::none_of(answer.not_applicable.begin(), answer.not_applicable.end(), is_it)) {
      answer.holds.push_back(property);
    }
  }
}

/// The properties that a single client cannot break.
constexpr Properties among_several{Property::mutual_exclusion,   Property::no_lost_update,
                                   Property::owner_only_release, Property::fencing,
                                   Property::prompt_hand_over,   Property::fairness};

Sentence why_nothing(const SearchSpec& spec, const SearchResult& found) {
  const Scenario& scenario = spec.run.scenario;
  if (!found.ended && scenario.run_for)
    return say("the run ends after {} (run_ms), in each schedule before all clients were done",
               as_ms(us(*scenario.run_for)));
  const std::vector<StrikeKind> kinds = kinds_in(spec.budget);
  const bool all_vacuous =
      !kinds.empty() && std::all_of(kinds.begin(), kinds.end(), [&](StrikeKind kind) {
        return found.struck.of(kind).vacuous();
      });
  return all_vacuous ? say("the faults struck nobody who held, acquired or released") : Sentence();
}

}  // namespace

std::optional<BreakingRun> breaking_run(const SearchSpec& spec, Property property, const Path& path,
                                        const Keeps& keeps) {
  const Scenario& scenario = spec.run.scenario;
  BreakingRun made;
  made.path = minimise(scenario, property, path, spec.sizes, keeps);
  made.faults = made.path.strikes;
  made.steps = made.path.steps;
  made.run = run_name(spec, made.path);
  const Trace trace = simulate(with_path(scenario, made.path));
  const Verdict verdict = check(trace)[static_cast<std::size_t>(property)];
  if (verdict.kept != Kept::broken || (keeps && !keeps(made.path, trace))) return std::nullopt;
  made.why = verdict.why;
  made.sentence = verdict.sentence;
  return made;
}

namespace {

using Paths = std::array<std::optional<Path>, property_count>;

bool splits_brain(const Path& path) {
  return std::any_of(path.faults.begin(), path.faults.end(), [](const Fault& fault) {
    return fault.kind == FaultKind::promote && splits(fault);
  });
}

/// Replaces paths with a split brain by others with as few faults in which both masters grant the
/// lock, if a bounded search finds any. Without two grants, a split brain is no more than a
/// failover that its clients notice late.
Paths with_two_grants(const SearchSpec& spec, Paths broken) {
  constexpr std::uint64_t most_transitions = 300'000;
  for (std::uint32_t strikes = 1; strikes <= strikes_in(spec.budget); ++strikes) {
    std::uint32_t wanted = 0;
    for (std::size_t i = 0; i < property_count; ++i)
      if (broken[i] && broken[i]->strikes == strikes && splits_brain(*broken[i]) &&
          !both_masters_grant(simulate(with_path(spec.run.scenario, *broken[i]))))
        wanted |= 1u << i;
    if (wanted == 0) continue;
    SearchTask task = spec.task();
    task.wanted = Properties(wanted);
    task.most_strikes = strikes;
    task.most_transitions = most_transitions;
    task.accepts = both_masters_grant;
    const SearchResult better = search(task);
    for (std::size_t i = 0; i < property_count; ++i)
      if (better.broken[i] && better.broken[i]->strikes == strikes) broken[i] = better.broken[i];
  }
  return broken;
}

}  // namespace

Answer answer(const SearchSpec& spec, const SearchResult& found, Extent extent) {
  const Scenario& scenario = spec.run.scenario;
  const Properties promised = promised_by(scenario.strategy);
  Answer answer;
  answer.counts = found.counts;
  answer.exhausted = found.exhausted;
  answer.used_series = found.used_series;
  answer.struck = found.struck;
  const std::vector<Verdict> usual = check(simulate(scenario));
  const Keeps granted_twice = [](const Path&, const Trace& trace) {
    return both_masters_grant(trace);
  };
  const Paths broken = with_two_grants(spec, found.broken);
  for (std::size_t i = 0; i < property_count; ++i) {
    const auto property = static_cast<Property>(i);
    if (!broken[i]) {
      if (!found.exhausted || !spec.wanted.has(property)) continue;
      if (scenario.clients.size() == 1 && among_several.has(property))
        answer.not_applicable.push_back({property, say("one client alone cannot break it")});
      else if (!found.applied.has(property) && usual[i].kept == Kept::not_applicable)
        answer.not_applicable.push_back({property, usual[i].sentence});
      continue;
    }
    const bool two_grants =
        splits_brain(*broken[i]) && both_masters_grant(simulate(with_path(scenario, *broken[i])));
    const auto made =
        breaking_run(spec, property, *broken[i], two_grants ? granted_twice : Keeps());
    if (!made) {
      answer.unconfirmed.push_back(property);
      answer.exhausted = false;
      continue;
    }
    Counterexample& example = answer.broken.emplace_back();
    static_cast<BreakingRun&>(example) = *made;
    example.property = property;
    example.promised = promised.has(property);
  }
  sort_out_the_rest(spec, answer);
  if (extent == Extent::whole && answer.exhausted && answer.broken.empty())
    answer.shows_nothing = why_nothing(spec, found);
  if (!answer.shows_nothing.empty()) answer.unsettled = std::exchange(answer.holds, {});
  return answer;
}

}  // namespace locklab::sim
