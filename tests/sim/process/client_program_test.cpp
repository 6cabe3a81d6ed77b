// Clients that run programs of steps, with locks that have owners, counts, modes and several keys.
#include "sim/process/client_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "sim/scenario/step_phrase.h"
#include "tests/support/counted_lock.h"
#include "tests/support/faults.h"
#include "tests/support/verdicts.h"

namespace locklab::sim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr ClientId alice{0};
constexpr ClientId bob{1};

Program steps(std::initializer_list<std::string_view> texts) {
  Program program;
  for (const std::string_view text : texts) {
    auto step = parse_step(text);
    if (const BadStep* bad = std::get_if<BadStep>(&step)) {
      ADD_FAILURE() << bad->what.english();
    } else {
      program.push_back(std::get<Step>(step));
    }
  }
  return program;
}

/// One client for each program, for one round, with the counted lock of the tests in place of the
/// strategy.
Scenario world_of(std::initializer_list<Program> programs,
                  const Strategy* lock = &test::counted_lock) {
  Scenario scenario = small_world("set_px_lua", programs.size());
  scenario.stand_in = lock;
  std::size_t client = 0;
  for (const Program& program : programs) {
    scenario.clients[client].rounds = 1;
    scenario.clients[client++].program = program;
  }
  return scenario;
}

/// The names of a client's own events, from attempt to gave_up, in order.
std::vector<std::string_view> said_by(const Trace& trace, ClientId client) {
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].client == client && trace[i].kind >= EventKind::attempt &&
        trace[i].kind <= EventKind::gave_up)
      words.push_back(name(trace[i].kind));
  return words;
}

std::int64_t when(const Trace& trace, EventKind kind, ClientId client) {
  const Event* event = first(trace, kind, client);
  return event ? event->at : -1;
}

TEST(ClientProgram, TheUsualOneSaidInStepsIsTheSameRunToTheByte) {
  for (const Strategy& strategy : strategies()) {
    Scenario usual = small_world(std::string(strategy.id));
    Scenario said = usual;
    for (ClientSpec& client : said.clients) client.program = steps({"lock", "work", "unlock"});
    EXPECT_EQ(simulate(said).hash(), simulate(usual).hash()) << strategy.id;
    for (ClientSpec& client : said.clients)
      client.program = steps({"lock locklab:lock", "work 5 ms", "unlock exclusive locklab:lock"});
    EXPECT_EQ(simulate(said).hash(), simulate(usual).hash()) << strategy.id;
  }
}

TEST(ClientProgram, AnOwnerThatLocksAgainGetsInAgainAndTheLastUnlockLetsTheOtherIn) {
  const Program twice = steps({"lock", "lock", "work", "unlock", "think 20 ms", "unlock"});
  const Trace trace = simulate(world_of({twice, steps({"lock", "work", "unlock"})}));
  EXPECT_THAT(judged(trace, Property::reentrancy), IsKept());
  EXPECT_THAT(judged(trace, Property::mutual_exclusion), IsKept());
  EXPECT_THAT(judged(trace, Property::no_lost_update), IsKept());
  EXPECT_THAT(judged(trace, Property::owner_only_release), IsKept());
  EXPECT_TRUE(Properties(trace.info.promises).has(Property::reentrancy));
  // The key remains until the outermost hold is released.
  EXPECT_EQ(count(trace, EventKind::key_deleted, alice), 1u);
  EXPECT_EQ(count(trace, EventKind::left, alice), 2u);
  EXPECT_GT(when(trace, EventKind::entered, bob), when(trace, EventKind::key_deleted, alice));
}

TEST(ClientProgram, TheOwnerIsTheSameInEveryRoundAndAnotherForEachClient) {
  Scenario scenario = world_of({usual_program(), usual_program()});
  for (ClientSpec& client : scenario.clients) client.rounds = 3;
  const Trace trace = simulate(scenario);
  std::set<std::string> values[2];
  for (const Event& set : events(trace, EventKind::key_set))
    values[index(set.client)].emplace(trace.text(set));
  ASSERT_EQ(values[0].size(), 1u);
  ASSERT_EQ(values[1].size(), 1u);
  EXPECT_NE(*values[0].begin(), *values[1].begin());
  EXPECT_TRUE(values[0].begin()->ends_with(":1=1")) << *values[0].begin();
}

TEST(ClientProgram, APlainLockThatIsLockedAgainWaitsForItselfAndIsGivenBackAllTheSame) {
  Scenario scenario =
      world_of({steps({"lock", "lock within 20 ms", "work", "unlock", "unlock"})}, nullptr);
  scenario.lock.ttl = 500ms;
  const Trace trace = simulate(scenario);
  EXPECT_THAT(judged(trace, Property::reentrancy), IsBroken());
  EXPECT_THAT(said_by(trace, alice),
              ElementsAre("attempt", "acquired", "entered", "attempt", "refused", "attempt",
                          "refused", "gave_up", "left", "releasing", "released"));
  EXPECT_EQ(count(trace, EventKind::resource_wrote), 0u) << "it works no more";
}

