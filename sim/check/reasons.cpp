#include "sim/check/reasons.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "sim/check/verdict_words.h"

namespace locklab::sim {

namespace {

/// A hold's key on one node, or how it went.
struct KeyOnNode {
  std::size_t set = 0;  ///< the event that set it
  std::int64_t lease_us = -1;
  std::int64_t lease_since = 0;
  std::optional<std::size_t> gone;  ///< the event that took it away
};

bool same_hold(const Event& a, const Event& b) {
  return a.client == b.client && a.acquisition == b.acquisition;
}

/// What befell the keys of the hold that entered at `entered`, by node, up to `later`.
std::map<NodeId, KeyOnNode> fate_of_keys(const Trace& trace, std::size_t entered,
                                         std::size_t later) {
  const Event& hold = trace[entered];
  std::map<NodeId, KeyOnNode> keys;
  Origins origins(trace);
  for (std::size_t i = 0; i < later; ++i) {
    const Event& e = trace[i];
    if (e.kind < EventKind::key_set || e.kind > EventKind::key_lost || e.key != hold.key) continue;
    const auto found = keys.find(e.node);
    const bool its = found != keys.end() && !found->second.gone;
    if (e.kind == EventKind::key_set && same_hold(origins.of(i), hold)) {
      keys[e.node] = {i, e.value, e.at, std::nullopt};
    } else if (its && e.kind == EventKind::key_lease) {
      found->second.lease_us = e.value;
      found->second.lease_since = e.at;
    } else if (its) {
      found->second.gone = i;
    }
  }
  return keys;
}

std::string pause_clause(const Trace& trace, std::size_t earlier, std::size_t later) {
  const Event& hold = trace[earlier];
  std::optional<std::size_t> paused;
  std::optional<std::size_t> resumed;
  for (std::size_t i = 0; i < later; ++i) {
    const Event& e = trace[i];
    if (e.client != hold.client) continue;
    if (e.kind == EventKind::attempt && i < earlier) paused = resumed = std::nullopt;
    if (e.kind == EventKind::client_paused) {
      paused = i;
      resumed = std::nullopt;
    }
    if (e.kind == EventKind::client_resumed) resumed = i;
  }
  if (!paused) return {};
  if (!resumed)
    return fmt::format("{} had been paused since {}", who(trace, earlier), when(trace, *paused));
  return fmt::format("{} had been paused from {} to {}", who(trace, earlier), when(trace, *paused),
                     when(trace, *resumed));
}

/// The clock or crash of `node` that took the key at `gone`, as a clause of its own.
std::string node_fault_clause(const Trace& trace, NodeId node, std::size_t from, std::size_t gone) {
  for (std::size_t i = gone; i-- > from;) {
    const Event& e = trace[i];
    if (e.node != node) continue;
    if (e.kind == EventKind::node_clock)
      return fmt::format("{}'s clock had been changed at {}", trace.node_name(node),
                         when(trace, i));
    if (e.kind == EventKind::node_killed)
      return fmt::format("{} had {} at {}", trace.node_name(node),
                         e.detail == 1 ? "lost power" : "crashed", when(trace, i));
  }
  return {};
}

std::string promotion_clause(const Trace& trace, std::size_t earlier, std::size_t later) {
  for (std::size_t i = earlier; i < later; ++i)
    if (trace[i].kind == EventKind::node_promoted)
      return fmt::format("{} had become the master at {} without {}'s lock",
                         trace.node_name(trace[i].node), when(trace, i), who(trace, earlier));
  return {};
}

std::string gone_clause(const Trace& trace, std::size_t earlier, std::size_t gone,
                        const std::vector<std::string>& nodes) {
  const Event& e = trace[gone];
  const std::string where = listed(nodes);
  const std::string_view holder = who(trace, earlier);
  switch (e.kind) {
    case EventKind::key_expired:
      return fmt::format("{}'s lease had run out on {} at {}", holder, where, as_ms(e.at));
    case EventKind::key_lost:
      return fmt::format("{} had forgotten {}'s key at {}", where, holder, as_ms(e.at));
    case EventKind::key_set:
      return fmt::format("{} had overwritten {}'s key on {} at {}", who(trace, gone), holder, where,
                         as_ms(e.at));
    default:
      return same_hold(e, trace[earlier])
                 ? fmt::format("{}'s key on {} had been removed already at {}", holder, where,
                               as_ms(e.at))
                 : fmt::format("{} had removed {}'s key on {} at {}", who(trace, gone), holder,
                               where, as_ms(e.at));
  }
}

/// A lease that must be over, though nobody saw it end (a live server does not tell).
std::string unseen_end_clause(const Trace& trace, const std::map<NodeId, KeyOnNode>& keys,
                              std::size_t later) {
  for (const auto& [node, key] : keys)
    if (!key.gone && key.lease_us >= 0 && key.lease_since + key.lease_us <= trace[later].at)
      return fmt::format("{}'s lease of {} had run out", who(trace, key.set), as_ms(key.lease_us));
  return {};
}

std::string together(const std::vector<std::string>& clauses) {
  std::string all;
  for (const std::string& clause : clauses)
    if (!clause.empty()) all += (all.empty() ? "" : ", and ") + clause;
  return all;
}

/// What the hold that entered at `entered` had suffered by `later`.
std::string what_befell(const Trace& trace, std::size_t entered, std::size_t later) {
  const std::map<NodeId, KeyOnNode> keys = fate_of_keys(trace, entered, later);
  std::optional<std::size_t> first;
  for (const auto& [node, key] : keys)
    if (key.gone && (!first || *key.gone < *first)) first = key.gone;

  std::vector<std::string> clauses{pause_clause(trace, entered, later)};
  if (!first) {
    const std::string unseen = unseen_end_clause(trace, keys, later);
    clauses.push_back(unseen.empty() ? promotion_clause(trace, entered, later) : unseen);
    return together(clauses);
  }
  std::vector<std::string> nodes;
  for (const auto& [node, key] : keys)
    if (key.gone && trace[*key.gone].kind == trace[*first].kind)
      nodes.emplace_back(trace.node_name(node));
  const NodeId node = trace[*first].node;
  const EventKind kind = trace[*first].kind;
  if (kind == EventKind::key_expired || kind == EventKind::key_lost)
    clauses.push_back(node_fault_clause(trace, node, keys.at(node).set, *first));
  clauses.push_back(gone_clause(trace, entered, *first, nodes));
  return together(clauses);
}

}  // namespace

const Event& Origins::of(std::size_t key_set) {
  const Event& event = trace_[key_set];
  if (event.client != no_client) {
    by_value_[trace_.text(event)] = key_set;
    return event;
  }
  const auto found = by_value_.find(trace_.text(event));
  return found == by_value_.end() ? event : trace_[found->second];
}

std::string why_let_in(const Trace& trace, std::size_t earlier, std::size_t later) {
  if (trace.info.needs == 0) return "no server keeps them apart";
  const std::string why = what_befell(trace, earlier, later);
  // The one that was inside did nothing wrong: then the other came in on a lock that it had no
  // more.
  return why.empty() ? what_befell(trace, later, later) : why;
}

std::string who_blocks(const Trace& trace, std::uint16_t lock, std::size_t event) {
  struct Owner {
    ClientId client;
    std::int64_t lease_us;
  };
  std::map<NodeId, Owner> owners;
  Origins origins(trace);
  std::map<ClientId, std::size_t> crashed;
  for (std::size_t i = 0; i < event; ++i) {
    const Event& e = trace[i];
    if (e.kind == EventKind::client_crashed) crashed[e.client] = i;
    if (e.kind < EventKind::key_set || e.kind > EventKind::key_lost || e.key != lock) continue;
    if (e.kind == EventKind::key_set) {
      owners[e.node] = {origins.of(i).client, e.value};
    } else if (e.kind == EventKind::key_lease) {
      if (owners.count(e.node)) owners[e.node].lease_us = e.value;
    } else {
      owners.erase(e.node);
    }
  }
  if (owners.empty()) return {};
  std::set<ClientId> holders;
  for (const auto& [node, owner] : owners) holders.insert(owner.client);
  std::vector<std::string> names;
  if (holders.size() > 1) {
    for (ClientId client : holders) names.emplace_back(trace.client_name(client));
    return fmt::format("the nodes are split between {}", listed(names));
  }
  for (const auto& [node, owner] : owners) names.emplace_back(trace.node_name(node));
  const ClientId holder = *holders.begin();
  std::string said = fmt::format("{} still {} the key of {}", listed(names),
                                 names.size() == 1 ? "holds" : "hold", trace.client_name(holder));
  if (crashed.count(holder)) said += ", who crashed at " + when(trace, crashed[holder]);
  if (owners.begin()->second.lease_us < 0) said += ", without expiry";
  return said;
}

std::string who_waits(const Trace& trace, std::uint16_t lock, std::size_t event) {
  std::vector<ClientId> waiting;
  for (std::size_t i = 0; i < event; ++i) {
    const Event& e = trace[i];
    if (e.kind == EventKind::attempt && e.key == lock &&
        std::find(waiting.begin(), waiting.end(), e.client) == waiting.end())
      waiting.push_back(e.client);
    const bool about_lock =
        e.key == lock && (e.kind == EventKind::acquired || e.kind == EventKind::gave_up ||
                          e.kind == EventKind::entered);
    if (about_lock || e.kind == EventKind::client_crashed || e.kind == EventKind::finished)
      waiting.erase(std::remove(waiting.begin(), waiting.end(), e.client), waiting.end());
  }
  if (waiting.size() > 3) return fmt::format("{} clients", waiting.size());
  std::vector<std::string> names;
  for (ClientId client : waiting) names.emplace_back(trace.client_name(client));
  return listed(names);
}

std::string lost_nodes(const Trace& trace, std::size_t event) {
  std::set<NodeId> lost;
  for (std::size_t i = 0; i < event; ++i) {
    const Event& e = trace[i];
    if (e.node == resource_node || e.node == no_node) continue;
    switch (e.kind) {
      case EventKind::node_killed:
      case EventKind::node_stopped:
      case EventKind::node_busy:
      case EventKind::link_cut:
      case EventKind::link_held:
        lost.insert(e.node);
        break;
      case EventKind::node_restarted:
      case EventKind::node_continued:
      case EventKind::link_healed:
      case EventKind::link_released:
        lost.erase(e.node);
        break;
      default:
        break;
    }
  }
  std::vector<std::string> names;
  for (NodeId node : lost) names.emplace_back(trace.node_name(node));
  return listed(names);
}

}  // namespace locklab::sim
