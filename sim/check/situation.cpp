#include "sim/check/situation.h"

#include <algorithm>

namespace locklab::sim {

Situation::Situation(const TraceInfo& info)
    : needs_(info.needs),
      needs_replicas_(info.needs_replicas),
      columns_(static_cast<std::uint32_t>(info.nodes.size()) + 1),
      faults_(info),
      families_(info) {}

void Situation::judge_ability(std::uint32_t at) {
  const LockStates::Engagements::Cell& cell = locks_.engagements()[at];
  bool able = cell.value.waits() && !clients().paused(cell.client);
  bool tolerant = false;
  if (able && disturbed_) {
    std::uint32_t reached = 0;
    for (const Family& family : families_.of_lock())
      reached += reaches(cell.client, family.serving) && has_its_replicas(family);
    able = families_.of_lock().empty() || reached >= needs_;
    const std::uint32_t lost = lost_to(cell.client);
    tolerant = lost > 0 && lost <= bearable();
  }
  locks_.judge(at, able, tolerant);
}

void Situation::refresh(ClientId client) {
  const LockStates::Engagements& all = locks_.engagements();
  if (client == no_client) {
    for (std::uint32_t at = 0; at < all.size(); ++at)
      if (all[at].client != no_client) judge_ability(at);
    return;
  }
  for (std::uint32_t at = all.first_of(client); at != LockStates::none; at = all[at].next)
    judge_ability(at);
}

void Situation::on(const Event& event, std::size_t index) {
  on_fault(event);
  if (event.client == no_client) return;
  if (event.kind == EventKind::started) on_started(event);
  if (event.kind == EventKind::attempt) {
    on_attempt(event, index);
  } else {
    locks_.on(event, index);
  }
}

bool Situation::on_fault(const Event& event) {
  if (event.kind == EventKind::timed_out) remember_timeout(event);
  if (event.kind == EventKind::message_lost) return !consequence(event);
  switch (subject_of(event.kind)) {
    case Subject::client:
      on_client_fault(event);
      break;
    case Subject::node:
      on_node_fault(event);
      break;
    case Subject::link:
      on_link_fault(event);
      break;
    default:
      break;
  }
  return strikes(event.kind);
}

void Situation::on_client_fault(const Event& event) {
  if (event.client == no_client) return;
  faults_.on(event);
  if (clients().crashed(event.client)) locks_.on_crashed(event);
  refresh(event.client);
}

void Situation::on_node_fault(const Event& event) {
  faults_.on(event);
  families_.on(event);
  for (const Family& family : families_.of_lock())
    if (down(event.node) && std::count(family.members.begin(), family.members.end(), event.node))
      disturbed_ = true;
  refresh(no_client);
}

void Situation::on_link_fault(const Event& event) {
  faults_.on(event);
  // A fault may have begun before the trace did.
  if (event.node != resource_node &&
      (ends_fault(event.kind) || faults_.links().broken(event.client, event.node)))
    disturbed_ = true;
  refresh(event.client);
}

/// Whether a message was lost to an already active fault, or to its client's own timeout or crash.
/// Such a loss does not count as a new fault.
bool Situation::consequence(const Event& lost) const {
  if (down(lost.node)) return true;
  if (lost.client == no_client) return false;
  return faults_.links().broken(lost.client, lost.node) || abandoned(lost);
}

bool Situation::abandoned(const Event& event) const {
  if (event.client == no_client || clients().crashed(event.client)) return true;
  const std::size_t cell = link_cell(event.client, event.node);
  return cell < timed_out_to_.size() && event.message <= timed_out_to_[cell];
}

void Situation::remember_timeout(const Event& event) {
  if (event.client == no_client) return;
  const std::size_t cell = link_cell(event.client, event.node);
  if (cell >= timed_out_to_.size())
    timed_out_to_.resize((std::size_t{index(event.client)} + 1) * columns_);
  timed_out_to_[cell] = std::max(timed_out_to_[cell], event.message);
}

std::size_t Situation::link_cell(ClientId client, NodeId node) const {
  return std::size_t{index(client)} * columns_ + std::min<std::uint32_t>(index(node), columns_ - 1);
}

bool Situation::has_its_replicas(const Family& family) const {
  const auto up = std::count_if(family.members.begin(), family.members.end(), [&](NodeId member) {
    return member != family.serving && !down(member);
  });
  return up >= needs_replicas_;
}

std::optional<NodeLoss> Situation::loss_of(ClientId client, const Family& family,
                                           NodeId member) const {
  switch (faults_.nodes().condition(member)) {
    case NodeCondition::killed:
    case NodeCondition::without_power:
      return NodeLoss::down;
    case NodeCondition::frozen:
      return NodeLoss::frozen;
    case NodeCondition::busy:
      return NodeLoss::busy;
    case NodeCondition::refusing:
      return NodeLoss::refusing;
    case NodeCondition::up:
      break;
  }
  if (member == family.serving && faults_.links().broken(client, member)) return NodeLoss::cut_off;
  return std::nullopt;
}

std::uint32_t Situation::lost_to(ClientId client) const {
  std::uint32_t lost = 0;
  for (const Family& family : families_.of_lock())
    lost += std::any_of(family.members.begin(), family.members.end(),
                        [&](NodeId member) { return loss_of(client, family, member).has_value(); });
  return lost;
}

std::map<NodeId, NodeLoss> Situation::lost_nodes(std::uint16_t lock) const {
  std::map<NodeId, NodeLoss> nodes;
  const LockStates::Engagements& all = locks_.engagements();
  for (std::uint32_t at = locks_.lock(lock).head; at != LockStates::none;
       at = all[at].value.after) {
    if (!all[at].value.tolerant) continue;
    for (const Family& family : families_.of_lock())
      for (const NodeId member : family.members)
        if (const auto loss = loss_of(all[at].client, family, member)) nodes.emplace(member, *loss);
  }
  return nodes;
}

unsigned Situation::losses() const {
  unsigned found = 0;
  const LockStates::Engagements& all = locks_.engagements();
  for (std::uint32_t at = 0; at < all.size(); ++at) found |= losses_at(all[at]);
  return found;
}

unsigned Situation::losses_of(ClientId client, std::uint16_t lock) const {
  const std::uint32_t at = locks_.engagements().find(client, lock);
  return at == LockStates::none ? 0 : losses_at(locks_.engagements()[at]);
}

unsigned Situation::losses_at(const LockStates::Engagements::Cell& waiter) const {
  if (waiter.client == no_client || !waiter.value.tolerant) return 0;
  unsigned found = 0;
  for (const Family& family : families_.of_lock())
    for (const NodeId member : family.members)
      if (const auto loss = loss_of(waiter.client, family, member))
        found |= 1u << static_cast<unsigned>(*loss);
  return found;
}

std::map<NodeId, NodeLoss> Situation::missing(ClientId client) const {
  std::map<NodeId, NodeLoss> nodes;
  for (const Family& family : families_.of_lock())
    for (const NodeId member : family.members)
      if (member == family.serving || !has_its_replicas(family))
        if (const auto loss = loss_of(client, family, member)) nodes.emplace(member, *loss);
  return nodes;
}

std::uint32_t Situation::bearable() const {
  const auto all = static_cast<std::uint32_t>(families_.of_lock().size());
  return all == 0 ? 0 : std::max<std::uint32_t>(all - (all / 2 + 1), all == 1 ? 1 : 0);
}

}  // namespace locklab::sim
