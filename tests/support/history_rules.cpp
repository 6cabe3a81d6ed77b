#include "tests/support/history_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "sim/scenario/fault_plan.h"
#include "tests/support/history_state.h"
#include "tests/support/replica_rules.h"
#include "tests/support/untold_faults.h"

namespace locklab::sim {

namespace {

/// A small reader of histories, which shares no code, and so no mistakes, with the program's.
class Rules {
 public:
  Rules(const Scenario& scenario, const Trace& trace)
      : scenario_(scenario), trace_(trace), replicas_(scenario) {}

  std::optional<std::string> first_broken() {
    for (std::size_t i = 0; i < trace_.size(); ++i) {
      const Event& event = trace_[i];
      std::string wrong = time(event);
      if (wrong.empty() && lacks_reason(event)) wrong = "it has no reason";
      if (wrong.empty()) wrong = client(event);
      if (wrong.empty()) wrong = node(event);
      if (wrong.empty()) wrong = keys(event);
      if (wrong.empty()) wrong = link(event);
      if (wrong.empty()) wrong = message(event);
      if (wrong.empty()) wrong = replicas_.on(trace_, event);
      if (event.fault != 0) told_of_.insert(event.fault);
      if (!wrong.empty())
        return fmt::format("event {} ({} at {} us): {}", i, name(event.kind), event.at, wrong);
    }
    return untold_fault(scenario_, trace_, told_of_, clients_, nodes_);
  }

 private:
  using Client = ClientHistory;
  using Node = NodeHistory;
  using Link = LinkHistory;
  using Message = MessageHistory;

  static void end(std::multiset<std::uint16_t>& standing, std::uint16_t token) {
    if (token == 0) standing.clear();
    const auto one = standing.find(token);
    if (one != standing.end()) standing.erase(one);
  }

  std::string time(const Event& event) {
    if (event.at < now_) return fmt::format("time falls from {} us", now_);
    now_ = event.at;
    return {};
  }

  /// True for a client's own action, false for what happens to it.
  static bool own_effect(EventKind kind) {
    return kind == EventKind::sent || kind == EventKind::received ||
           kind == EventKind::push_received || kind == EventKind::timed_out ||
           (kind >= EventKind::started && kind <= EventKind::finished);
  }

  /// True if a refusal, timeout, lost message or missed fault has no reason, or another event has
  /// one.
  static bool lacks_reason(const Event& event) {
    switch (event.kind) {
      case EventKind::refused:
        return refusal_of(event.reason) == Refusal::unknown;
      case EventKind::timed_out:
        return silence_of(event.reason) == Silence::unknown;
      case EventKind::message_lost:
        return loss_of(event.reason) == Loss::unknown;
      case EventKind::fault_missed:
        return no_effect_of(event.reason) == NoEffect::none;
      default:
        return event.reason != ReasonCode::unknown;
    }
  }

  std::string client(const Event& event) {
    if (event.client == no_client) return {};
    Client& client = clients_[event.client];
    if (own_effect(event.kind)) {
      if (client.crashed) return "its client has crashed";
      if (!client.pauses.empty()) return "its client is paused";
    }
    if (event.kind == EventKind::client_crashed) {
      client.crashed = true;
      client.crashed_at = event.at;
    }
    if (event.kind == EventKind::client_paused) client.pauses.insert(event.fault);
    if (event.kind == EventKind::client_clock) {
      client.read = client.clock(event.at);
      client.read_at = event.at;
      client.ppm = event.extra;
    }
    if (event.kind == EventKind::client_resumed) {
      end(client.pauses, event.fault);
      if (client.pauses.empty()) client.awake_since = event.at;
      if (client.pauses.empty() == (event.standing == 1)) return "it miscounts the pauses";
    }
    return {};
  }

  std::string node(const Event& event) {
    if (event.node == no_node || event.node == resource_node) return {};
    Node& node = nodes_[event.node];
    switch (event.kind) {
      case EventKind::key_set:
      case EventKind::key_lease:
      case EventKind::key_deleted:
        // A power loss undoes what was not on the disk. That is the node's last event.
        if (node.dead && event.at == node.lost_power_at) break;
        [[fallthrough]];
      case EventKind::ran:
        if (event.kind == EventKind::ran) node.last_ran = event;
        [[fallthrough]];
      case EventKind::pushed:
      case EventKind::resource_wrote:
        if (node.dead) return "its node is dead";
        if (!node.stops.empty()) return "its node is frozen";
        break;
      case EventKind::key_expired:
        if (!node.stops.empty()) return "its node is frozen";
        break;
      case EventKind::node_killed:
        if (node.dead != (event.standing == 1)) return "it miscounts the kills";
        if (!node.dead) node.died_at = event.at;
        node.dead = true;
        if (event.detail == 1) node.lost_power_at = event.at;
        keep_answer_back(event, node);
        node.kills.insert(event.fault);
        node.stops.clear();
        break;
      case EventKind::node_restarted:
        if (!node.dead) return "its node is not dead";
        if (event.fault != 0 && !node.kills.contains(event.fault)) return "it ends no kill";
        if (event.fault == 0 && ++node.by_hand > restarts(event.node)) return "nobody restarts it";
        end(node.kills, event.fault);
        if (node.kills.empty() == (event.standing == 1)) return "it miscounts the kills";
        if (!node.kills.empty()) break;
        node.dead = false;
        node.risen_at = event.at;
        break;
      case EventKind::node_stopped:
        if (node.dead) return "its node is dead";
        node.stops.insert(event.fault);
        keep_answer_back(event, node);
        break;
      case EventKind::node_continued:
        if (node.stops.empty()) return "its node is not frozen";
        if (event.fault == 0 && ++node.by_hand > restarts(event.node)) return "nobody restarts it";
        end(node.stops, event.fault);
        if (node.stops.empty()) node.awake_since = event.at;
        if (node.stops.empty() == (event.standing == 1)) return "it miscounts the stops";
        break;
      default:
        break;
    }
    return {};
  }

