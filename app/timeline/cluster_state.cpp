#include "app/timeline/cluster_state.h"

#include <algorithm>

#include "app/timeline/scene.h"

namespace locklab::app {

namespace {

constexpr std::size_t least_between = 512;  ///< events between two states that are kept
constexpr std::size_t most_kept = 2048;
constexpr std::int64_t most_drift =
    1'000'000'000'000'000;  ///< us: a trace from elsewhere may say anything

std::size_t between_moments(std::size_t events, std::size_t clients) {
  // The more clients, the larger a state: fewer are kept.
  return std::max({least_between, events / most_kept, clients * 64});
}

class Replay {
 public:
  Replay(const Trace& trace, const Scene& scene, ClusterState state)
      : trace_(trace),
        scene_(scene),
        critical_(has_critical_section(trace.info)),
        state_(std::move(state)) {}

  const ClusterState& state() const { return state_; }

  /// `seen`: what the event takes away is still there afterwards.
  void apply(std::uint32_t index, bool seen) {
    const Event& event = trace_[index];
    const std::size_t client = locklab::index(event.client);
    const std::size_t node = locklab::index(event.node);
    if (client < state_.clients.size()) of_client(state_.clients[client], event);
    if (node < state_.nodes.size()) of_node(node, event, index);
    if (event.node == resource_node) of_resource(event);
    if (event.message != 0) of_message(event, index, seen);
    of_link(event);
  }

  /// What depends on the moment itself.
  ClusterState at(std::int64_t at) {
    for (ClusterNode& node : state_.nodes) {
      for (ClusterKey& key : node.keys)
        if (key.lease_us >= 0) key.left_us = std::max<std::int64_t>(key.lease_end - at, 0);
      node.behind = is_behind(node);
    }
    for (ClusterMessage& message : state_.messages) place(message, at);
    return std::move(state_);
  }

 private:
  static void set_clock(ClusterClock& clock, const Event& event) {
    clock.drifted_us =
        std::clamp(clock.ahead_us(event.at) - clock.offset_us, -most_drift, most_drift);
    clock.offset_us = event.value;
    clock.ppm = event.extra == -1 ? 0 : event.extra;
    clock.since = event.at;
  }

  void of_client(ClusterClient& client, const Event& event) const {
    advance(client.progress, event, critical_);
    if (event.kind == EventKind::client_crashed) client.crashed = true;
    if (event.kind == EventKind::finished) client.finished = true;
    if (event.kind == EventKind::started) client.crashed = client.finished = false;
    if (event.kind == EventKind::client_clock) set_clock(client.clock, event);
  }

  // ---- nodes ----

  void of_node(std::size_t number, const Event& event, std::uint32_t index) {
    ClusterNode& node = state_.nodes[number];
    switch (event.kind) {
      case EventKind::key_set:
      case EventKind::key_lease:
        return key_changed(number, event, index);
      case EventKind::key_deleted:
      case EventKind::key_expired:
      case EventKind::key_lost:
        std::erase_if(node.keys, [&](const ClusterKey& key) { return key.key == event.key; });
        return;
      case EventKind::node_clock:
        set_clock(node.clock, event);
        for (ClusterKey& key : node.keys)  // a jump moves the end of its lease
          if (const Span* span = span_of(number, key.key, event, index))
            key.lease_end = span->lease_end;
        return;
      case EventKind::node_killed:
        node.condition = event.detail == 1 ? NodeCondition::without_power : NodeCondition::killed;
        return;
      case EventKind::node_stopped:
        node.condition = NodeCondition::frozen;
        return;
      case EventKind::node_busy:
        node.condition = NodeCondition::busy;
        return;
      case EventKind::node_continued:
      case EventKind::node_restarted:
        node.condition = NodeCondition::up;
        return;
      case EventKind::node_promoted:
        return promoted(number, event.value);
      default:
        return;
    }
  }

  /// The span that this event began on the node for that lock; null: it is no lock's key.
  const Span* span_of(std::size_t node, std::uint16_t key, const Event& event,
                      std::uint32_t index) const {
    const std::vector<Span>& spans = scene_.keys[scene_.clients + node];
    auto at = std::lower_bound(spans.begin(), spans.end(), event.at,
                               [](const Span& span, std::int64_t t) { return span.from < t; });
    for (; at != spans.end() && at->from == event.at; ++at)
      if (at->event == index && at->key == key) return &*at;
    return nullptr;
  }

