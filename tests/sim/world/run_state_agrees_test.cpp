// Whatever strikes a world, and however faults overlap: what a RunState reads from the trace is
// what the world itself knows, after every step, of every client, node and link.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <variant>

#include "sim/scenario/read_scenario.h"
#include "sim/trace/run_state.h"
#include "sim/world/dice.h"
#include "sim/world/world.h"
#include "tests/support/environment.h"
#include "tests/support/faulty_world.h"
#include "tests/support/mutations.h"

namespace locklab::sim {
namespace {

class Agreement {
 public:
  Agreement(const Scenario& scenario, World& world, const RunState& run)
      : scenario_(scenario), world_(world), run_(run) {}

  /// What the two say differently; nothing: they agree.
  std::optional<std::string> difference() {
    for (std::size_t n = 0; n < scenario_.nodes.size(); ++n)
      if (auto wrong = of_node(NodeId(static_cast<std::uint16_t>(n)))) return wrong;
    for (std::size_t c = 0; c < scenario_.clients.size(); ++c) {
      const ClientId client{static_cast<std::uint16_t>(c)};
      if (auto wrong = of_client(client)) return wrong;
      if (auto wrong = of_link(client, resource_node)) return wrong;
      for (std::size_t n = 0; n < scenario_.nodes.size(); ++n)
        if (auto wrong = of_link(client, NodeId(static_cast<std::uint16_t>(n)))) return wrong;
    }
    return std::nullopt;
  }

 private:
  std::optional<std::string> of_client(ClientId id) {
    const Client& client = world_.client(id);
    if (run_.clients().crashed(id) != client.crashed()) return "a client's crash";
    if (run_.clients().paused(id) != (client.paused() && !client.crashed()))
      return "a client's pause";
    return std::nullopt;
  }

  std::optional<std::string> of_node(NodeId id) {
    const Node& node = world_.node(id);
    const NodeCondition condition = run_.nodes().condition(id);
    const bool dead =
        condition == NodeCondition::killed || condition == NodeCondition::without_power;
    if (dead != (!node.up() && !node.stopped())) return "a node's death";
    if ((condition == NodeCondition::frozen) != node.stopped()) return "a node's freeze";
    const NodeId master = node.master() ? node.master()->id() : no_node;
    if (run_.families().master(id) != master) return "a node's master";
    return std::nullopt;
  }

  std::optional<std::string> of_link(ClientId client, NodeId node) {
    const LinkState read = run_.links().at(client, node);
    LinkState known;
    for (const LinkFault& fault : world_.network().link(client, node).faults) {
      const auto ways =
          static_cast<std::uint8_t>((fault.requests ? 1 : 0) | (fault.replies ? 2 : 0));
      if (fault.kind == FaultKind::cut) known.cut |= ways;
      if (fault.kind == FaultKind::hold) known.held |= ways;
      if (fault.kind == FaultKind::slow) known.slowed_us += us(fault.by);
    }
    if (read.cut != known.cut) return "a link's cut";
    if (read.slowed_us != known.slowed_us) return "a link's slowness";
    if (read.held != known.held) return "a link's hold";
    return std::nullopt;
  }

  const Scenario& scenario_;
  World& world_;
  const RunState& run_;
};

std::string first_disagreement(const Scenario& scenario) {
  Dice dice(scenario.seed);
  World world(scenario, dice);
  RunState run(world.trace().info);
  std::size_t seen = 0;
  do {
    for (; seen < world.trace().size(); ++seen) run.on(world.trace(), seen);
    if (const auto wrong = Agreement(scenario, world, run).difference())
      return "event " + std::to_string(seen) + ": " + *wrong;
  } while (world.step());
  return {};
}

TEST(RunState, AgreesWithTheWorldAfterEveryStep) { try_faulty_worlds(first_disagreement); }

}  // namespace
}  // namespace locklab::sim