/// The times in ms at which bob, who is always refused, begins an attempt while alice holds the
/// lock.
std::vector<std::int64_t> attempts_of_the_refused(const Program& program) {
  Scenario scenario = world_of({steps({"lock", "work 200 ms", "unlock"}), program});
  scenario.lock.ttl = 500ms;
  scenario.clients[1].start = 20ms;
  scenario.clients[1].rounds = 3;
  const Trace trace = simulate(scenario);
  EXPECT_EQ(count(trace, EventKind::gave_up, bob), 3u);
  std::vector<std::int64_t> times;
  for (const Event& attempt : events(trace, EventKind::attempt))
    if (attempt.client == bob) times.push_back(attempt.at / 1000);
  return times;
}

TEST(ClientProgram, ARefusedClientStillThinksBeforeItsNextRoundButNotInTheLocksPlace) {
  const std::vector<std::int64_t> thinks =
      attempts_of_the_refused(steps({"lock within 1 ms", "work", "unlock", "think 40 ms"}));
  ASSERT_EQ(thinks.size(), 3u);
  EXPECT_GE(thinks[1] - thinks[0], 40);
  EXPECT_GE(thinks[2] - thinks[1], 40);
  const std::vector<std::int64_t> works =
      attempts_of_the_refused(steps({"lock within 1 ms", "think 40 ms", "unlock"}));
  ASSERT_EQ(works.size(), 3u);
  EXPECT_LT(works[2] - works[0], 40);
}

TEST(ClientProgram, ReadersAreInsideTogetherAndAWriterIsAlone) {
  const Program reader = steps({"lock shared", "think 20 ms", "unlock"});
  Scenario scenario = world_of({reader, reader, steps({"lock", "work", "unlock"})});
  scenario.clients[2].start = 5ms;
  const Trace trace = simulate(scenario);
  EXPECT_THAT(judged(trace, Property::mutual_exclusion), IsKept());
  EXPECT_THAT(judged(trace, Property::owner_only_release), IsKept());
  EXPECT_LT(when(trace, EventKind::entered, bob), when(trace, EventKind::left, alice));
  const ClientId carol{2};
  EXPECT_GT(when(trace, EventKind::entered, carol), when(trace, EventKind::left, alice));
  EXPECT_GT(when(trace, EventKind::entered, carol), when(trace, EventKind::left, bob));
}

Task<Grant> grants_everything(Env&, Lock, Token token) {
  Held held;
  held.token = token;
  co_return held;
}

TEST(ClientProgram, AWriterThatGetsInBesideReadersIsFound) {
  Strategy careless = test::counted_lock;
  careless.acquire = grants_everything;
  const Program reader = steps({"lock shared", "think 20 ms", "unlock"});
  Scenario scenario =
      world_of({reader, reader, steps({"lock", "think 5 ms", "unlock"})}, &careless);
  EXPECT_THAT(judged(simulate(scenario), Property::mutual_exclusion), IsBroken());
  // A reader that becomes a writer.
  scenario = world_of({reader, steps({"lock shared", "lock", "think 5 ms", "unlock", "unlock"})},
                      &careless);
  EXPECT_THAT(judged(simulate(scenario), Property::mutual_exclusion), IsBroken());
}

TEST(ClientProgram, SeveralLocksInOneClaimAreAllTakenOrNone) {
  const Program both = steps({"lock locklab:a locklab:b", "work", "unlock locklab:a locklab:b"});
  const Program one = steps({"lock locklab:b", "work", "unlock locklab:b"});
  const Trace trace = simulate(world_of({both, one, both}));
  EXPECT_EQ(count(trace, EventKind::entered, alice), 2u) << "one for each lock";
  EXPECT_THAT(judged(trace, Property::mutual_exclusion), IsKept());
  EXPECT_THAT(judged(trace, Property::no_lost_update), IsKept());
  EXPECT_THAT(judged(trace, Property::owner_only_release), IsKept());
}

TEST(ClientProgram, TwoLocksInOppositeOrderWaitForEachOtherUntilOneGivesUp) {
  const auto in_order = [](std::string_view a, std::string_view b) {
    const std::string first = "lock " + std::string(a);
    const std::string second = "lock " + std::string(b) + " within 100 ms";
    return steps({first, "think 10 ms", second, "work", "un" + first, "unlock " + std::string(b)});
  };
  Scenario scenario =
      world_of({in_order("locklab:a", "locklab:b"), in_order("locklab:b", "locklab:a")}, nullptr);
  scenario.lock.ttl = 1s;
  const Trace trace = simulate(scenario);
  EXPECT_GE(count(trace, EventKind::gave_up), 1u);
  EXPECT_EQ(count(trace, EventKind::entered), count(trace, EventKind::left));
  EXPECT_EQ(count(trace, EventKind::finished), 2u);
}

TEST(ClientProgram, WhoWorksWithoutTheLockLosesAnUpdate) {
  const Trace trace = simulate(world_of({usual_program(), steps({"work"})}));
  EXPECT_THAT(said_by(trace, bob), IsEmpty());
  EXPECT_EQ(count(trace, EventKind::resource_wrote), 2u);
  EXPECT_THAT(judged(trace, Property::no_lost_update), IsBroken());
}

