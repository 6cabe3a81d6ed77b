#include "sim/check/troubles.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sim/check/key_history.h"
#include "sim/check/verdict_words.h"
#include "sim/trace/state/clock_states.h"
#include "sim/trace/state/fault_states.h"
#include "sim/trace/time_words.h"

namespace locklab::sim {

namespace {

/// A temporary state of a client, node or link.
struct Spell {
  enum class What : std::uint8_t { paused, frozen, held_requests, held_replies, cut, slow };

  What what;
  NodeId node = no_node;
  std::optional<std::size_t> begun{};
};

bool stands(const Spell& spell, const FaultStates& faults, ClientId client) {
  const LinkState link =
      spell.node == no_node ? LinkState() : faults.links().at(client, spell.node);
  switch (spell.what) {
    case Spell::What::paused:
      return faults.clients().paused(client);
    case Spell::What::frozen:
      return faults.nodes().condition(spell.node) == NodeCondition::frozen;
    case Spell::What::held_requests:
      return (link.held & 1) != 0;
    case Spell::What::held_replies:
      return (link.held & 2) != 0;
    case Spell::What::cut:
      return link.cut != 0;
    default:
      return link.slowed_us > 0;
  }
}

/// Spells of one kind that began and ended together, on these nodes.
struct Found {
  Spell::What what;
  std::string from, to;  ///< `to` is empty if the spell has not ended
  std::vector<std::string> nodes;
};

/// Whether there are too many nodes to name in a sentence.
bool is_many(const Found& found) { return found.nodes.size() > 4; }

Sentence nodes_words(const Found& found) {
  return is_many(found) ? say("{} nodes", found.nodes.size()) : listed(found.nodes);
}

Sentence standing_words(const Found& found, std::string_view client) {
  const Sentence nodes = nodes_words(found);
  switch (found.what) {
    case Spell::What::paused:
      return say("{} was paused from {} on", client, found.from);
    case Spell::What::frozen:
      return found.nodes.size() == 1 ? say("{} was frozen from {} on", nodes, found.from)
                                     : say("{} were frozen from {} on", nodes, found.from);
    case Spell::What::held_requests:
      return say("{}'s requests to {} were held from {} on", client, nodes, found.from);
    case Spell::What::held_replies:
      return say("replies from {} to {} were held from {} on", nodes, client, found.from);
    case Spell::What::cut:
      return say("{} was cut off from {} from {} on", client, nodes, found.from);
    default:
      return say("messages between {} and {} were slow from {} on", client, nodes, found.from);
  }
}

Sentence words(const Found& found, std::string_view client) {
  if (found.what == Spell::What::slow && is_many(found))
    return say("{}'s messages were slow", client);
  if (found.to.empty()) return standing_words(found, client);
  const Sentence nodes = nodes_words(found);
  switch (found.what) {
    case Spell::What::paused:
      return say("{} was paused from {} to {}", client, found.from, found.to);
    case Spell::What::frozen:
      return found.nodes.size() == 1
                 ? say("{} was frozen from {} to {}", nodes, found.from, found.to)
                 : say("{} were frozen from {} to {}", nodes, found.from, found.to);
    case Spell::What::held_requests:
      return say("{}'s requests to {} were held from {} to {}", client, nodes, found.from,
                 found.to);
    case Spell::What::held_replies:
      return say("replies from {} to {} were held from {} to {}", nodes, client, found.from,
                 found.to);
    case Spell::What::cut:
      return say("{} was cut off from {} from {} to {}", client, nodes, found.from, found.to);
    default:
      return say("messages between {} and {} were slow from {} to {}", client, nodes, found.from,
                 found.to);
  }
}

std::vector<Spell> spells(const std::set<NodeId>& nodes, Trouble kinds) {
  std::vector<Spell> all;
  if (has(kinds, Trouble::pause)) all.push_back({Spell::What::paused});
  for (const NodeId node : nodes) {
    if (has(kinds, Trouble::frozen_node) && node != resource_node)
      all.push_back({Spell::What::frozen, node});
    if (has(kinds, Trouble::cut) ||
        (node == resource_node && has(kinds, Trouble::cut_from_resource)))
      all.push_back({Spell::What::cut, node});
    if (!has(kinds, node == resource_node ? Trouble::delay_at_resource : Trouble::delay)) continue;
    for (const auto what :
         {Spell::What::held_requests, Spell::What::held_replies, Spell::What::slow})
      all.push_back({what, node});
  }
  return all;
}

void add_drift(std::vector<Sentence>& all, std::string_view whose, std::int64_t ppm) {
  const std::int64_t slow = -std::max<std::int64_t>(ppm, -1'000'000);
  if (ppm < 0) all.push_back(say("{}'s clock ran {} slow", whose, as_percent(slow)));
  if (ppm > 0) all.push_back(say("{}'s clock ran {} fast", whose, as_percent(ppm)));
}

}  // namespace

Sentence troubles_of(const Trace& trace, std::size_t hold, std::size_t until, Trouble kinds) {
  const ClientId client = trace[hold].client;
  if (client == no_client) return {};
  std::set<NodeId> nodes;
  std::optional<std::size_t> claimed;
  for (std::size_t i = 0; i < until; ++i) {
    if (trace[i].kind != EventKind::sent || !same_hold(trace[i], trace[hold])) continue;
    nodes.insert(trace[i].node);
    if (!claimed) claimed = i;
  }
  if (!claimed) return {};
  std::vector<Found> found;
  const auto add = [&](const Spell& spell, const std::string& to) {
    const std::string from = when(trace, *spell.begun);
    auto same = std::find_if(found.begin(), found.end(), [&](const Found& one) {
      return one.what == spell.what && one.from == from && one.to == to;
    });
    if (same == found.end()) same = found.insert(found.end(), {spell.what, from, to, {}});
    if (spell.node != no_node) same->nodes.emplace_back(trace.node_name(spell.node));
  };
  std::vector<Spell> watched = spells(nodes, kinds);
  FaultStates faults(trace.info);
  ClockStates clocks;
  for (std::size_t i = 0; i < until; ++i) {
    clocks.on(trace[i]);
    if (subject_of(trace[i].kind) == Subject::none) continue;
    faults.on(trace[i]);
    for (Spell& spell : watched) {
      const bool now = stands(spell, faults, client);
      if (now && !spell.begun) spell.begun = i;
      if (now || !spell.begun) continue;
      if (trace[i].at > trace[*claimed].at) add(spell, when(trace, i));
      spell.begun.reset();
    }
  }
  for (const Spell& spell : watched)
    if (spell.begun) add(spell, "");
  std::vector<Sentence> told;
  for (const Found& one : found) told.push_back(words(one, trace.client_name(client)));
  if (has(kinds, Trouble::client_clock))
    add_drift(told, trace.client_name(client), clocks.of(client).ppm);
  if (has(kinds, Trouble::node_clock))
    for (const NodeId node : nodes)
      if (node != resource_node) add_drift(told, trace.node_name(node), clocks.of(node).ppm);
  return listed(told);
}

}  // namespace locklab::sim