  /// A fault triggered by a command's run hits its node before the reply is sent.
  void keep_answer_back(const Event& strike, const Node& node) {
    if (strike.fault == 0 || strike.fault > scenario_.faults.size()) return;
    const Trigger& trigger = scenario_.faults[strike.fault - 1u].trigger;
    if (!trigger.at && trigger.plus == Duration(0) && node.last_ran.at == strike.at &&
        trigger.event == EventKind::ran && matches(trigger, node.last_ran, {}))
      messages_[node.last_ran.message].unanswered = true;
  }

  /// The number of restart faults of this node in the scenario.
  std::int64_t restarts(NodeId node) const {
    return std::count_if(scenario_.faults.begin(), scenario_.faults.end(), [&](const Fault& fault) {
      return fault.kind == FaultKind::restart && fault.node == node;
    });
  }

  std::string keys(const Event& event) {
    if (event.node == no_node || event.node == resource_node) return {};
    std::set<std::uint16_t>& keys = nodes_[event.node].keys;
    switch (event.kind) {
      case EventKind::key_set:
        keys.insert(event.key);
        break;
      case EventKind::key_deleted:
      case EventKind::key_expired:
      case EventKind::key_lost:
        keys.erase(event.key);
        break;
      case EventKind::node_restarted:
        // A counter that the scenario begins with is in no event until it is changed.
        if (scenario_.strategy != "atomic_decr" && event.standing == 0 &&
            static_cast<std::size_t>(event.value) != keys.size())
          return fmt::format("it has {} keys, and {} were seen", event.value, keys.size());
        break;
      default:
        break;
    }
    return {};
  }

  std::string link(const Event& event) {
    if (event.client == no_client || event.node == no_node) return {};
    Link& link = links_[{event.client, event.node}];
    switch (event.kind) {
      case EventKind::link_cut:
        link.cuts[event.fault] = {event.detail, event.at};
        break;
      case EventKind::link_held:
        link.holds.insert(event.fault);
        break;
      case EventKind::link_released:
        if (event.fault == 0) link.holds.clear();
        link.holds.erase(event.fault);
        return miscounted(event, link);
      case EventKind::link_slowed:
        link.slowed_by[event.fault] = event.value;
        break;
      case EventKind::link_healed:
        if (event.fault == 0) {
          heal(event, link);
        } else {
          if (link.slowed_by.contains(event.fault)) set_out(event, link);
          if (link.cuts.erase(event.fault) + link.slowed_by.erase(event.fault) == 0)
            return "no such cut or slow-down stands";
        }
        if (link.cuts.empty()) let_leave(event);
        return miscounted(event, link);
      default:
        break;
    }
    return {};
  }

  /// Messages sent while the link was cut leave their client's machine when it heals.
  void let_leave(const Event& healed) {
    for (auto& [number, message] : messages_)
      if (message.client == healed.client && message.node == healed.node)
        message.left_at = std::min(message.left_at, healed.at);
  }

  /// A drop or delay that still waits for messages counts as a fault of the link, but has no event.
  std::string miscounted(const Event& ended, const Link& link) {
    const bool seen = !link.cuts.empty() || !link.holds.empty() || !link.slowed_by.empty();
    const bool unseen =
        std::any_of(scenario_.faults.begin(), scenario_.faults.end(), [&](const Fault& fault) {
          return (fault.kind == FaultKind::drop || fault.kind == FaultKind::delay) &&
                 (fault.client == no_client || fault.client == ended.client) &&
                 (fault.node == no_node || fault.node == ended.node);
        });
    const bool right = ended.standing == 1 ? seen || unseen : !seen;
    return right ? "" : "it miscounts the faults of the link";
  }

  void heal(const Event& healed, Link& link) {
    set_out(healed, link);
    link = {};
  }

  /// Messages that are held, or sent at this time, leave now at full speed.
  void set_out(const Event& healed, const Link& link) {
    const bool kept = !link.cuts.empty() || !link.holds.empty();
    for (auto& [number, message] : messages_)
      if (message.client == healed.client && message.node == healed.node &&
          (kept || message.sent_at == healed.at))
        message.slowed_by = 0;
  }

