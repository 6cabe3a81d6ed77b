#include "app/timeline/words/round_trip.h"

#include <algorithm>
#include <map>

#include "sim/trace/state/message_states.h"

namespace locklab::app {

namespace {

using Link = std::pair<std::uint16_t, std::uint16_t>;  ///< client, node

/// The events that disturb messages, by client, node and link. A message in flight at such an event
/// is shown leg by leg.
class Disturbances {
 public:
  explicit Disturbances(const sim::Trace& trace)
      : clients_(trace.info.clients.size()), nodes_(trace.info.nodes.size()) {
    for (std::size_t i = 0; i < trace.size(); ++i) note(trace[i], i);
  }

  bool between(std::size_t from, std::size_t to, ClientId client, NodeId node) const {
    const auto link = links_.find({index(client), index(node)});
    return (link != links_.end() && any(link->second, from, to)) ||
           (index(client) < clients_.size() && any(clients_[index(client)], from, to)) ||
           (index(node) < nodes_.size() && any(nodes_[index(node)], from, to));
  }

 private:
  void note(const sim::Event& e, std::size_t i) {
    if (e.kind == sim::EventKind::lease_lost) {
      add(clients_, index(e.client), i);
    } else if (e.kind == sim::EventKind::key_expired || e.kind == sim::EventKind::node_clock) {
      add(nodes_, index(e.node), i);
    } else if (facts_of(e.kind).touches_messages) {
      const sim::Subject whom = subject_of(e.kind);
      if (whom == sim::Subject::client) add(clients_, index(e.client), i);
      if (whom == sim::Subject::node) add(nodes_, index(e.node), i);
      if (whom == sim::Subject::link) links_[{index(e.client), index(e.node)}].push_back(i);
    }
  }

  static void add(std::vector<std::vector<std::size_t>>& all, std::size_t of, std::size_t event) {
    if (of < all.size()) all[of].push_back(event);
  }

  static bool any(const std::vector<std::size_t>& at, std::size_t from, std::size_t to) {
    const auto it = std::upper_bound(at.begin(), at.end(), from);
    return it != at.end() && *it < to;
  }

  std::vector<std::vector<std::size_t>> clients_, nodes_;
  std::map<Link, std::vector<std::size_t>> links_;
};

/// The events that a reader follows. A slow message that spans one of them is shown step by step to
/// keep the order visible.
class FollowedEvents {
 public:
  explicit FollowedEvents(const sim::Trace& trace) : trace_(trace) {
    for (std::size_t i = 0; i < trace.size(); ++i)
      if (belongs(trace[i].kind)) at_.push_back(i);
  }

  /// Whether a followed event of another message lies between two events.
  bool between(std::size_t from, std::size_t to, std::uint32_t message) const {
    for (auto it = std::upper_bound(at_.begin(), at_.end(), from); it != at_.end() && *it < to;
         ++it)
      if (trace_[*it].message != message) return true;
    return false;
  }

 private:
  static bool belongs(sim::EventKind kind) {
    switch (kind) {
      case sim::EventKind::key_set:
      case sim::EventKind::key_deleted:
      case sim::EventKind::key_expired:
      case sim::EventKind::key_lost:
      case sim::EventKind::acquired:
      case sim::EventKind::entered:
      case sim::EventKind::left:
      case sim::EventKind::lease_lost:
      case sim::EventKind::resource_read:
      case sim::EventKind::resource_wrote:
      case sim::EventKind::resource_rejected:
        return true;
      default:
        return strikes(kind);
    }
  }

  const sim::Trace& trace_;
  std::vector<std::size_t> at_;
};

std::optional<std::size_t> known(std::uint32_t event) {
  return event == sim::no_event ? std::nullopt : std::optional<std::size_t>(event);
}

/// The index of the latest death of each node.
class Deaths {
 public:
  void on(const sim::Event& event, std::size_t index) {
    if (event.kind == sim::EventKind::node_killed) latest_[event.node] = index;
  }
  bool after(std::size_t event, NodeId node) const {
    const auto death = latest_.find(node);
    return death != latest_.end() && death->second > event;
  }

