#include "app/timeline/exchange.h"

#include <algorithm>
#include <unordered_map>

namespace locklab::app {

namespace {

/// Where something happened to somebody that a message on its way must not hide.
class Disturbances {
 public:
  explicit Disturbances(const Trace& trace)
      : clients_(trace.info.clients.size()), nodes_(trace.info.nodes.size()) {
    for (std::size_t i = 0; i < trace.size(); ++i) note(trace[i], i);
  }

  bool between(std::size_t from, std::size_t to, ClientId client, NodeId node) const {
    return any(links_, from, to) ||
           (index(client) < clients_.size() && any(clients_[index(client)], from, to)) ||
           (index(node) < nodes_.size() && any(nodes_[index(node)], from, to));
  }

 private:
  void note(const Event& e, std::size_t i) {
    switch (e.kind) {
      case EventKind::client_crashed:
      case EventKind::client_paused:
      case EventKind::client_resumed:
      case EventKind::lease_lost:
        clients_[index(e.client)].push_back(i);
        break;
      case EventKind::node_killed:
      case EventKind::node_stopped:
      case EventKind::node_continued:
      case EventKind::node_restarted:
      case EventKind::node_clock:
      case EventKind::node_promoted:
      case EventKind::key_expired:
        if (index(e.node) < nodes_.size()) nodes_[index(e.node)].push_back(i);
        break;
      case EventKind::link_cut:
      case EventKind::link_healed:
      case EventKind::link_released:
      case EventKind::link_reset:
        links_.push_back(i);
        break;
      default:
        break;
    }
  }

  static bool any(const std::vector<std::size_t>& at, std::size_t from, std::size_t to) {
    const auto it = std::upper_bound(at.begin(), at.end(), from);
    return it != at.end() && *it < to;
  }

  std::vector<std::vector<std::size_t>> clients_, nodes_;
  std::vector<std::size_t> links_;
};

void collect(const Trace& trace, std::vector<Exchange>& exchanges) {
  std::unordered_map<std::uint32_t, std::size_t> by_message;  // looked up only
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Event& e = trace[i];
    if (e.message == 0) continue;
    if (e.kind == EventKind::sent) {
      by_message[e.message] = exchanges.size();
      Exchange& fresh = exchanges.emplace_back();
      fresh.client = e.client;
      fresh.node = e.node;
      fresh.sent = fresh.done = i;
      continue;
    }
    const auto it = by_message.find(e.message);
    if (it == by_message.end()) continue;
    Exchange& x = exchanges[it->second];
    switch (e.kind) {
      case EventKind::ran:
        x.ran = x.done = i;
        break;
      case EventKind::received:
        x.received = i;
        break;
      case EventKind::timed_out:
        x.timed_out = i;
        break;
      case EventKind::message_lost:
        (e.detail == 0 ? x.request_lost : x.reply_lost) = i;
        break;
      case EventKind::resource_read:
      case EventKind::resource_wrote:
      case EventKind::resource_rejected:
        x.resource = x.done = i;
        break;
      case EventKind::key_set:
      case EventKind::key_lease:
      case EventKind::key_deleted:
        if (e.node == x.node) x.done = i;
        break;
      default:
        break;
    }
  }
}

/// A leg that takes longer than this is late: several times what is usual in this run.
std::int64_t usual_leg_us(const Trace& trace, const std::vector<Exchange>& exchanges) {
  std::vector<std::int64_t> legs;
  for (const Exchange& x : exchanges) {
    if (!x.ran) continue;
    legs.push_back(trace[*x.ran].at - trace[x.sent].at);
    if (x.received) legs.push_back(trace[*x.received].at - trace[*x.ran].at);
  }
  if (legs.empty()) return 0;
  const auto middle = legs.begin() + static_cast<std::ptrdiff_t>(legs.size() / 2);
  std::nth_element(legs.begin(), middle, legs.end());
  return *middle;
}

}  // namespace

std::vector<Exchange> exchanges_of(const Trace& trace) {
  std::vector<Exchange> exchanges;
  collect(trace, exchanges);
  const Disturbances disturbances(trace);
  const std::int64_t late_us = std::max<std::int64_t>(5 * usual_leg_us(trace, exchanges), 2000);
  for (Exchange& x : exchanges) {
    if (!x.ran) continue;
    x.late_request = trace[*x.ran].at - trace[x.sent].at > late_us ||
                     disturbances.between(x.sent, *x.ran, x.client, x.node) ||
                     (x.timed_out && *x.timed_out < *x.ran);
    if (!x.received) continue;
    x.late_reply = trace[*x.received].at - trace[*x.ran].at > late_us ||
                   disturbances.between(x.done, *x.received, x.client, x.node);
  }
  return exchanges;
}

}  // namespace locklab::app