  /// True if the direction was cut before the event, and still is.
  bool cut_since_before(const Event& event, std::uint8_t way) {
    for (const auto& [token, cut] : links_[{event.client, event.node}].cuts)
      if ((cut.ways & way) != 0 && cut.since < event.at) return true;
    return false;
  }

  std::string message(const Event& event) {
    if (event.message == 0) return {};
    Message& message = messages_[event.message];
    switch (event.kind) {
      case EventKind::sent:
        if (message.sent_at >= 0) return "it is sent twice";
        leaves(event, message);
        message.sent_at_own = clients_[event.client].clock(event.at);
        message.waits = *trace_.words(event).begin() == "WAIT";
        break;
      case EventKind::ran:
        return ran(event, message);
      case EventKind::received:
        return received(event, message);
      case EventKind::timed_out:
        return timed_out(event, message);
      case EventKind::pushed:
        if (message.sent_at >= 0) return "it is pushed twice";
        leaves(event, message);
        message.ran_at = event.at;
        break;
      case EventKind::push_received:
        return push_received(event, message);
      case EventKind::message_lost:
        if (message.sent_at < 0) return "it was never sent";
        if ((lost_part(event) != LostPart::request) != (message.ran_at >= 0))
          return "its other half is lost";
        if (lost_part(event) == LostPart::unsent_reply &&
            nodes_[event.node].died_at < message.ran_at)
          return "its node lived to send it";
        break;
      default:
        break;
    }
    return {};
  }

  void leaves(const Event& event, Message& message) {
    message.sent_at = event.at;
    message.client = event.client;
    message.node = event.node;
    const Link& link = links_[{event.client, event.node}];
    message.left_at = link.cuts.empty() ? event.at : std::numeric_limits<std::int64_t>::max();
    for (const auto& [token, by] : link.slowed_by) message.slowed_by += by;
  }

  std::string push_received(const Event& event, Message& message) {
    if (message.sent_at < 0) return "it was never pushed";
    if (message.received) return "it is received twice";
    message.received = true;
    if (event.at - message.sent_at < message.slowed_by) return "its link was slower than that";
    const bool just_arrived = clients_[event.client].awake_since < event.at;
    if (just_arrived && cut_since_before(event, 2)) return "its way was cut";
    std::uint32_t& newest = newest_push_[{event.client, event.node}];
    if (event.message < newest) return "a later one came before it";
    newest = event.message;
    return {};
  }

  std::string ran(const Event& event, Message& message) {
    if (message.sent_at < 0) return "it was never sent";
    if (message.ran_at >= 0) return "it runs twice";
    message.ran_at = event.at;
    if (event.at - message.sent_at < message.slowed_by) return "its link was slower than that";
    if (event.node == resource_node) return {};
    if (event.text != no_text && trace_.text(event) == "ERR EXEC without MULTI")
      return "its transaction began on another connection";
    const Node& node = nodes_[event.node];
    if (message.left_at < node.died_at) return "it was sent to a process that has died since";
    // A request that arrived before the node froze runs when it resumes.
    const bool just_arrived = node.awake_since < event.at && !message.waits;
    if (just_arrived && cut_since_before(event, 1)) return "its way was cut";
    return {};
  }

  std::string received(const Event& event, Message& message) {
    if (message.ran_at < 0) return "it was never run";
    if (message.received) return "it is received twice";
    message.received = true;
    if (message.unanswered && nodes_[event.node].awake_since < message.ran_at)
      return "its node died or froze before it answered";
    const bool just_arrived = clients_[event.client].awake_since < event.at;
    if (just_arrived && cut_since_before(event, 2)) return "its way back was cut";
    return {};
  }

  std::string timed_out(const Event& event, const Message& message) {
    if (silence_of(event.reason) != Silence::timeout || message.waits) return {};
    const Client& client = clients_[event.client];
    const std::int64_t waited = client.clock(event.at) - message.sent_at_own;
    const std::int64_t patience = us(scenario_.lock.node_timeout);
    constexpr std::int64_t rounding = 4;
    if (waited < patience - rounding)
      return fmt::format("its client has waited for {} us only", waited);
    if (waited > patience + rounding && client.awake_since < message.sent_at)
      return fmt::format("its client has waited for {} us", waited);
    return {};
  }

  const Scenario& scenario_;
  const Trace& trace_;
  ReplicaRules replicas_;
  std::set<FaultToken> told_of_;
  std::int64_t now_ = 0;
  std::map<ClientId, Client> clients_;
  std::map<NodeId, Node> nodes_;
  std::map<std::pair<ClientId, NodeId>, Link> links_;
  std::map<std::uint32_t, Message> messages_;
  std::map<std::pair<ClientId, NodeId>, std::uint32_t> newest_push_;
};

}  // namespace

std::optional<std::string> broken_rule(const Scenario& scenario, const Trace& trace) {
  return Rules(scenario, trace).first_broken();
}

}  // namespace locklab::sim