 private:
  std::map<NodeId, std::size_t> latest_;
};

/// Whether the reply was lost with its node: the trace says so, or the client learned from its
/// broken connection that the process had died.
bool reply_never_left(const sim::Trace& trace, const RoundTrip& x, const Deaths& deaths) {
  if (!x.ran || x.received) return false;
  if (x.reply_lost) return sim::lost_part(trace[*x.reply_lost]) == sim::LostPart::unsent_reply;
  return x.timed_out && sim::silence_of(trace[*x.timed_out].reason) == Silence::server_ended &&
         deaths.after(*x.ran, x.node);
}

void collect(const sim::Trace& trace, std::vector<RoundTrip>& exchanges) {
  sim::MessageStates messages;
  Deaths deaths;
  std::size_t requests = 0;
  for (std::size_t i = 0; i < trace.size(); ++i) requests += trace[i].kind == sim::EventKind::sent;
  exchanges.reserve(requests);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    messages.on(trace[i], i);
    deaths.on(trace[i], i);
    const sim::MessageState* message = messages.latest();
    if (!message) continue;
    if (message->sent == i) exchanges.emplace_back();
    RoundTrip& x = exchanges[message->ordinal];
    x.client = message->client;
    x.node = message->node;
    x.sent = message->sent;
    x.ran = known(message->ran);
    x.received = known(message->received);
    x.timed_out = known(message->timed_out);
    x.request_lost = known(message->request_lost);
    x.reply_lost = known(message->reply_lost);
    x.resource = known(message->resource);
    x.done = message->done;
    x.reply_never_left = reply_never_left(trace, x, deaths);
  }
}

/// The lower median; 0 for an empty list.
std::int64_t middle_of(std::vector<std::int64_t>& values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Median durations of a leg (a request or a reply), in us: in this run, and on each link.
class UsualLegs {
 public:
  UsualLegs(const sim::Trace& trace, const std::vector<RoundTrip>& exchanges) {
    std::vector<std::int64_t> all;
    std::map<Link, std::vector<std::int64_t>> by_link;
    for (const RoundTrip& x : exchanges) {
      if (!x.ran) continue;
      std::vector<std::int64_t>& legs = by_link[{index(x.client), index(x.node)}];
      legs.push_back(trace[*x.ran].at - trace[x.sent].at);
      if (x.received) legs.push_back(trace[*x.received].at - trace[*x.ran].at);
    }
    for (auto& [link, legs] : by_link) {
      all.insert(all.end(), legs.begin(), legs.end());
      links_[link] = middle_of(legs);
    }
    run_ = middle_of(all);
  }

  /// A leg longer than this, in us, is late if other events happen meanwhile.
  std::int64_t longest_us(const RoundTrip& x) const {
    return std::max<std::int64_t>(5 * usual_us(x), 2000);
  }
  /// A late request longer than this, in us, is overdue.
  std::int64_t twice_us(const RoundTrip& x) const { return 2 * usual_us(x); }

 private:
  std::int64_t usual_us(const RoundTrip& x) const {
    const auto it = links_.find({index(x.client), index(x.node)});
    return std::max(run_, it == links_.end() ? 0 : it->second);
  }

  std::int64_t run_ = 0;
  std::map<Link, std::int64_t> links_;
};

}  // namespace

std::vector<RoundTrip> round_trips_of(const sim::Trace& trace) {
  std::vector<RoundTrip> exchanges;
  collect(trace, exchanges);
  const Disturbances disturbances(trace);
  const UsualLegs usual(trace, exchanges);
  const FollowedEvents followed(trace);
  // A leg is late if it is disturbed, or if it takes unusually long while a reader follows other
  // events.
  const auto late = [&](const RoundTrip& x, std::size_t from, std::size_t to) {
    if (disturbances.between(from, to, x.client, x.node)) return true;
    return trace[to].at - trace[from].at > usual.longest_us(x) &&
           followed.between(from, to, trace[x.sent].message);
  };
  for (RoundTrip& x : exchanges) {
    if (!x.ran) continue;
    const bool given_up = x.timed_out && *x.timed_out < *x.ran;
    x.late_request = late(x, x.sent, *x.ran) || given_up;
    x.overdue =
        x.late_request && (given_up || trace[*x.ran].at - trace[x.sent].at > usual.twice_us(x));
    x.late_reply = x.received && late(x, x.done, *x.received);
  }
  return exchanges;
}

}  // namespace locklab::app
