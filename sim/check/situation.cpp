#include "sim/check/situation.h"

#include <algorithm>

namespace locklab::sim {

Situation::Situation(const TraceInfo& info)
    : needs_(info.needs),
      needs_replicas_(info.needs_replicas),
      nodes_(static_cast<std::uint32_t>(info.nodes.size())) {
  const auto master_of = [&](std::size_t node) {
    return node < info.replica_of.size() ? info.replica_of[node] : -1;
  };
  std::vector<std::size_t> family_of(nodes_, nodes_);
  for (std::size_t i = 0; i < nodes_ && families_.size() < info.lock_nodes; ++i) {
    if (master_of(i) >= 0) continue;
    family_of[i] = families_.size();
    families_.push_back({NodeId(i), {NodeId(i)}});
  }
  for (std::size_t i = 0; i < nodes_; ++i) {
    std::size_t root = i;
    for (std::size_t steps = 0; master_of(root) >= 0 && steps < nodes_; ++steps)
      root = static_cast<std::size_t>(master_of(root));
    if (root != i && root < nodes_ && family_of[root] < nodes_)
      families_[family_of[root]].members.push_back(NodeId(i));
  }
  node_state_.resize(nodes_);
  every_link_.resize(nodes_ + 1);
}

// ---- what clients say ----

const Situation::Lock& Situation::on_attempt(const Event& event, std::size_t index) {
  Lock& lock = locks_[event.key];
  const std::uint32_t at = engagements_.open(event.client, event.key);
  const Engagement& engaged = engagements_[at].value;
  if (engaged.depth == 0 && !engaged.waiting) start_waiting(lock, at, event, index);
  return lock;
}

const Situation::Lock& Situation::on_wait_over(const Event& event) {
  Lock& lock = locks_[event.key];
  const std::uint32_t at = engagements_.find(event.client, event.key);
  if (at == Engagements::none) return lock;
  if (engagements_[at].value.waiting) stop_waiting(lock, at);
  // Who acquired enters next: its cell will be wanted again.
  if (event.kind != EventKind::acquired) close_if_idle(at);
  return lock;
}

const Situation::Lock& Situation::on_entered(const Event& event, std::size_t index) {
  Lock& lock = locks_[event.key];
  const std::uint32_t at = engagements_.open(event.client, event.key);
  Engagement& engaged = engagements_[at].value;
  if (engaged.waiting) stop_waiting(lock, at);
  if (engaged.depth++ == 0) {
    engaged.entered = index;
    ++lock.inside;
  }
  return lock;
}

const Situation::Lock& Situation::on_left(const Event& event) {
  Lock& lock = locks_[event.key];
  const std::uint32_t at = engagements_.find(event.client, event.key);
  if (at == Engagements::none || engagements_[at].value.depth == 0) return lock;
  if (--engagements_[at].value.depth > 0) return lock;
  --lock.inside;
  close_if_idle(at);
  return lock;
}

void Situation::start_waiting(Lock& lock, std::uint32_t at, const Event& event, std::size_t index) {
  Engagement& engaged = engagements_[at].value;
  engaged.waiting = true;
  engaged.attempt = index;
  engaged.asked_at = event.at;
  engaged.before = lock.tail;
  engaged.after = Engagements::none;
  (lock.tail == Engagements::none ? lock.head : engagements_[lock.tail].value.after) = at;
  lock.tail = at;
  ++lock.waiting;
  judge_ability(lock, at);
}

void Situation::stop_waiting(Lock& lock, std::uint32_t at) {
  Engagement& engaged = engagements_[at].value;
  const auto [before, after] = std::pair(engaged.before, engaged.after);
  (before == Engagements::none ? lock.head : engagements_[before].value.after) = after;
  (after == Engagements::none ? lock.tail : engagements_[after].value.before) = before;
  --lock.waiting;
  lock.able -= engaged.able;
  lock.tolerant -= engaged.tolerant;
  engaged.waiting = engaged.able = engaged.tolerant = false;
}

void Situation::leave_all(ClientId client, bool also_inside) {
  for (std::uint32_t at = engagements_.first_of(client); at != Engagements::none;) {
    const std::uint32_t next = engagements_[at].next;
    Lock& lock = locks_[engagements_[at].name];
    Engagement& engaged = engagements_[at].value;
    if (engaged.waiting) stop_waiting(lock, at);
    if (also_inside && engaged.depth > 0) {
      engaged.depth = 0;
      --lock.inside;
    }
    close_if_idle(at);
    at = next;
  }
}

void Situation::close_if_idle(std::uint32_t at) {
  const Engagement& engaged = engagements_[at].value;
  if (engaged.depth == 0 && !engaged.waiting) engagements_.close(at);
}

void Situation::judge_ability(Lock& lock, std::uint32_t at) {
  const ClientId client = engagements_[at].client;
  Engagement& engaged = engagements_[at].value;
  bool able = engaged.waiting && !clients_[client].paused;
  bool tolerant = false;
  if (able && disturbed_) {
    std::uint32_t reached = 0;
    for (const Family& family : families_)
      reached += reaches(client, family.serving) && has_its_replicas(family);
    able = families_.empty() || reached >= needs_;
    const std::uint32_t lost = lost_to(client);
    tolerant = lost > 0 && lost <= bearable();
  }
  lock.able += able;
  lock.able -= engaged.able;
  lock.tolerant += tolerant;
  lock.tolerant -= engaged.tolerant;
  engaged.able = able;
  engaged.tolerant = tolerant;
}

void Situation::refresh(ClientId client) {
  if (client == no_client) {
    for (std::uint32_t at = 0; at < engagements_.size(); ++at)
      if (engagements_[at].client != no_client) judge_ability(locks_[engagements_[at].name], at);
    return;
  }
  for (std::uint32_t at = engagements_.first_of(client); at != Engagements::none;
       at = engagements_[at].next)
    judge_ability(locks_[engagements_[at].name], at);
}

std::uint32_t Situation::depth(ClientId client, std::uint16_t name) const {
  const std::uint32_t at = engagements_.find(client, name);
  return at == Engagements::none ? 0 : engagements_[at].value.depth;
}

std::size_t Situation::earliest_inside(std::uint16_t name, ClientId but) const {
  std::size_t earliest = SIZE_MAX;
  for (std::uint32_t at = 0; at < engagements_.size(); ++at) {
    const Engagements::Cell& cell = engagements_[at];
    if (cell.client == no_client || cell.client == but || cell.name != name) continue;
    if (cell.value.depth > 0) earliest = std::min(earliest, cell.value.entered);
  }
  return earliest;
}

// ---- faults ----

bool Situation::on_fault(const Event& event) {
  const bool of_client = event.client != no_client;
  switch (event.kind) {
    case EventKind::client_crashed:
      if (!of_client) break;
      clients_[event.client].crashed = true;
      leave_all(event.client, true);
      break;
    case EventKind::client_paused:
    case EventKind::client_resumed:
      if (!of_client) break;
      clients_[event.client].paused = event.kind == EventKind::client_paused;
      refresh(event.client);
      break;
    case EventKind::node_killed:
    case EventKind::node_stopped:
    case EventKind::node_busy:
    case EventKind::node_continued:
    case EventKind::node_restarted:
    case EventKind::node_promoted:
      node_event(event);
      break;
    case EventKind::link_cut:
    case EventKind::link_healed:
    case EventKind::link_held:
    case EventKind::link_released:
      link_event(event);
      break;
    case EventKind::timed_out:
      remember_timeout(event);
      break;
    case EventKind::message_lost:
      return !consequence(event);
    default:
      break;
  }
  return strikes(event.kind);
}

void Situation::node_event(const Event& event) {
  const std::uint32_t node = column(event.node);
  if (node >= nodes_) return;
  std::uint8_t& state = node_state_[node];
  switch (event.kind) {
    case EventKind::node_killed:
      state |= killed;
      break;
    case EventKind::node_stopped:
      state |= stopped;
      break;
    case EventKind::node_busy:
      state |= busy;
      break;
    case EventKind::node_continued:
      state &= killed;
      break;
    case EventKind::node_restarted:
      state = 0;
      break;
    default:
      for (Family& family : families_)
        if (std::count(family.members.begin(), family.members.end(), event.node))
          family.serving = event.node;
  }
  for (const Family& family : families_)
    if (state != 0 && std::count(family.members.begin(), family.members.end(), event.node))
      disturbed_ = true;
  refresh(no_client);
}

void Situation::link_event(const Event& event) {
  const auto change = [&](std::uint8_t& state) {
    const std::uint8_t ways = (event.detail & 3) == 0 ? 3 : event.detail & 3;
    switch (event.kind) {
      case EventKind::link_cut:
        state |= ways;
        break;
      case EventKind::link_held:
        state |= static_cast<std::uint8_t>(ways << 2);
        break;
      case EventKind::link_healed:
        state &= held;
        break;
      default:
        state &= cut;
        break;
    }
  };
  if (event.client != no_client) grow_links(event.client);
  const std::uint32_t columns = nodes_ + 1;
  for (std::uint32_t node = 0; node < columns; ++node) {
    if (event.node != no_node && node != column(event.node)) continue;
    if (event.client != no_client) {
      change(link_state_[link_cell(event.client, NodeId(node))]);
    } else {
      change(every_link_[node]);
      for (std::size_t at = node; at < link_state_.size(); at += columns) change(link_state_[at]);
    }
    disturbed_ = disturbed_ || node < nodes_;
  }
  refresh(event.client);
}

/// A message lost to a fault that stands already, or to the client's own timeout, is no fault of
/// its own.
bool Situation::consequence(const Event& lost) const {
  if (node_down(lost.node)) return true;
  if (lost.client == no_client) return false;
  if (clients_.find(lost.client) && clients_.find(lost.client)->crashed) return true;
  if (link_broken(lost.client, lost.node)) return true;
  const std::size_t cell = link_cell(lost.client, lost.node);
  return cell < timed_out_to_.size() && lost.message <= timed_out_to_[cell];
}

void Situation::remember_timeout(const Event& event) {
  if (event.client == no_client) return;
  const std::size_t cell = link_cell(event.client, event.node);
  if (cell >= timed_out_to_.size())
    timed_out_to_.resize((std::size_t{index(event.client)} + 1) * (nodes_ + 1));
  timed_out_to_[cell] = std::max(timed_out_to_[cell], event.message);
}

std::uint32_t Situation::column(NodeId node) const {
  return std::min<std::uint32_t>(index(node), nodes_);
}

std::size_t Situation::link_cell(ClientId client, NodeId node) const {
  return std::size_t{index(client)} * (nodes_ + 1) + column(node);
}

void Situation::grow_links(ClientId client) {
  while (link_state_.size() < (std::size_t{index(client)} + 1) * (nodes_ + 1))
    link_state_.insert(link_state_.end(), every_link_.begin(), every_link_.end());
}

bool Situation::node_down(NodeId node) const {
  return index(node) < nodes_ && node_state_[index(node)] != 0;
}

bool Situation::link_broken(ClientId client, NodeId node) const {
  const std::size_t cell = link_cell(client, node);
  return (cell < link_state_.size() ? link_state_[cell] : every_link_[column(node)]) != 0;
}

bool Situation::reaches(ClientId client, NodeId node) const {
  return !node_down(node) && !link_broken(client, node);
}

bool Situation::has_its_replicas(const Family& family) const {
  const auto up = std::count_if(family.members.begin(), family.members.end(), [&](NodeId member) {
    return member != family.serving && !node_down(member);
  });
  return up >= needs_replicas_;
}

std::uint32_t Situation::lost_to(ClientId client) const {
  std::uint32_t lost = 0;
  for (const Family& family : families_) {
    const auto gone = [&](NodeId member) { return node_down(member); };
    lost += !reaches(client, family.serving) ||
            std::any_of(family.members.begin(), family.members.end(), gone);
  }
  return lost;
}

std::uint32_t Situation::bearable() const {
  const auto all = static_cast<std::uint32_t>(families_.size());
  return all == 0 ? 0 : std::max<std::uint32_t>(all - (all / 2 + 1), all == 1 ? 1 : 0);
}

}  // namespace locklab::sim
