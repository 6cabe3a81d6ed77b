// Clients that work without the lock when they get none (OnFail::go_on).
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <tuple>

#include "sim/scenario/read_scenario.h"
#include "tests/support/faulty_world.h"
#include "tests/support/small_world.h"
#include "tests/support/verdicts.h"

namespace locklab::sim {
namespace {

constexpr ClientId holder{0};
constexpr ClientId late_comer{1};

/// Alice works for 60 ms on a node that freezes soon; Bob tries for 30 ms.
Scenario frozen_world(OnFail on_fail) {
  Scenario scenario = small_world("set_px_lua");
  scenario.lock.ttl = 200ms;
  for (ClientSpec& client : scenario.clients) {
    client.rounds = 1;
    client.work = 60ms;
    client.wait = 30ms;
    client.on_fail = on_fail;
  }
  scenario.clients[1].start = 10ms;
  Fault stop = fault_at(FaultKind::stop, 8ms);
  stop.node = NodeId{0};
  stop.duration = 90ms;
  scenario.faults = {stop};
  return scenario;
}

std::size_t count(const Trace& trace, ClientId client, EventKind kind) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < trace.size(); ++i)
    n += trace[i].client == client && trace[i].kind == kind;
  return n;
}

TEST(FailOpen, WorksBesideTheHolderAndReleasesNothing) {
  const Trace trace = simulate(frozen_world(OnFail::go_on), "open");
  EXPECT_EQ(judged(trace, Property::mutual_exclusion).kept, Kept::broken);
  EXPECT_EQ(judged(trace, Property::no_lost_update).kept, Kept::broken);
  EXPECT_EQ(count(trace, late_comer, EventKind::gave_up), 1u);
  EXPECT_EQ(count(trace, late_comer, EventKind::acquired), 0u);
  EXPECT_EQ(count(trace, late_comer, EventKind::entered), 1u);
  EXPECT_EQ(count(trace, late_comer, EventKind::left), 1u);
  EXPECT_EQ(count(trace, late_comer, EventKind::releasing), 0u);
  EXPECT_EQ(count(trace, holder, EventKind::releasing), 1u);
}

TEST(FailOpen, IsNothingThatAClientDoesUnasked) {
  const Trace trace = simulate(frozen_world(OnFail::stop), "closed");
  EXPECT_EQ(judged(trace, Property::mutual_exclusion).kept, Kept::kept);
  EXPECT_EQ(count(trace, late_comer, EventKind::entered), 0u);
}

/// The name of a hold or of a section without one.
using Section = std::tuple<ClientId, std::uint16_t, std::uint32_t>;

/// The first event that contradicts how sections without a lock begin and end; empty if none does.
std::string wrong_in(const Scenario& scenario) {
  const Trace trace = simulate(scenario, "random");
  std::set<Section> acquired, without;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Event& e = trace[i];
    const Section section{e.client, e.key, e.acquisition};
    const bool open =
        (e.kind == EventKind::entered || e.kind == EventKind::left) && without_lock(e);
    if (e.kind == EventKind::acquired) acquired.insert(section);
    if (e.kind == EventKind::entered && open) without.insert(section);
    const bool wrong =
        e.kind == EventKind::entered
            ? acquired.contains(section) == open ||
                  (open && scenario.clients[index(e.client)].on_fail != OnFail::go_on)
            : (e.kind == EventKind::left && without.contains(section) != open) ||
                  (e.kind == EventKind::releasing && without.contains(section));
    if (wrong) return std::string(name(e.kind)) + " at event " + std::to_string(i);
  }
  return {};
}

TEST(FailOpen, EntersOnlyWhereNothingWasAcquiredAndEndsWithoutARelease) {
  try_faulty_worlds(wrong_in);
}

TEST(FailOpen, IsSeenInThoseWorlds) {
  std::size_t seen = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto read = read_scenario(random_faulty_world(seed).to_toml(), "faulty.toml");
    const auto* scenario = std::get_if<Scenario>(&read);
    if (!scenario) continue;
    const Trace trace = simulate(*scenario, "faulty");
    for (std::size_t i = 0; i < trace.size(); ++i)
      seen += trace[i].kind == EventKind::entered && without_lock(trace[i]);
  }
  EXPECT_GT(seen, 10u);
}

}  // namespace
}  // namespace locklab::sim
