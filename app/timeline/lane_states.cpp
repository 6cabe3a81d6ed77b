#include "app/timeline/lane_states.h"

#include <algorithm>

#include "app/words/display_text.h"

namespace locklab::app {

std::vector<Lane> lanes_of(const Trace& trace) {
  std::vector<Lane> lanes;
  for (std::size_t i = 0; i < trace.info.clients.size(); ++i)
    lanes.push_back(
        {LaneKind::client, static_cast<std::uint16_t>(i), printable(trace.info.clients[i])});
  for (std::size_t i = 0; i < trace.info.nodes.size(); ++i)
    lanes.push_back(
        {LaneKind::node, static_cast<std::uint16_t>(i), printable(trace.info.nodes[i])});
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if (trace[i].node != resource_node) continue;
    lanes.push_back({LaneKind::resource, index(resource_node), printable(trace.info.resource)});
    break;
  }
  return lanes;
}

std::vector<bool> lock_names(const Trace& trace) {
  std::vector<bool> is_lock(trace.names().size());
  if (trace.info.admits == 0)
    return is_lock;  // a counter that limits nobody's hold is nobody's key
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == EventKind::attempt && trace[i].key < is_lock.size())
      is_lock[trace[i].key] = true;
  return is_lock;
}

LaneStates::LaneStates(const Trace& trace, const std::vector<Lane>& lanes)
    : trace_(trace),
      lanes_(lanes),
      is_lock_(lock_names(trace)),
      critical_(has_critical_section(trace.info)),
      clients_(trace.info.clients.size()),
      nodes_(trace.info.nodes.size()) {}

void LaneStates::apply(const Event& event) {
  if (index(event.client) < clients_.size())
    advance(clients_[index(event.client)], event, critical_);
  if (index(event.node) < nodes_.size()) apply_to_node(nodes_[index(event.node)], event);
}

void LaneStates::apply_to_node(NodeState& node, const Event& event) {
  const bool lock = is_lock(event.key);
  switch (event.kind) {
    case EventKind::key_set:
    case EventKind::key_deleted:
    case EventKind::key_expired:
    case EventKind::key_lost:
      if (!lock) break;
      std::erase_if(node.holds, [&](const Hold& hold) { return hold.key == event.key; });
      if (event.kind == EventKind::key_set) node.holds.push_back({event.key, owner_of(event)});
      break;
    case EventKind::node_killed:
      node.down = true;
      break;
    case EventKind::node_stopped:
      node.frozen = true;
      break;
    case EventKind::node_continued:
      node.frozen = false;
      break;
    case EventKind::node_restarted:
      node.down = node.frozen = false;
      break;
    default:
      break;
  }
}

ClientId LaneStates::owner_of(const Event& key_set) {
  const std::string_view value = trace_.text(key_set);
  if (key_set.client != no_client) return owners_[value] = key_set.client;
  const auto known = owners_.find(value);
  return known == owners_.end() ? no_client : known->second;
}

LaneCell LaneStates::cell_of(const NodeState& node) const {
  if (node.down) return {Bar::down};
  if (node.frozen) return {Bar::frozen};
  if (node.holds.empty()) return {Bar::free};
  return {Bar::held, index(node.holds.back().owner)};
}

std::vector<LaneCell> LaneStates::cells() const {
  std::vector<LaneCell> cells;
  cells.reserve(lanes_.size());
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) cells.push_back(cell(lane));
  return cells;
}

LaneCell LaneStates::cell(std::size_t lane) const {
  switch (lanes_[lane].kind) {
    case LaneKind::client:
      return app::cell_of(clients_[lanes_[lane].index]);
    case LaneKind::node:
      return cell_of(nodes_[lanes_[lane].index]);
    default:
      return {Bar::free};
  }
}

}  // namespace locklab::app