TEST(ClientProgram, WhatIsLeftLockedIsGivenBackAtTheEndOfTheRoundTheNewestFirst) {
  const Trace trace = simulate(world_of({steps({"lock locklab:a", "lock locklab:b"})}));
  std::vector<std::string_view> left;
  for (const Event& event : events(trace, EventKind::left))
    left.push_back(trace.name_of(event.key));
  EXPECT_THAT(left, ElementsAre("locklab:b", "locklab:a"));
}

TEST(ClientProgram, AnUnlockGivesBackTheNewestHoldOfItsMode) {
  const Trace trace =
      simulate(world_of({steps({"lock", "lock shared", "unlock exclusive", "unlock"})}));
  const auto acquisitions = [&](EventKind kind) {
    std::vector<std::uint32_t> all;
    for (const Event& event : events(trace, kind)) all.push_back(event.acquisition);
    return all;
  };
  EXPECT_EQ(acquisitions(EventKind::left), acquisitions(EventKind::entered));
}

TEST(ClientProgram, ACrashAtAnyMomentEndsEveryHoldWithItsLease) {
  const Program twice = steps({"lock", "lock", "work", "unlock", "think 2 ms", "unlock"});
  for (int ms = 0; ms < 30; ++ms) {
    Scenario scenario = world_of({twice, usual_program()});
    scenario.faults = {on_client(FaultKind::crash, Duration(ms * 1000))};
    const Trace trace = simulate(scenario);
    EXPECT_EQ(count(trace, EventKind::left, bob), 1u) << ms;
    EXPECT_THAT(judged(trace, Property::mutual_exclusion), IsKept()) << ms;
  }
}

TEST(ClientProgram, AnUnlockOfWhatIsNotHeldDoesNothing) {
  EXPECT_THAT(said_by(simulate(world_of({steps({"unlock"})})), alice), IsEmpty());
}

TEST(ClientProgram, AStepsOwnTimeComesBeforeItsClients) {
  Scenario scenario = world_of({steps({"lock", "work 30 ms", "unlock", "think 40 ms", "think"})});
  scenario.clients[0].think = 15ms;
  const Trace trace = simulate(scenario);
  const std::int64_t worked =
      when(trace, EventKind::resource_wrote, alice) - when(trace, EventKind::resource_read, alice);
  EXPECT_GE(worked, us(30ms));
  EXPECT_LT(worked, us(40ms));
  EXPECT_EQ(when(trace, EventKind::finished, alice) - when(trace, EventKind::released, alice),
            us(55ms));
}

TEST(ClientProgram, WhoHangsHoldsForAsLongAsTheLeaseIsRenewed) {
  Scenario scenario =
      world_of({steps({"lock", "hang", "unlock"}), steps({"lock", "work", "unlock"})},
               find_strategy("watchdog"));
  scenario.run_for = 5s;
  EXPECT_THAT(said_by(simulate(scenario), alice), testing::Not(testing::Contains("left")));
  scenario.lock.max_renewals = 3;
  EXPECT_THAT(said_by(simulate(scenario), alice),
              ElementsAre("attempt", "acquired", "entered", "renewed", "renewed", "renewed",
                          "lease_lost", "left", "releasing", "released"));
  scenario.lock.on_lost = OnLost::ignore;
  EXPECT_THAT(said_by(simulate(scenario), alice), testing::Not(testing::Contains("left")))
      << "who does not listen hangs on";
}

TEST(ClientProgram, WhatIsForgottenIsRenewedForNobody) {
  Scenario scenario = world_of({steps({"lock", "forget"}), steps({"lock", "work", "unlock"})},
                               find_strategy("watchdog"));
  const Trace trace = simulate(scenario);
  EXPECT_THAT(judged(trace, Property::no_deadlock), IsBroken());
  EXPECT_THAT(said_by(trace, bob), testing::Not(testing::Contains("entered")));
  EXPECT_EQ(count(trace, EventKind::left, alice), 1u);
  EXPECT_EQ(count(trace, EventKind::releasing, alice), 0u);
  EXPECT_GT(count(trace, EventKind::renewed, alice), 3u);
  scenario.lock.max_renewals = 2;
  EXPECT_THAT(judged(simulate(scenario), Property::no_deadlock), IsKept());
  scenario.stand_in = find_strategy("set_px_lua");
  EXPECT_THAT(judged(simulate(scenario), Property::no_deadlock), IsKept())
      << "without a watchdog its lease ends it";
}

TEST(ClientProgram, AWatchdogThatNobodyStoppedDiesWithItsProcess) {
  Scenario scenario = world_of({usual_program(), usual_program()}, find_strategy("watchdog"));
  scenario.lock.stop_renewals = false;
  scenario.lock.renew = Renew::set;
  scenario.clients[1].start = 500ms;
  EXPECT_THAT(judged(simulate(scenario), Property::no_deadlock), IsBroken());
  scenario.faults = {on_client(FaultKind::crash, 300ms)};
  EXPECT_THAT(said_by(simulate(scenario), bob), testing::Contains("entered"));
}

}  // namespace
}  // namespace locklab::sim
