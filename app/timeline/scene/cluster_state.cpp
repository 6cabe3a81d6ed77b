#include "app/timeline/scene/cluster_state.h"

#include <algorithm>
#include <utility>

#include "app/timeline/scene/scene.h"

namespace locklab::app {

namespace {

constexpr std::size_t least_between = 256;  ///< minimum number of events between stored states
constexpr std::size_t most_kept = 2048;

std::size_t between_moments(std::size_t events, std::size_t clients) {
  // A state grows with the number of clients, so fewer states are stored if there are many clients.
  return std::max({least_between, events / most_kept, clients * 32});
}

/// Reads the visible state of the cluster from a run's state.
class Shown {
 public:
  Shown(const sim::Trace& trace, const Scene& scene, const sim::RunState& run, std::size_t events,
        std::int64_t at)
      : trace_(trace), scene_(scene), run_(run), events_(events), at_(at) {}

  ClusterState state() const {
    ClusterState state;
    const bool critical = has_critical_section(trace_.info);
    for (std::size_t i = 0; i < scene_.clients; ++i) {
      const ClientId id{static_cast<std::uint16_t>(i)};
      state.clients.push_back({progress_of(run_, id, critical), run_.clients().crashed(id),
                               run_.courses().of(id).finished, run_.clocks().of(id)});
    }
    for (std::size_t i = 0; i < trace_.info.nodes.size(); ++i)
      state.nodes.push_back(node(NodeId{static_cast<std::uint16_t>(i)}));
    for (ClusterNode& node : state.nodes) node.behind = is_behind(node, state.nodes);
    for (std::size_t i = 0; i < state.nodes.size(); ++i)
      if (is_down(state.nodes[i].condition)) keep_saved(NodeId(i), state.nodes[i]);
    const sim::ResourceState& resource = run_.resource();
    state.resource = {resource.touched, resource.value, index(resource.writer),
                      resource.highest_token};
    add_links(state.links);
    for (const sim::MessageState& message : run_.messages().all())
      add_message(message, state.messages);
    return state;
  }

 private:
  ClusterNode node(NodeId id) const {
    ClusterNode node;
    node.condition = run_.nodes().condition(id);
    const NodeId master = run_.families().master(id);
    node.master = master == no_node ? -1 : static_cast<std::int32_t>(index(master));
    node.clock = run_.clocks().of(id);
    for (const sim::KeyState& key : run_.keys().of(id)) {
      if (key.name >= scene_.is_lock.size() || !scene_.is_lock[key.name]) continue;
      ClusterKey& shown = node.keys.emplace_back();
      shown.key = key.name;
      shown.owner = index(key.owner);
      shown.set = key.set;
      if (key.lease_us < 0) continue;
      shown.lease_us = key.lease_us;
      shown.lease_end = key.lease_end;
      shown.left_us = std::max<std::int64_t>(key.lease_end - at_, 0);
    }
    std::stable_partition(node.keys.begin(), node.keys.end(),
                          [&](const ClusterKey& key) { return key.key == scene_.main_lock; });
    return node;
  }

  /// Moves the keys of a node that is down to `saved`, except those that have expired and those
  /// lost with the process, which the trace records right after its death.
  void keep_saved(NodeId id, ClusterNode& node) const {
    node.saved = std::exchange(node.keys, {});
    for (std::size_t i = events_; i < trace_.size(); ++i) {
      const sim::Event& e = trace_[i];
      if (e.kind != sim::EventKind::key_lost || e.node != id) break;
      std::erase_if(node.saved, [&](const ClusterKey& key) { return key.key == e.key; });
    }
    std::erase_if(node.saved, [](const ClusterKey& key) { return key.left_us == 0; });
  }

  bool is_behind(const ClusterNode& node, const std::vector<ClusterNode>& all) const {
    if (node.master < 0 || static_cast<std::size_t>(node.master) >= all.size()) return false;
    const ClusterNode& master = all[static_cast<std::size_t>(node.master)];
    if (is_down(master.condition)) return false;
    const std::vector<ClusterKey>& wanted = master.keys;
    if (wanted.size() != node.keys.size()) return true;
    return std::any_of(wanted.begin(), wanted.end(), [&](const ClusterKey& key) {
      return std::none_of(node.keys.begin(), node.keys.end(), [&](const ClusterKey& own) {
        return own.key == key.key && trace_.text(trace_[own.set]) == trace_.text(trace_[key.set]);
      });
    });
  }

