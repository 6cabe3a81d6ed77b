// Every scenario in the simulator and on real servers: the same verdict on every property, except
// the few that depend on chance.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/live/live_limits.h"
#include "app/live/run/run_live.h"
#include "app/runs/judged_run.h"
#include "app/runs/late_run.h"
#include "app/timeline/causes/cause_alignment.h"
#include "app/timeline/causes/difference_words.h"
#include "sim/check/check.h"
#include "sim/check/expectation.h"
#include "sim/scenario/fault_target.h"
#include "sim/scenario/run_name.h"
#include "sim/trace/sentence.h"
#include "sim/world/simulate.h"
#include "tests/support/cause_walk.h"
#include "tests/support/live_in_time.h"
#include "tests/support/slowed.h"

namespace locklab::app {
namespace {

const char* const scenarios[] = {"F01", "F02", "F03", "F04", "F05", "F06", "F07", "F08", "F09",
                                 "F10", "F11", "F12", "F13", "F14", "F15", "F17", "F18", "F19",
                                 "F20", "F21", "F22", "F27", "F29", "F30", "F31", "F32", "F33",
                                 "F34", "F35", "F36", "F37", "F39", "F40", "F41", "F42"};

sim::Scenario open(const std::string& name) {
  const sim::Library library(LOCKLAB_SOURCE_DIR "/assets");
  const auto parsed = sim::parse_run_name(name);
  auto opened = sim::open_run(library, std::get<sim::RunName>(parsed));
  if (const auto* problem = std::get_if<sim::Problem>(&opened)) {
    ADD_FAILURE() << sim::to_string(*problem);
    return {};
  }
  return std::get<sim::OpenedRun>(opened).scenario;
}

/// The scenarios and their variations. Every test process calls this, whichever tests it runs, so
/// the files are searched and not parsed.
std::vector<std::string> names() {
  const sim::Library library(LOCKLAB_SOURCE_DIR "/assets");
  std::vector<std::string> all;
  for (const char* name : scenarios) {
    all.emplace_back(name);
    const std::string text = std::get<sim::ScenarioText>(library.find(name)).text;
    const std::string variation = "\n[[variation]]\nname";
    for (std::size_t at = text.find(variation); at != text.npos;
         at = text.find(variation, at + 1)) {
      const std::size_t from = text.find('"', at) + 1;
      all.push_back(name + ("/" + text.substr(from, text.find('"', from) - from)));
    }
  }
  all.insert(all.end(), {"F16/saved", "F38/redlock"});
  std::erase(all, "F12/saved");  // no Redis expires its keys by a clock that never jumps
  return all;
}

/// Runs that can be live but are not compared, and why.
constexpr std::pair<const char*, const char*> not_compared[] = {
    {"F16", "an exact tie decides"},
    {"F28", "Bob and Carol ask at the same moment: which of them is first decides"},
    {"F28/saved", "the same: whether one waits while the other is let through"},
    {"F28/crash", "the same"},
    {"F28/crash_saved", "the same"},
};

TEST(LiveParityRuns, AreAllThatShipAndCanRunLive) {
  const sim::Library library(LOCKLAB_SOURCE_DIR "/assets");
  std::set<std::string> wanted;
  for (const std::string& name : library_runs(library).names) {
    const auto opened = open_named(library, name);
    const auto* run = std::get_if<sim::OpenedRun>(&opened);
    if (!run || name == "bare" || not_available_live(run->scenario, {})) continue;
    const std::size_t slash = name.find('/');
    wanted.insert(name.substr(0, 3) + (slash == name.npos ? "" : name.substr(slash)));
  }
  for (const auto& [name, why] : not_compared) EXPECT_EQ(wanted.erase(name), 1u) << name;
  EXPECT_THAT(names(), testing::UnorderedElementsAreArray(wanted));
}

class LiveParity : public testing::TestWithParam<std::string> {};

/// Verdicts that depend on random retries and latency, so that real servers may give either; all
/// other verdicts are the same for every seed.
struct Diced {
  const char* scenario;
  sim::Property property;
  const char* why;
};
constexpr Diced diced[] = {
    {"F31/period_too_long", sim::Property::prompt_hand_over,
     "Alice's key expires while she releases it; Bob gets in after her release, or after its end"},
    {"F04/watchdog", sim::Property::fairness,
     "Bob and Carol both wait; who tries again first gets in"},
    {"F17", sim::Property::fairness,
     "Alice and Bob both wait for the forgotten keys; who tries again first gets in"},
    {"F18", sim::Property::fairness,
     "Alice and Bob both wait while two of five nodes are down; who tries again first gets in"},
    {"F35/delayed", sim::Property::prompt_hand_over,
     "Alice releases what is left of her lock as Bob asks: he gets in before that, or after it"},
    {"F32/saved", sim::Property::fairness,
     "Bob and Carol both wait; who tries again first gets in"},
    {"F38/redlock", sim::Property::clean_failure,
     "an attempt of Alice fails with votes to give back, or she gets in at once"},
    {"F36/limited", sim::Property::prompt_hand_over,
     "Alice's key expires while she releases it; Bob gets in before her release, or after"},
    {"F36/leased", sim::Property::prompt_hand_over,
     "Alice's key expires while she releases it; Bob gets in before her release, or after"},
};

bool is_diced(const std::string& scenario, sim::Property property,
              std::span<const Diced> table = diced) {
  return std::any_of(table.begin(), table.end(), [&](const Diced& known) {
    return known.scenario == scenario && known.property == property;
  });
}

bool breaks_promise(const sim::Verdict& verdict) {
  return verdict.promised && verdict.kept == sim::Kept::broken;
}

/// Disagreements between a live trace and the simulated one, a sentence each. `besides` lists
/// verdicts that may differ in addition to the table.
std::vector<std::string> differences(const std::string& run, const sim::Scenario& scenario,
                                     const sim::Trace& live, const sim::Trace& simulated,
                                     std::span<const Diced> besides = {}) {
  const std::vector<sim::Verdict> here = sim::check(live);
  const std::vector<sim::Verdict> there = sim::check(simulated);
  std::vector<std::string> found;
  for (const Sentence& surprise : sim::unmet(scenario.expect, live, here))
    found.push_back(surprise.english());
  for (std::size_t i = 0; i < sim::property_count; ++i) {
    if (here[i].kept == there[i].kept) continue;
    const sim::Property property = here[i].property;
    const bool may_differ = is_diced(run, property) || is_diced(run, property, besides);
    if (may_differ && !breaks_promise(here[i])) continue;
    found.push_back(fmt::format("{} is {} live ({}), but {} in the simulator ({})",
                                name(here[i].property), name(here[i].kept), here[i].why,
                                name(there[i].kept), there[i].why));
  }
  return found;
}

/// Further verdicts that may differ in real time: five slow servers keep a client waiting.
constexpr Diced diced_in_real_time[] = {
    {"F38/redlock", sim::Property::fairness,
     "Alice asks while Bob's votes are still coming in, or when he has them"},
};

TEST_P(LiveParity, LiveAndSimulatedGiveTheSameVerdicts) {
  const sim::Scenario scenario = open(GetParam());
  // A failover by real Sentinels takes about two seconds.
  EXPECT_LE(scenario.lock.ttl, scenario.sentinels > 0 ? 4s : 1s)
      << "scenarios that run live are short";
  const auto found_in = [&](const sim::Trace& live, const sim::Trace& simulated) {
    return differences(GetParam(), scenario, live, simulated, diced_in_real_time);
  };
  const auto both = test::live_in_time(scenario, [&](const auto& live, const auto& simulated) {
    return found_in(live, simulated).empty();
  });
  EXPECT_THAT(found_in(both.live, both.simulated), testing::IsEmpty());
}

/// A live run that was too late is repeated in slow motion, so that must not change verdicts.
TEST_P(LiveParity, SlowMotionKeepsTheVerdicts) {
  const sim::Scenario scenario = open(GetParam());
  const sim::Scenario slow = test::slowed(scenario, 4);
  EXPECT_THAT(differences(GetParam(), slow, sim::simulate(slow), sim::simulate(scenario)),
              testing::IsEmpty());
}

/// Further verdicts that may differ if clients are processes: two that begin together are scheduled
/// in any order.
constexpr Diced diced_among_processes[] = {
    {"F10", sim::Property::fairness,
     "Alice and Bob begin together; who asks first is not the one who gets in, or is"},
    {"F10/prompt", sim::Property::fairness,
     "Alice and Bob begin together; she waits already when he gets in, or not yet"},
    {"F27/lock", sim::Property::fairness,
     "Alice and Bob begin together; he waits already when she gets in, or not yet"},
};

bool strikes_a_client(const sim::Scenario& scenario) {
  return std::any_of(scenario.faults.begin(), scenario.faults.end(), [](const sim::Fault& fault) {
    return sim::target_of(fault) == sim::Subject::client;
  });
}

/// A pause is SIGSTOP here, and a crash SIGKILL. Variations without a fault at a client are left
/// out.
TEST_P(LiveParity, ProcessesAndSimulatedGiveTheSameVerdicts) {
  const sim::Scenario scenario = open(GetParam());
  const bool is_variation = GetParam().find('/') != std::string::npos;
  if (is_variation && !strikes_a_client(scenario)) return;
  const auto found_in = [&](const sim::Trace& live, const sim::Trace& simulated) {
    return differences(GetParam(), scenario, live, simulated, diced_among_processes);
  };
  const auto both = test::live_in_time(
      scenario,
      [&](const auto& live, const auto& simulated) { return found_in(live, simulated).empty(); },
      LiveTarget{.processes = true});
  EXPECT_THAT(found_in(both.live, both.simulated), testing::IsEmpty());
}

/// A stepped run is never late: its time stops while it is held.
TEST_P(LiveParity, SteppedAndSimulatedGiveTheSameVerdicts) {
  const sim::Scenario scenario = open(GetParam());
  if (scenario.sentinels > 0) {
    EXPECT_TRUE(not_stepped_live(scenario, {}));
    return;
  }
  const sim::Trace simulated = sim::simulate(scenario);
  const auto found_in = [&](const sim::Trace& live) {
    return differences(GetParam(), scenario, live, simulated);
  };
  EXPECT_THAT(found_in(test::stepped_trace(scenario)), testing::IsEmpty());
}

/// With clients as processes. Variations without a fault at a client are left out.
TEST_P(LiveParity, SteppedProcessesAndSimulatedGiveTheSameVerdicts) {
  const sim::Scenario scenario = open(GetParam());
  const bool is_variation = GetParam().find('/') != std::string::npos;
  if (scenario.sentinels > 0 || (is_variation && !strikes_a_client(scenario))) return;
  const sim::Trace simulated = sim::simulate(scenario);
  const auto found_in = [&](const sim::Trace& live) {
    return differences(GetParam(), scenario, live, simulated, diced_among_processes);
  };
  const sim::Trace stepped = test::stepped_trace(scenario, LiveTarget{.processes = true});
  EXPECT_THAT(found_in(stepped), testing::IsEmpty());
}

/// The simulated trace whose causes a live run must show; std::nullopt if other seeds, a faster
/// network, or a slightly late client or fault change them.
std::optional<sim::Trace> settled_simulation(const sim::Scenario& scenario) {
  constexpr std::size_t others = 100;
  const Duration late = std::max(Duration(500us), room_in_schedule(scenario) / 2);
  sim::Trace usual = sim::simulate(scenario);
  std::vector<sim::Scenario> wires(2, scenario);
  wires[1].latency = 50us;
  wires[1].jitter = 0us;
  for (sim::NodeSpec& node : wires[1].nodes)
    node.replication_lag = std::min(node.replication_lag, Duration(50us));
  for (std::size_t number = 0; number < others; ++number)
    for (sim::Scenario other : wires) {
      other.seed += number;
      if (const std::size_t client = number % (other.clients.size() + 1); client > 0)
        other.clients[client - 1].start += late;
      for (std::size_t i = 0; i < other.faults.size(); ++i) {
        sim::Trigger& trigger = other.faults[i].trigger;
        (trigger.at ? *trigger.at : trigger.plus) += late * ((number >> i) % 2);
      }
      if (align_by_cause(usual, sim::simulate(other)).difference) return std::nullopt;
    }
  return usual;
}

TEST_P(LiveParity, SteppedHasTheCausesOfItsSimulation) {
  const sim::Scenario scenario = open(GetParam());
  if (scenario.sentinels > 0) return;
  const sim::Trace stepped = test::stepped_trace(scenario);
  test::CauseWalk(stepped).every_effect_has_a_cause();
  const std::optional<sim::Trace> simulated = settled_simulation(scenario);
  if (!simulated) return;
  const auto difference = align_by_cause(*simulated, stepped).difference;
  if (!difference) return;
  const auto& [here, there] = *difference;
  ADD_FAILURE() << "live: " << words_of_difference(stepped, there, *simulated, here).english()
                << "; simulated: "
                << words_of_difference(*simulated, here, stepped, there).english();
}

/// Otherwise SteppedHasTheCausesOfItsSimulation would check little.
TEST(LiveParityOfCauses, IsAskedOfMostScenarios) {
  std::vector<std::string> settled, open_ones;
  for (const std::string& name : names())
    (settled_simulation(open(name)) ? settled : open_ones).push_back(name);
  EXPECT_GT(settled.size(), open_ones.size()) << testing::PrintToString(open_ones);
}

/// The table `diced` is complete and minimal for 200 seeds, and excuses no broken promise.
TEST_P(LiveParity, OnlyWhatTheTableSaysDependsOnTheSeed) {
  sim::Scenario scenario = open(GetParam());
  std::vector<std::set<std::string_view>> seen(sim::property_count);
  for (scenario.seed = 0; scenario.seed < 200; ++scenario.seed)
    for (const sim::Verdict& verdict : sim::check(sim::simulate(scenario))) {
      const auto property = static_cast<std::size_t>(verdict.property);
      seen[property].insert(name(verdict.kept));
      if (!is_diced(GetParam(), verdict.property)) continue;
      EXPECT_FALSE(breaks_promise(verdict) || scenario.expect.verdicts[property]);
    }
  for (std::size_t i = 0; i < sim::property_count; ++i)
    EXPECT_EQ(seen[i].size() > 1, is_diced(GetParam(), static_cast<sim::Property>(i)))
        << name(static_cast<sim::Property>(i)) << ": " << testing::PrintToString(seen[i]);
}

/// On a real machine a client that stops when its lease ends does so slightly late. A client that
/// enters just then, because the key has expired, would overlap with it.
TEST_P(LiveParity, NobodyGetsInWhereOneMillisecondDecides) {
  constexpr std::int64_t room_us = 15'000;
  sim::Scenario scenario = open(GetParam());
  for (scenario.seed = 0; scenario.seed < 200; ++scenario.seed) {
    const sim::Trace trace = sim::simulate(scenario);
    std::map<ClientId, std::int64_t> left_us;  // after it lost its lease
    std::set<ClientId> lost;
    std::int64_t expired_us = -room_us;
    for (std::size_t i = 0; i < trace.size(); ++i) {
      const sim::Event& event = trace[i];
      if (event.kind == sim::EventKind::lease_lost) lost.insert(event.client);
      if (event.kind == sim::EventKind::left && lost.contains(event.client))
        left_us[event.client] = event.at;
      if (event.kind == sim::EventKind::key_expired) expired_us = event.at;
      if (event.kind != sim::EventKind::entered || event.at - expired_us >= room_us) continue;
      for (const auto& [client, at] : left_us)
        EXPECT_TRUE(client == event.client || event.at - at >= room_us)
            << "seed " << scenario.seed << ": entered " << event.at - at
            << " us after another had to leave";
    }
  }
}

/// Real servers count leases in whole milliseconds, each by its own clock; real links are faster,
/// and real clients slightly late.
TEST_P(LiveParity, AMillisecondMoreOrLessChangesNoVerdict) {
  const sim::Scenario scenario = open(GetParam());
  const std::vector<sim::Verdict> usual = sim::check(sim::simulate(scenario));
  const auto with = [&](int few_us, int most_us, Duration retry, Duration latency) {
    sim::Scenario other = scenario;
    for (std::size_t node = 0; node < other.nodes.size(); ++node)
      other.nodes[node].drift_ppm +=
          std::int64_t{2 * node + 1 < other.nodes.size() ? few_us : most_us} * 1'000'000 /
          us(scenario.lock.ttl);
    other.lock.retry_delay += retry;
    other.latency = latency;
    other.jitter = latency / 5;
    return sim::check(sim::simulate(other));
  };
  for (const auto& [few_us, most_us] :
       {std::pair(0, 0), {1000, 1000}, {-1000, -1000}, {1000, -1000}})
    for (const Duration retry : {-1ms, 0ms, 1ms})
      for (const Duration latency : {50us, 200us, 500us}) {
        const std::vector<sim::Verdict> verdicts = with(few_us, most_us, retry, latency);
        for (std::size_t i = 0; i < sim::property_count; ++i)
          EXPECT_TRUE(verdicts[i].kept == usual[i].kept ||
                      is_diced(GetParam(), verdicts[i].property))
              << name(verdicts[i].property) << " is " << name(verdicts[i].kept) << " ("
              << verdicts[i].why << "), but " << name(usual[i].kept)
              << " in the scenario; leases end earlier by " << few_us << " and " << most_us
              << " us, retries are later by " << us(retry) << " us, latency " << us(latency)
              << " us";
      }
}

/// A client process starts when the machine schedules it, slightly before or after another one that
/// starts at the same time. The table diced_among_processes is complete and minimal.
TEST_P(LiveParity, AClientThatBeginsALittleLateChangesNoVerdict) {
  const sim::Scenario scenario = open(GetParam());
  const std::vector<sim::Verdict> usual = sim::check(sim::simulate(scenario));
  std::vector<std::string> changes(sim::property_count);
  for (std::size_t late = 0; late < scenario.clients.size(); ++late)
    for (const Duration by : {Duration(500us), Duration(1ms), room_in_schedule(scenario) / 2}) {
      sim::Scenario other = scenario;
      other.clients[late].start += by;
      const std::vector<sim::Verdict> verdicts = sim::check(sim::simulate(other));
      for (std::size_t i = 0; i < sim::property_count; ++i)
        if (verdicts[i].kept != usual[i].kept)
          changes[i] =
              fmt::format("where {} begins {} us later it is {} ({})", scenario.clients[late].name,
                          us(by), name(verdicts[i].kept), verdicts[i].why);
    }
  for (std::size_t i = 0; i < sim::property_count; ++i) {
    const auto property = static_cast<sim::Property>(i);
    if (is_diced(GetParam(), property)) continue;
    EXPECT_EQ(!changes[i].empty(), is_diced(GetParam(), property, diced_among_processes))
        << name(property) << " is " << name(usual[i].kept) << "; " << changes[i];
  }
}

INSTANTIATE_TEST_SUITE_P(Scenarios, LiveParity, testing::ValuesIn(names()), [](const auto& named) {
  std::string name = named.param;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
});

}  // namespace
}  // namespace locklab::app
