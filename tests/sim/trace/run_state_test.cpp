#include "sim/trace/run_state.h"

#include <gtest/gtest.h>

#include "tests/support/forged_trace.h"
#include "tests/support/players.h"

namespace locklab::sim {
namespace {

using namespace players;

/// A history with many kinds of events and faults.
Forged eventful() {
  Forged f;
  f.nodes({"n1"}).replica("n2", "n1").clients({"alice", "bob"}).by("alice").on("n1");
  f.started().value("a").attempt().sent(Purpose::claim).ran().key_set(50ms).received();
  f.acquired().entered().on("stock").read(1, 4).by("bob").started().attempt();
  f.on("n2").copied(50ms).on("n1").token(1).cut().token(2).slowed(5ms).token(3).cut();
  f.at(5ms).node_clock(10ms).token(4).node_fault(EventKind::node_stopped).by("alice");
  f.on("stock").wrote(2, 4).left().releasing().on("n1").sent(Purpose::release).timed_out();
  f.token(5).paused().token(6).killed().on("n2").node_fault(EventKind::node_promoted);
  f.token(5).resumed().released().finished().by("bob").crashed().ended();
  return f;
}

TEST(RunState, SaysOfEachThingWhatItsOwnPartSays) {
  Forged f;
  f.by("alice").started().attempt().sent(Purpose::claim).ran().key_set(50ms).received();
  f.acquired().entered().token(1).paused().cut();
  const RunState run = state_after(f.trace(), f.trace().size());
  EXPECT_TRUE(run.courses().of(alice).present);
  EXPECT_TRUE(run.clients().paused(alice));
  EXPECT_TRUE(run.locks().inside_any(alice));
  EXPECT_TRUE(run.beliefs().any(alice));
  EXPECT_TRUE(run.links().broken(alice, n1));
  EXPECT_EQ(run.keys().of(n1).at(0).owner, alice);
  EXPECT_FALSE(run.nodes().down(n1));
  EXPECT_TRUE(run.messages().all().empty());
  EXPECT_FALSE(run.resource().touched);
}

TEST(RunState, ACopyGoesOnByItself) {
  const Forged f = eventful();
  const Trace& trace = f.trace();
  for (std::size_t middle = 0; middle <= trace.size(); ++middle) {
    const RunState kept = state_after(trace, middle);
    RunState copy = kept;
    for (std::size_t i = middle; i < trace.size(); ++i) copy.on(trace, i);
    EXPECT_EQ(copy, state_after(trace, trace.size()));
    EXPECT_EQ(kept, state_after(trace, middle));
  }
}

TEST(RunState, AJumpOfANodesClockMovesTheEndsOfItsLeasesThere) {
  Forged f;
  f.by("alice").attempt().key_set(50ms).at(10ms).node_clock(30ms);
  EXPECT_EQ(state_after(f.trace(), f.trace().size()).keys().of(n1).at(0).lease_end, 20'000);
}

}  // namespace
}  // namespace locklab::sim
