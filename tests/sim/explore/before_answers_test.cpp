// A node dies after it ran a command and before it sent the reply: the search finds the
// consequences, the run's name replays them to the byte, and the moments that it leaves out are not
// needed.
#include "sim/explore/before_answers.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <optional>
#include <string>

#include "sim/explore/minimise.h"
#include "sim/world/scheduled.h"
#include "sim/world/world.h"
#include "tests/sim/explore/exploring.h"
#include "tests/sim/explore/imagined_worlds.h"
#include "tests/support/faults.h"

namespace locklab::sim {
namespace {

using testing::HasSubstr;

/// A search with one client, alice, on a node that syncs every write: only her own claim can lock
/// her out.
SearchSpec alone(const char* strategy, const char* faults, Property property) {
  return spec_for({.strategy = strategy,
                   .clients = 1,
                   .set = "persistence=\"always\"",
                   .faults = faults,
                   .property = property});
}

/// Kills n1 just after it ran alice's nth command, of this purpose if one is given.
Fault kill_before_answer(std::uint32_t nth, std::optional<Purpose> purpose = std::nullopt) {
  Fault kill = on_node(FaultKind::kill, 0ms);
  kill.trigger = {.event = EventKind::ran,
                  .client = ClientId{0},
                  .node = NodeId{0},
                  .purpose = purpose,
                  .nth = nth};
  return kill;
}

SearchResult searched_with(const SearchSpec& spec, BeforeAnswers how) {
  SearchTask task = spec.task();
  task.before_answers = how;
  return search(task);
}

TEST(BeforeAnswers, AClaimThatWasDoneAndNeverAnsweredLocksItsOwnClientOut) {
  for (const char* faults : {"kill=1", "power=1"}) {
    const SearchSpec spec = alone("setnx_del", faults, Property::no_deadlock);
    const SearchResult without = searched_with(spec, BeforeAnswers::never);
    EXPECT_TRUE(without.exhausted);
    EXPECT_TRUE(answer(spec, without).broken.empty()) << "nothing else finds it";

    const Answer found = answered(spec);
    ASSERT_EQ(found.broken.size(), 1u) << faults;
    const Counterexample& example = found.broken.front();
    EXPECT_THAT(example.run, HasSubstr("when=\"n1 ran alice's claim\", kill={node=\"n1\""));
    const Trace trace = trace_named(example.run);
    EXPECT_EQ(trace.hash(), trace_named(example.run).hash());
    const Event* const died = first(trace, EventKind::node_killed);
    ASSERT_NE(died, nullptr);
    EXPECT_EQ(died->at, first(trace, EventKind::key_set)->at);
    EXPECT_THAT(events(trace, EventKind::received),
                testing::Not(testing::Contains(testing::Field("message", &Event::message, 1u))));
    EXPECT_EQ(judged(trace, Property::no_deadlock).why, example.why);
  }
}

TEST(BeforeAnswers, ALeaseSavesHerWithinTheSameBounds) {
  const SearchSpec spec = alone("set_px_del", "kill=1", Property::no_deadlock);
  const Answer found = answered(spec);
  EXPECT_TRUE(found.exhausted);
  EXPECT_TRUE(found.broken.empty());
}

TEST(BeforeAnswers, WhatStrikesNoNodeIsSearchedAsEver) {
  for (const char* faults : {"drift=1", "cut=1", "pause=1,lose=1"}) {
    const SearchSpec spec =
        spec_for(ask("set_px_lua", faults, Property::owner_only_release, "retry_jitter_ms=0"));
    const SearchResult with = search(spec.task());
    const SearchResult without = searched_with(spec, BeforeAnswers::never);
    EXPECT_EQ(with.counts.states, without.counts.states) << faults;
    EXPECT_EQ(with.counts.transitions, without.counts.transitions) << faults;
  }
}

/// Both claims reach the node at one time, and the work takes none: a jump slightly earlier or
/// later breaks nothing.
TEST(BeforeAnswers, AClockThatJumpsBetweenTwoCommandsOfOneInstantLetsBothIn) {
  for (const char* strategy :
       {"setnx_expire_lua", "set_px_del", "set_px_get_del", "set_px_lua", "watchdog", "fenced"}) {
    const SearchSpec spec =
        spec_for(ask(strategy, "clock_jump=1", Property::mutual_exclusion, "work_ms=0"));
    EXPECT_TRUE(answer(spec, searched_with(spec, BeforeAnswers::never)).broken.empty()) << strategy;
    const Answer found = answered(spec);
    ASSERT_EQ(found.broken.size(), 1u) << strategy;
    EXPECT_THAT(found.broken.front().run, HasSubstr("when=\"n1 ran alice's claim\", jump="));
  }
}

TEST(BeforeAnswers, ANodeThatDiesBetweenTwoCommandsOfOneInstantHasAnsweredTheFirst) {
  // Bob's reply is sent. The node then loses his key, and alice, who got no reply, retries and
  // acquires too.
  const SearchSpec spec =
      spec_for(ask("setnx_expire_lua", "power=1", Property::mutual_exclusion,
                   "ttl_ms=6, node_timeout_ms=3, retry_delay_ms=2, work_ms=3, wait_ms=6, "
                   "allow_short_ttl=true, retry_jitter_ms=0"));
  EXPECT_TRUE(answer(spec, searched_with(spec, BeforeAnswers::never)).broken.empty());
  EXPECT_EQ(answered(spec).broken.size(), 1u);
}

TEST(BeforeAnswers, ACounterexampleIsMadeSmallToo) {
  const SearchSpec spec = alone("setnx_del", "kill=1", Property::no_deadlock);
  const SearchResult found = search(spec.task());
  const auto& path = found.broken[static_cast<std::size_t>(Property::no_deadlock)];
  ASSERT_TRUE(path);
  const Path smallest = minimise(spec.run.scenario, Property::no_deadlock, *path);
  ASSERT_EQ(smallest.faults.size(), 1u);
  EXPECT_FALSE(smallest.faults.front().trigger.at);
  EXPECT_EQ(smallest.faults.front().restart_after, spec.sizes.least_outage)
      << "the shortest that is believed";
}

TEST(BeforeAnswers, ACounterexampleThatCanDoWithoutTheMomentIsToldWithoutIt) {
  // Nobody enters while the node is down, whatever it ran before.
  const SearchSpec spec = spec_for(ask("set_px_lua", "kill=1", Property::fault_tolerance));
  Path path;
  path.faults = {kill_before_answer(1)};
  path.faults.front().restart_after = 2s;
  const Path smallest = minimise(spec.run.scenario, Property::fault_tolerance, path);
  ASSERT_EQ(smallest.faults.size(), 1u);
  EXPECT_TRUE(smallest.faults.front().trigger.at);
  EXPECT_LT(*smallest.faults.front().restart_after, 2s);
}

TEST(BeforeAnswers, AFaultThatStrikesThereIsNamedByItsCommand) {
  const SearchSpec spec = alone("setnx_del", "kill=1", Property::no_deadlock);
  Path path;
  path.faults = {kill_before_answer(2, Purpose::claim), kill_before_answer(1, Purpose::release),
                 kill_before_answer(13)};
  const std::string name = run_name(spec, path);
  for (const std::string which : {"2nd claim", "release", "13th request"})
    EXPECT_THAT(name, HasSubstr("when=\"n1 ran alice's " + which + "\""));
  const std::vector<Fault> read = run_named(name).scenario.faults;
  ASSERT_EQ(read.size(), path.faults.size());
  for (std::size_t i = 0; i < read.size(); ++i)
    EXPECT_EQ(read[i].trigger, path.faults[i].trigger) << name;
}

/// The request that the next event brings to its node; null if the next event is another one.
const Exchange* request_due(World& world) {
  if (world.ways() == 0 || world.ties()[0].kind != TimerKind::wire) return nullptr;
  const auto& exchange = *static_cast<const Exchange*>(world.ties()[0].owner);
  const bool request = exchange.stage == Stage::request && exchange.node != resource_node;
  return request ? &exchange : nullptr;
}

/// Kills the node of the nth request before it replies, as a search does, and compares the run with
/// the one that the fault's name replays.
TEST(BeforeAnswers, TheSearchsOwnRunIsTheRunThatItsNameReplays) {
  std::size_t compared = 0;
  for (const Strategy& strategy : strategies()) {
    for (std::size_t nth = 1; nth <= 12; ++nth) {
      Scenario scenario = calm_world(std::string(strategy.id), 2);
      scenario.nodes[0].persistence = nth % 2 == 0 ? Persistence::always : Persistence::everysec;
      scenario.run_for = 500ms;
      scenario.schedule = Schedule{};
      Scheduled choice(*scenario.schedule);
      Scenario named = scenario;
      World world(scenario, choice);
      std::size_t requests = 0;
      while (world.next_at()) {
        const Exchange* const request = request_due(world);
        if (!request || ++requests != nth || !world.node(request->node).up()) {
          world.step();
          continue;
        }
        Fault kill = on_node(FaultKind::kill, 0ms, static_cast<std::uint16_t>(request->node));
        kill.trigger = moment_of_answer(world.trace(), *request);
        kill.restart_after = 7ms;
        kill.power = nth % 3 == 0;
        if (world.step_and_strike(request->node, {kill})) named.faults = {kill};
      }
      world.run();
      EXPECT_EQ(simulate(named).hash(), world.trace().hash()) << strategy.id << " " << nth;
      compared += named.faults.size();
    }
  }
  EXPECT_GT(compared, 100u);
}

SearchResult searched(const SearchSpec& spec, BeforeAnswers how,
                      std::uint64_t most_transitions = UINT64_MAX) {
  SearchTask task = of_everything(spec);
  task.before_answers = how;
  task.wanted = Properties((1u << property_count) - 1);
  return search(task,
                [&](const SearchCounts& counts) { return counts.transitions < most_transitions; });
}

class RandomAnswers : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomAnswers, WhatDoesNotStrikeBeforeThemIsFoundAnyway) {
  constexpr std::uint64_t blocks = 2;
  constexpr std::uint64_t most_transitions = 40'000;
  const RandomCases cases = random_cases(60, GetParam(), blocks);
  std::uint64_t compared = 0;
  std::uint64_t more = 0;
  for (std::uint64_t seed = cases.first; seed < cases.first + cases.count; ++seed) {
    const Question question = ImaginedWorlds(seed).world().question;
    if (question.set.find("asynchronous") != std::string::npos || question.faults.empty()) continue;
    SCOPED_TRACE(command_line(seed, question));
    const SearchSpec spec = spec_for(question);
    const SearchResult all = searched(spec, BeforeAnswers::everywhere, most_transitions);
    if (!all.exhausted) continue;
    ++compared;
    EXPECT_EQ(broken_in(searched(spec, BeforeAnswers::where_it_matters)), broken_in(all));
    more += broken_in(searched(spec, BeforeAnswers::never)) != broken_in(all) ? 1 : 0;
  }
  fmt::print("{} worlds compared; in {} more is broken than without the moment\n", compared, more);
  EXPECT_GE(compared, cases.repeats ? 0 : cases.count / 8);
}

INSTANTIATE_TEST_SUITE_P(Blocks, RandomAnswers, testing::Range<std::uint64_t>(0, 2));

}  // namespace
}  // namespace locklab::sim
