// Assertions of a search about its world: if trace and world disagree about a fault, the search
// ends without an answer.
#include "sim/explore/searched_world.h"

#include <gmock/gmock.h>

#include <string>

#include "tests/support/small_world.h"

namespace locklab::sim {
namespace {

using testing::HasSubstr;

/// The message of a failed assertion; empty if none failed.
template <class Work>
std::string invariant_broken_by(Work work) {
  throw_broken_invariants();
  try {
    work();
  } catch (const BrokenInvariant& broken) {
    return broken.what();
  }
  return {};
}

/// The message of the assertion that fails if the trace contains an untrue event after a fault;
/// empty if none fails.
std::string misread(const Fault& fault, const Event& untrue) {
  const Scenario scenario = idle_world();
  GuidedChoice choice;
  SearchedWorld now(scenario, choice);
  now.world.apply(fault);
  now.judge();
  now.world.record(untrue);
  return invariant_broken_by([&] { now.judge(); });
}

TEST(GuidedChoice, TakesNoWayThatThereIsNot) {
  GuidedChoice choice;
  choice.tell({2});
  EXPECT_EQ(invariant_broken_by([&] { choice.pick(3, "order"); }), "");
  choice.tell({2});
  EXPECT_THAT(invariant_broken_by([&] { choice.pick(2, "order"); }),
              HasSubstr("chosen < options does not hold: 2 and 2"));
}

TEST(SearchedWorld, KnowsOfTheFaultsThatItsWorldHas) {
  Fault pause;
  pause.kind = FaultKind::pause;
  pause.client = ClientId{0};
  Event resumed;
  resumed.kind = EventKind::client_resumed;
  resumed.client = ClientId{0};
  EXPECT_THAT(misread(pause, resumed), HasSubstr("paused"));

  Fault kill;
  kill.kind = FaultKind::kill;
  kill.node = NodeId{0};
  Event restarted;
  restarted.kind = EventKind::node_restarted;
  restarted.node = NodeId{0};
  EXPECT_THAT(misread(kill, restarted), HasSubstr("has_process"));

  Fault hold;
  hold.kind = FaultKind::hold;
  hold.client = ClientId{0};
  hold.node = NodeId{0};
  Event healed;
  healed.kind = EventKind::link_healed;
  healed.client = ClientId{0};
  healed.node = NodeId{0};
  EXPECT_THAT(misread(hold, healed), HasSubstr("held"));
  healed.fault = 77;  // the end of another fault, which has no effect
  EXPECT_EQ(misread(hold, healed), "");
}

}  // namespace
}  // namespace locklab::sim
