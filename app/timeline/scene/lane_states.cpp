#include "app/timeline/scene/lane_states.h"

#include <algorithm>
#include <map>
#include <set>

#include "app/words/display_text.h"
#include "sim/trace/causes.h"

namespace locklab::app {

std::vector<Lane> lanes_of(const sim::Trace& trace, bool with_resource) {
  std::vector<Lane> lanes;
  for (std::size_t i = 0; i < trace.info.clients.size(); ++i)
    lanes.push_back(
        {LaneKind::client, static_cast<std::uint16_t>(i), printable(trace.info.clients[i])});
  for (std::size_t i = 0; i < trace.info.nodes.size(); ++i)
    lanes.push_back(
        {LaneKind::node, static_cast<std::uint16_t>(i), printable(trace.info.nodes[i])});
  for (std::size_t i = 0; i < trace.size() && !with_resource; ++i)
    with_resource = trace[i].node == resource_node;
  if (with_resource)
    lanes.push_back({LaneKind::resource, index(resource_node), printable(trace.info.resource)});
  return lanes;
}

std::uint16_t main_lock(const sim::Trace& trace) {
  if (trace.info.admits == 0) return sim::no_name;
  std::map<std::uint16_t, std::set<ClientId>> clients;
  std::vector<std::uint16_t> in_order;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const sim::Event& event = trace[i];
    if (event.kind != sim::EventKind::attempt || event.key >= trace.names().size()) continue;
    if (!clients.contains(event.key)) in_order.push_back(event.key);
    clients[event.key].insert(event.client);
  }
  const auto most = std::max_element(in_order.begin(), in_order.end(), [&](auto a, auto b) {
    return clients[a].size() < clients[b].size();
  });
  return most == in_order.end() ? sim::no_name : *most;
}

LaneCell cell_of(const ClientProgress& client) {
  if (!client.present) return {Bar::none};
  if (client.paused) return {client.believes || client.inside ? Bar::paused_holding : Bar::paused};
  if (client.inside) return {client.unlocked ? Bar::unlocked : Bar::inside};
  if (client.believes) return {Bar::believes};
  return {client.waits ? Bar::waiting : Bar::idle};
}

LaneStates::LaneStates(const sim::Trace& trace, const std::vector<Lane>& lanes)
    : trace_(trace),
      lanes_(lanes),
      is_lock_(sim::lock_names(trace)),
      main_lock_(main_lock(trace)),
      critical_(has_critical_section(trace.info)),
      run_(trace.info) {}

/// The state of a node's lane: with several locks, the main one's, or else the one set last, and
/// another client that has one of the others.
LaneCell LaneStates::cell_of_node(NodeId node) const {
  switch (run_.nodes().condition(node)) {
    case sim::NodeCondition::killed:
    case sim::NodeCondition::without_power:
      return {Bar::down};
    case sim::NodeCondition::frozen:
      return {Bar::frozen};
    default:
      break;
  }
  const sim::KeyState* latest = nullptr;
  for (const sim::KeyState& key : run_.keys().of(node))
    if (is_lock(key.name) && (!latest || latest->name != main_lock_) &&
        (!latest || key.name == main_lock_ || latest->set < key.set))
      latest = &key;
  if (!latest) return {Bar::free};
  LaneCell cell{Bar::held, index(latest->owner)};
  for (const sim::KeyState& key : run_.keys().of(node))
    if (is_lock(key.name) && key.owner != latest->owner) cell.other = index(key.owner);
  return cell;
}

std::vector<LaneCell> LaneStates::cells() const {
  std::vector<LaneCell> cells;
  cells.reserve(lanes_.size());
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) cells.push_back(cell(lane));
  return cells;
}

LaneCell LaneStates::cell(std::size_t lane) const {
  const std::uint16_t number = lanes_[lane].index;
  switch (lanes_[lane].kind) {
    case LaneKind::client:
      return cell_of(progress_of(run_, ClientId{number}, critical_));
    case LaneKind::node:
      return cell_of_node(NodeId{number});
    default:
      return {Bar::free};
  }
}

}  // namespace locklab::app
