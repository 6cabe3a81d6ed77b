// A RunState, read from the trace, agrees with the world after every step about every client, node,
// link, clock and key, whatever the faults and their overlaps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sim/scenario/read_scenario.h"
#include "sim/trace/run_state.h"
#include "sim/world/dice.h"
#include "sim/world/world.h"
#include "tests/support/environment.h"
#include "tests/support/faulty_world.h"
#include "tests/support/mutations.h"

namespace locklab::sim {
namespace {

constexpr std::size_t token_length = 16;

class Agreement {
 public:
  Agreement(const Scenario& scenario, World& world, const RunState& run)
      : scenario_(scenario), world_(world), run_(run) {}

  /// The first disagreement; std::nullopt if both agree.
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
    return differ(run_.clocks().of(id), world_.client(id).clock().wall(world_.now()) - world_.now())
               ? std::optional<std::string>("a client's clock")
               : std::nullopt;
  }

  std::optional<std::string> of_node(NodeId id) {
    const Node& node = world_.node(id);
    const NodeCondition condition = run_.nodes().condition(id);
    const bool dead =
        condition == NodeCondition::killed || condition == NodeCondition::without_power;
    if (dead != (!node.up() && !node.stopped())) return "a node's death";
    if ((condition == NodeCondition::frozen) != node.stopped()) return "a node's freeze";
    if (node.up() && condition != NodeCondition::busy &&
        (condition == NodeCondition::refusing) != (node.refuses() || node.rejoins()))
      return "a node's refusal";
    const NodeId master = node.master() ? node.master()->id() : no_node;
    if (run_.families().master(id) != master) return "a node's master";
    if (differ(run_.clocks().of(id), node.clock().wall(world_.now()) - world_.now()))
      return "a node's clock";
    return node.has_process() ? of_keys(id) : std::nullopt;
  }

  /// The first client that set a key to this token; each acquisition has a token of its own.
  ClientId setter(std::uint16_t name, std::string_view token) const {
    const Trace& trace = world_.trace();
    for (std::size_t i = 0; i < trace.size(); ++i)
      if (trace[i].kind == EventKind::key_set && trace[i].key == name &&
          trace.text(trace[i]) == token)
        return trace[i].client;
    return no_client;
  }

  /// True if they differ by more than 20 us. Each drift is rounded once by the clock and once by
  /// the reader.
  bool differ(const ClockState& read, std::int64_t ahead_us) const {
    return std::abs(read.ahead_us(world_.now()) - ahead_us) > 20;
  }

  std::optional<std::string> of_keys(NodeId id) {
    Service& service = world_.node(id).service();
    const std::vector<KeyState>& keys = run_.keys().of(id);
    const Trace& trace = world_.trace();
    // A counter on a node existed before the run, and has no event before a client writes it.
    const std::string counter = "locklab:" + trace.info.resource;
    std::size_t known = service.text_at(counter) ? 1 : 0;
    for (const KeyState& key : keys) known += trace.name_of(key.name) != counter;
    if (known != service.key_count()) return "a node's number of keys";
    std::int64_t first_end = INT64_MAX;
    for (const KeyState& key : keys) {
      const auto text = service.text_at(trace.name_of(key.name));
      if (text != trace.text(key.text)) return "a key's value";
      if (text->size() >= token_length && key.owner != setter(key.name, *text))
        return "a key's owner";
      first_end = std::min(first_end, key.lease_end);
    }
    return due_elsewhere(id, first_end) ? std::optional<std::string>("a key's lease")
                                        : std::nullopt;
  }

  /// True if the next key of a master with an undrifted clock expires at another time than
  /// `first_end`, in us of world time. Leases have whole milliseconds.
  bool due_elsewhere(NodeId id, std::int64_t first_end) {
    const Node& node = world_.node(id);
    const std::int64_t due_ms = world_.node(id).service().next_due_ms();
    if (node.master() || !node.up() || node.clock().ppm() != 0) return false;
    if (due_ms < 0 || first_end == INT64_MAX) return (due_ms < 0) != (first_end == INT64_MAX);
    const std::int64_t due = world_.now() + due_ms * 1000 - node.now_us();
    return std::abs(due - first_end) > 1000;
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