  void key_changed(std::size_t number, const Event& event, std::uint32_t index) {
    const Span* span = span_of(number, event.key, event, index);
    if (!span) return;
    std::vector<ClusterKey>& keys = state_.nodes[number].keys;
    auto key = std::find_if(keys.begin(), keys.end(),
                            [&](const ClusterKey& k) { return k.key == event.key; });
    if (key == keys.end()) key = keys.insert(keys.end(), ClusterKey{});
    if (event.kind == EventKind::key_set) key->set = index;
    key->key = event.key;
    key->owner = span->owner;
    key->lease_us = span->lease_us;
    key->lease_end = span->lease_us >= 0 ? span->lease_end : -1;
  }

  /// It takes its master's place: that one and its other replicas follow it from now on.
  void promoted(std::size_t number, std::int64_t old) {
    for (std::size_t other = 0; other < state_.nodes.size(); ++other)
      if (state_.nodes[other].master == old || static_cast<std::int64_t>(other) == old)
        state_.nodes[other].master = static_cast<std::int32_t>(number);
    state_.nodes[number].master = -1;
  }

  bool is_behind(const ClusterNode& node) const {
    if (node.master < 0 || static_cast<std::size_t>(node.master) >= state_.nodes.size())
      return false;
    const std::vector<ClusterKey>& wanted =
        state_.nodes[static_cast<std::size_t>(node.master)].keys;
    if (wanted.size() != node.keys.size()) return true;
    return std::any_of(wanted.begin(), wanted.end(), [&](const ClusterKey& key) {
      return std::none_of(node.keys.begin(), node.keys.end(), [&](const ClusterKey& own) {
        return own.key == key.key && trace_.text(trace_[own.set]) == trace_.text(trace_[key.set]);
      });
    });
  }

  // ---- the resource and the links ----

  void of_resource(const Event& event) {
    ClusterResource& resource = state_.resource;
    if (event.kind != EventKind::resource_read && event.kind != EventKind::resource_wrote) return;
    resource.touched = true;
    resource.value = event.value;
    resource.highest_token = std::max(resource.highest_token, event.extra);
    if (event.kind == EventKind::resource_wrote) resource.writer = locklab::index(event.client);
  }

  void of_link(const Event& event) {
    switch (event.kind) {
      case EventKind::link_cut:
      case EventKind::link_healed:
      case EventKind::link_slowed:
      case EventKind::link_held:
      case EventKind::link_released:
        break;
      default:
        return;
    }
    const std::size_t nodes = scene_.lanes.size();
    for (std::size_t client = 0; client < scene_.clients; ++client) {
      if (event.client != no_client && client != scene_.lane_of(event.client)) continue;
      for (std::size_t node = scene_.clients; node < nodes; ++node)
        if (event.node == no_node || node == scene_.lane_of(event.node))
          change(client, node, event);
    }
  }

  void change(std::size_t client, std::size_t node, const Event& event) {
    ClusterLink wanted;
    wanted.client = static_cast<std::uint16_t>(client);
    wanted.node = static_cast<std::uint16_t>(node);
    auto link =
        std::lower_bound(state_.links.begin(), state_.links.end(), wanted,
                         [](const ClusterLink& a, const ClusterLink& b) {
                           return a.client != b.client ? a.client < b.client : a.node < b.node;
                         });
    const bool known =
        link != state_.links.end() && link->client == wanted.client && link->node == wanted.node;
    if (!known) link = state_.links.insert(link, wanted);
    const auto ways = static_cast<std::uint8_t>((event.detail & 3) == 0 ? 3 : event.detail & 3);
    switch (event.kind) {
      case EventKind::link_cut:
        link->cut |= ways;
        break;
      case EventKind::link_held:
        link->held |= ways;
        break;
      case EventKind::link_slowed:
        link->slowed_us = event.value;
        break;
      case EventKind::link_released:
        link->held = 0;
        break;
      default:  // healed: whole again, whatever was done to it
        link->cut = link->held = 0;
        link->slowed_us = 0;
    }
    if (link->cut == 0 && link->held == 0 && link->slowed_us == 0) state_.links.erase(link);
  }

  // ---- messages ----

  std::vector<ClusterMessage>::iterator find(std::uint32_t number) {
    return std::lower_bound(
        state_.messages.begin(), state_.messages.end(), number,
        [](const ClusterMessage& message, std::uint32_t n) { return message.number < n; });
  }

