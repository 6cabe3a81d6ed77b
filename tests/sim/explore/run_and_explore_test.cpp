// A line means the same to `run` and to `explore`: the search finds every promise broken that a run
// of the line breaks, and if there is nothing to decide, no others. LOCKLAB_SEED=n repeats a
// failure.
#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "sim/explore/minimise.h"
#include "tests/sim/explore/exploring.h"
#include "tests/sim/explore/imagined_worlds.h"
#include "tests/support/environment.h"

namespace locklab::sim {
namespace {

std::uint32_t broken_in(const Trace& trace) {
  std::uint32_t broken = 0;
  for (const Verdict& verdict : check(trace))
    if (verdict.kept == Kept::broken) broken |= 1u << static_cast<unsigned>(verdict.property);
  return broken;
}

/// The promises that a run with this schedule and seed breaks, as bits.
std::uint32_t broken_in_run(Scenario scenario, std::optional<Schedule> schedule,
                            std::uint64_t seed) {
  scenario.schedule = std::move(schedule);
  scenario.seed = seed;
  return broken_in(simulate(scenario));
}

/// A random fault at a random time, as written in a run's name.
std::string random_fault(RandomBits& dice, bool cluster) {
  const auto ms = [&](std::uint64_t below) {
    return static_cast<double>(dice.below(2 * below)) / 2;
  };
  const double at = ms(40);
  const char* const client = dice.below(2) == 0 ? "alice" : "bob";
  const double time = ms(30) + 0.5;
  const bool back = dice.below(2) == 0;
  if (cluster && dice.below(2) == 0)
    return fmt::format("{{at_ms={}, migrate={{node='{}'}}}}", at, back ? "n1" : "n2");
  static constexpr const char* actions[] = {
      "crash={{client='{client}'}}",
      "pause={{client='{client}', ms={time}}}",
      "kill={{node='n1', power={power}, restart_after_ms={time}}}",
      "jump={{node='n1', ms={sign}{time}}}",
      "cut={{client='{client}', node='n1', ms={time}}}",
      "drop={{client='{client}', node='n1'}}",
      "stop={{node='n1', ms={time}}}",
      "jump={{client='{client}', ms={sign}{time}}}",
      "drift={{node='n1', ppm={sign}500000}}",
      "drift={{client='{client}', ppm={sign}500000}}",
      "cut={{client='{client}', node='n1', ms={time}, direction='{direction}'}}",
      "slow={{client='{client}', node='n1', ms={time}}}",
      "hold={{client='{client}', node='n1', ms={time}}}"};
  const char* const action = actions[dice.below(std::size(actions))];
  const bool power = std::string_view(action).starts_with("kill") && dice.below(2) == 0;
  return fmt::format(
      "{{at_ms={}, {}}}", at,
      fmt::format(fmt::runtime(action), fmt::arg("client", client), fmt::arg("time", time),
                  fmt::arg("power", power), fmt::arg("sign", back ? "-" : ""),
                  fmt::arg("direction", back ? "requests" : "replies")));
}

/// Removes random draws and simultaneous events from the settings.
void leave_nothing_open(std::string& set) {
  const auto replace = [&](std::string_view what, std::string_view by) {
    if (const std::size_t at = set.find(what); at != std::string::npos)
      set.replace(at, what.size(), by);
  };
  replace("retry_jitter_ms=3", "retry_jitter_ms=0");
  replace(", jitter_ms=1", "");
  set += ", client={bob={start_ms=0.37}}";
}

/// A world without faults, with random retry pauses and attempts of several round trips. `line`
/// becomes the command that repeats it.
SearchSpec long_attempts(std::uint64_t seed, std::string& line) {
  RandomBits dice(fingerprint_of(seed ^ 0xa77e));
  const auto ms = [&](std::uint64_t least, std::uint64_t most) {
    return least + dice.below(most - least + 1);
  };
  const Strategy& strategy = *find_strategy("redlock");
  Question question;
  question.strategy = strategy.id;
  question.clients = 2;
  question.nodes = dice.below(3) == 0 ? 2 : 3;
  question.rounds = 1;
  question.every = true;
  question.set = fmt::format(
      "ttl_ms={}, node_timeout_ms=3, retry_delay_ms={}, retry_jitter_ms={}, work_ms={}, "
      "wait_ms={}, latency_ms=1, allow_short_ttl=true",
      ms(9, 20), ms(1, 5), ms(1, 4), ms(10, 20), ms(12, 24));
  for (const auto& [key, value] : {std::pair{"check_validity", "false"}, {"on_lost", "\"ignore\""}})
    if (find_switch(strategy, key)) question.set += fmt::format(", {}={}", key, value);
  if (find_switch(strategy, "order") && dice.below(2) == 0) question.set += ", order=\"parallel\"";
  line = command_line(seed, question);
  return spec_for(question);
}

SearchSpec random_line(std::uint64_t seed, std::string& line) {
  Question question = ImaginedWorlds(seed).world().question;
  RandomBits dice(fingerprint_of(seed ^ 0x5eed));
  question.faults.clear();
  question.every = true;
  question.clients = 2;
  if (seed % 2 == 0) leave_nothing_open(question.set);
  for (std::uint64_t faults = dice.below(3); faults > 0; --faults)
    question.base +=
        " fault=" + random_fault(dice, question.set.find("cluster") != std::string::npos);
  line = command_line(seed, question);
  return spec_for(question);
}

TEST(RunAndExplore, SayTheSameOfALine) {
  const RandomCases cases = random_cases(200);
  std::uint64_t searched = 0, single = 0, compared = 0;
  for (std::uint64_t seed = cases.first; seed < cases.first + cases.count; ++seed) {
    std::string line;
    const SearchSpec spec = random_line(seed, line);
    SCOPED_TRACE(line);
    const Scenario& scenario = spec.run.scenario;
    SearchTask task = of_everything(spec);
    task.most_states = 1'500;
    const SearchResult result = search(task);
    std::uint32_t found = 0;
    for (std::size_t i = 0; i < property_count; ++i) {
      if (!result.broken[i]) continue;
      found |= 1u << i;
      EXPECT_TRUE(broken_in(simulate(with_path(scenario, *result.broken[i]))) >> i & 1)
          << name(static_cast<Property>(i)) << " breaks no more when its path is run";
    }
    if (!result.exhausted || result.used_series) continue;
    ++searched;
    // With asynchronous semantics, some properties cannot be judged.
    const std::uint32_t asked = spec.wanted.bits();
    const bool only = result.counts.executions == 1;
    single += only ? 1 : 0;
    const auto compare = [&](std::uint32_t run, const std::string& how) {
      ++compared;
      EXPECT_EQ(run & asked & ~found, 0u) << how << " breaks what explore says holds";
      if (only) {
        EXPECT_EQ(found, run & asked) << how;
      }
    };
    compare(broken_in_run(scenario, Schedule{}, 1), "a run with choices=\"\"");
    for (const std::uint64_t dice : {seed, seed + 1, seed + 2, seed + 3})
      compare(broken_in_run(scenario, scenario.schedule, dice),
              fmt::format("a run with seed={}", dice));
  }
  fmt::print("{} lines were searched to the end, {} of them have one path; {} runs compared\n",
             searched, single, compared);
  EXPECT_GE(searched, cases.repeats ? 0 : cases.count / 4);
  EXPECT_GE(single, cases.repeats ? 0 : cases.count / 25);
  EXPECT_GE(compared, cases.repeats ? 0 : searched * 3);
}

TEST(RunAndExplore, SayTheSameOfAttemptsThatTakeSeveralRoundTrips) {
  const RandomCases cases = random_cases(60);
  std::uint64_t searched = 0;
  for (std::uint64_t seed = cases.first; seed < cases.first + cases.count; ++seed) {
    std::string line;
    const SearchSpec spec = long_attempts(seed, line);
    SCOPED_TRACE(line);
    SearchTask task = of_everything(spec);
    task.most_states = 4'000;
    const SearchResult result = search(task);
    if (!result.exhausted || result.used_series) continue;
    ++searched;
    std::uint32_t found = 0;
    for (std::size_t i = 0; i < property_count; ++i)
      if (result.broken[i]) found |= 1u << i;
    for (std::uint64_t dice = 0; dice < 40; ++dice)
      EXPECT_EQ(
          broken_in_run(spec.run.scenario, {}, seed * 40 + dice) & spec.wanted.bits() & ~found, 0u)
          << "with seed=" << seed * 40 + dice;
  }
  fmt::print("{} of {} worlds were searched to the end\n", searched, cases.count);
  EXPECT_GE(searched, cases.repeats ? 0 : cases.count / 4);
}

}  // namespace
}  // namespace locklab::sim