  void add_links(std::vector<ClusterLink>& links) const {
    if (run_.links().standing().empty()) return;
    for (std::size_t client = 0; client < scene_.clients; ++client)
      for (std::size_t node = scene_.clients; node < scene_.lanes.size(); ++node) {
        const sim::LinkState link = run_.links().at(ClientId{static_cast<std::uint16_t>(client)},
                                                    NodeId{scene_.lanes[node].index});
        if (link == sim::LinkState{}) continue;
        links.push_back({static_cast<std::uint16_t>(client), static_cast<std::uint16_t>(node),
                         link.cut, link.held, link.slowed_us});
      }
  }

  /// Adds a message that is in flight, or that the last event ended at this time. A message whose
  /// loss was not recorded disappears when its client gives up.
  void add_message(const sim::MessageState& message, std::vector<ClusterMessage>& messages) const {
    const std::uint32_t latest = static_cast<std::uint32_t>(events_ - 1);
    const bool over_now = message.received == latest || message.request_lost == latest ||
                          message.reply_lost == latest;
    if (!message.on_its_way() && !(over_now && trace_[latest].at == at_)) return;
    const auto whole =
        std::lower_bound(scene_.messages.begin(), scene_.messages.end(), message.sent,
                         [](const Message& m, std::uint32_t sent) { return m.sent < sent; });
    if (whole == scene_.messages.end() || whole->sent != message.sent) return;
    ClusterMessage shown;
    shown.number = message.number;
    shown.message = static_cast<std::uint32_t>(whole - scene_.messages.begin());
    shown.reply = message.ran != sim::no_event;
    shown.abandoned = message.timed_out != sim::no_event;
    shown.lost = message.lost();
    if (shown.abandoned && end_of_leg(*whole, shown.reply) == none_at) return;
    shown.part = part_of_way(*whole, shown.reply);
    messages.push_back(shown);
  }

  /// The event that ends this leg of the message, or none_at.
  static std::uint32_t end_of_leg(const Message& whole, bool reply) {
    if (!reply && whole.ran != none_at) return whole.ran;
    return whole.received != none_at ? whole.received : whole.lost;
  }

  float part_of_way(const Message& whole, bool reply) const {
    const std::int64_t leaves = trace_[reply ? whole.ran : whole.sent].at;
    const std::uint32_t end = end_of_leg(whole, reply);
    const std::int64_t arrives = end == none_at ? scene_.end : trace_[end].at;
    const std::int64_t way = arrives - leaves;
    float part = at_ >= arrives ? 1.0f : 0.0f;
    if (way > 0) part = static_cast<float>(at_ - leaves) / static_cast<float>(way);
    // A lost message ends half-way.
    const bool reaches_nobody = end == whole.lost && end != none_at;
    return std::clamp(part, 0.0f, 1.0f) * (reaches_nobody ? 0.5f : 1.0f);
  }

  const sim::Trace& trace_;
  const Scene& scene_;
  const sim::RunState& run_;
  std::size_t events_;
  std::int64_t at_;
};

}  // namespace

ClusterState cluster_at(const sim::Trace& trace, const Scene& scene, std::size_t events,
                        std::int64_t at) {
  events = std::min(events, trace.size());
  const std::size_t every = between_moments(trace.size(), scene.clients);
  const std::size_t kept = std::min(events / every, scene.moments.size());
  sim::RunState run = kept == 0 ? sim::RunState(trace.info) : scene.moments[kept - 1];
  for (std::size_t i = kept * every; i < events; ++i) run.on(trace, i);
  return Shown(trace, scene, run, events, at).state();
}

void add_moments(const sim::Trace& trace, Scene& scene) {
  const std::size_t every = between_moments(trace.size(), scene.clients);
  sim::RunState run(trace.info);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    run.on(trace, i);
    if ((i + 1) % every == 0) scene.moments.push_back(run);
  }
}

}  // namespace locklab::app