  void of_message(const Event& event, std::uint32_t index, bool seen) {
    auto message = find(event.message);
    const bool known = message != state_.messages.end() && message->number == event.message;
    if (event.kind == EventKind::sent) {
      const auto sent =
          std::lower_bound(scene_.messages.begin(), scene_.messages.end(), index,
                           [](const Message& m, std::uint32_t at) { return m.sent < at; });
      if (sent == scene_.messages.end() || sent->sent != index) return;
      if (!known) message = state_.messages.insert(message, ClusterMessage{});
      *message = {};
      message->number = event.message;
      message->message = static_cast<std::uint32_t>(sent - scene_.messages.begin());
      return;
    }
    if (!known) return;
    switch (event.kind) {
      case EventKind::ran:
        message->reply = true;
        return;
      case EventKind::timed_out:
        message->abandoned = true;
        // Of a message that nobody ever saw again, nothing more can be shown either.
        if (ends(*message) == none_at) state_.messages.erase(message);
        return;
      case EventKind::received:
      case EventKind::message_lost:
        message->lost = event.kind == EventKind::message_lost;
        if (!seen) state_.messages.erase(message);
        return;
      default:
        return;
    }
  }

  /// The event that ends this leg of its way; none_at: none does.
  std::uint32_t ends(const ClusterMessage& message) const {
    const Message& whole = scene_.messages[message.message];
    if (!message.reply && whole.ran != none_at) return whole.ran;
    return whole.received != none_at ? whole.received : whole.lost;
  }

  void place(ClusterMessage& message, std::int64_t at) const {
    const Message& whole = scene_.messages[message.message];
    const std::int64_t leaves = trace_[message.reply ? whole.ran : whole.sent].at;
    const std::uint32_t end = ends(message);
    const std::int64_t arrives = end == none_at ? scene_.end : trace_[end].at;
    const std::int64_t way = arrives - leaves;
    float part = at >= arrives ? 1.0f : 0.0f;
    if (way > 0) part = static_cast<float>(at - leaves) / static_cast<float>(way);
    // What will be lost gets half of the way, as on the timeline.
    const bool reaches_nobody = end == whole.lost && end != none_at;
    message.part = std::clamp(part, 0.0f, 1.0f) * (reaches_nobody ? 0.5f : 1.0f);
  }

  const Trace& trace_;
  const Scene& scene_;
  const bool critical_;
  ClusterState state_;
};

ClusterState at_the_start(const Trace& trace, const Scene& scene) {
  ClusterState state;
  state.clients.resize(scene.clients);
  state.nodes.resize(trace.info.nodes.size());
  for (std::size_t i = 0; i < state.nodes.size() && i < trace.info.replica_of.size(); ++i)
    state.nodes[i].master = trace.info.replica_of[i];
  return state;
}

}  // namespace

std::int64_t ClusterClock::ahead_us(std::int64_t at) const {
  constexpr auto most = static_cast<double>(most_drift);
  const double drifted = static_cast<double>(at - since) * static_cast<double>(ppm) / 1e6;
  return offset_us + drifted_us + static_cast<std::int64_t>(std::clamp(drifted, -most, most));
}

ClusterState cluster_at(const Trace& trace, const Scene& scene, std::size_t events,
                        std::int64_t at) {
  events = std::min(events, trace.size());
  if (events == 0) return Replay(trace, scene, at_the_start(trace, scene)).at(at);
  const std::size_t last = events - 1;  // this one is always applied, to see what it takes away
  const std::size_t every = between_moments(trace.size(), scene.clients);
  const std::size_t kept = std::min(last / every, scene.moments.size());
  Replay replay(trace, scene, kept == 0 ? at_the_start(trace, scene) : scene.moments[kept - 1]);
  for (std::size_t i = kept * every; i < last; ++i)
    replay.apply(static_cast<std::uint32_t>(i), false);
  replay.apply(static_cast<std::uint32_t>(last), trace[last].at == at);
  return replay.at(at);
}

void add_moments(const Trace& trace, Scene& scene) {
  const std::size_t every = between_moments(trace.size(), scene.clients);
  Replay replay(trace, scene, at_the_start(trace, scene));
  for (std::size_t i = 0; i < trace.size(); ++i) {
    replay.apply(static_cast<std::uint32_t>(i), false);
    if ((i + 1) % every == 0) scene.moments.push_back(replay.state());
  }
}

}  // namespace locklab::app
