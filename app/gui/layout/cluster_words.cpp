#include "app/gui/layout/cluster_words.h"

#include <algorithm>

#include "app/timeline/scene/lane_states.h"
#include "app/timeline/words/wording.h"
#include "lock/redirection.h"
#include "sim/scenario/cluster_slots.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

class Labels {
 public:
  Labels(const Words& say, const ShownRun& run, const ClusterState& state, std::int64_t at)
      : say_(say), run_(run), state_(state), at_(at) {}

  std::vector<LabelLine> of_client(std::uint16_t lane) const {
    const ClusterClient& client = state_.clients[lane];
    LabelTone tone = LabelTone::second;
    if (client.crashed || client.progress.paused) tone = LabelTone::warning;
    std::vector<LabelLine> lines{{run_.scene.lanes[lane].name, LabelTone::plain},
                                 {client_state_words(say_, client), tone}};
    add_clock(client.clock, true, lines);
    return lines;
  }

  std::vector<LabelLine> of_node(std::uint16_t lane) const {
    const std::size_t number = run_.scene.lanes[lane].index;
    const ClusterNode& node = state_.nodes[number];
    std::vector<LabelLine> lines{{run_.scene.lanes[lane].name, LabelTone::plain}};
    add_condition(node, lines);
    add_clock(node.clock, !has_steady_expiry(number), lines);
    for (const ClusterKey& key : node.keys)
      lines.push_back({key_words(key), LabelTone::plain, brief_words(key)});
    if (node.behind && !is_down(node.condition))
      lines.push_back({behind_words(node), LabelTone::warning});
    add_role(number, node, lines);
    if (node.keys.empty() && node.condition == NodeCondition::up)
      lines.push_back({std::string(say_("bar.free")), LabelTone::second});
    for (const ClusterKey& key : node.saved)
      if (key.owner < run_.scene.clients)
        lines.push_back(
            {say_.fill("cluster.saved", lock_before(key) + run_.scene.lanes[key.owner].name),
             LabelTone::second});
    add_aof(number, lines);
    for (const ClusterKey& key : node.keys)
      lines.push_back({fmt::format("{} = {}", short_key(run_.trace().name_of(key.key)),
                                   short_word(run_.trace().text(run_.trace()[key.set]))),
                       LabelTone::second});
    return lines;
  }

  std::vector<LabelLine> of_resource(std::uint16_t lane) const {
    const ClusterResource& resource = state_.resource;
    std::vector<LabelLine> lines{{run_.scene.lanes[lane].name, LabelTone::plain}};
    if (!resource.touched) return lines;
    lines.push_back({fmt::format("= {}", resource.value), LabelTone::plain});
    if (resource.writer < run_.scene.clients)
      lines.push_back(
          {say_.fill("cluster.writer", run_.scene.lanes[resource.writer].name), LabelTone::second});
    if (resource.highest_token >= 0)
      lines.push_back({say_.fill("cluster.token", resource.highest_token), LabelTone::second});
    return lines;
  }

 private:
  std::string node_name(std::int32_t node) const {
    const std::size_t lane = run_.scene.clients + static_cast<std::size_t>(node);
    return node >= 0 && lane < run_.scene.lanes.size() ? run_.scene.lanes[lane].name : "";
  }

  /// Names the owner of the first key that the master has and the node lacks; if no client owns
  /// such a key, says that the node lags behind its master.
  std::string behind_words(const ClusterNode& node) const {
    for (const ClusterKey& key : state_.nodes[static_cast<std::size_t>(node.master)].keys) {
      const bool there = std::any_of(
          node.keys.begin(), node.keys.end(),
          [&](const ClusterKey& own) { return own.key == key.key && own.owner == key.owner; });
      if (!there && key.owner < run_.scene.clients)
        return say_.fill("cluster.lacks", lock_before(key) + run_.scene.lanes[key.owner].name);
    }
    return say_.fill("cluster.behind", node_name(node.master));
  }

  void add_condition(const ClusterNode& node, std::vector<LabelLine>& lines) const {
    static constexpr std::string_view keys[] = {
        "",           "cluster.killed", "cluster.without_power",
        "bar.frozen", "cluster.busy",   "cluster.refusing"};
    if (node.condition == NodeCondition::up) return;
    lines.push_back({std::string(say_(keys[static_cast<std::size_t>(node.condition)])),
                     LabelTone::bad, is_down(node.condition) ? std::string(say_("bar.down")) : ""});
  }

  std::string key_words(const ClusterKey& key) const {
    std::string owner = key.owner < run_.scene.clients ? run_.scene.lanes[key.owner].name
                                                       : std::string(say_("cluster.nobody"));
    owner = lock_before(key) + owner;
    return key.left_us < 0 ? say_.fill("cluster.key_no_lease", owner)
                           : say_.fill("cluster.key", owner, left_text(key.left_us));
  }

  /// The name of a lock other than the main one, to put before its owner: "other "; empty for the
  /// main lock.
  std::string lock_before(const ClusterKey& key) const {
    if (key.key == run_.scene.main_lock) return {};
    return short_key(run_.trace().name_of(key.key)) + " ";
  }

  /// Formats "alice 299 ms"; empty if no client owns the key.
  std::string brief_words(const ClusterKey& key) const {
    if (key.owner >= run_.scene.clients) return {};
    const std::string owner = lock_before(key) + run_.scene.lanes[key.owner].name;
    return key.left_us < 0 ? owner : fmt::format("{} {}", owner, left_text(key.left_us));
  }

  /// Formats a remaining lease, from 10 ms on rounded down to whole milliseconds.
  static std::string left_text(std::int64_t us) {
    return us < 10'000 ? span_text(us) : span_text(us - us % 1'000);
  }

  /// Whether the node's keys expire by a monotonic clock, which clock jumps do not affect.
  bool has_steady_expiry(std::size_t number) const {
    const auto& specs = run_.judged.scenario.nodes;
    return number < specs.size() && specs[number].monotonic_expiry;
  }

  /// Adds a line for a wrong clock; a correct one is not mentioned.
  void add_clock(const ClusterClock& clock, bool jumps_count, std::vector<LabelLine>& lines) const {
    const std::int64_t ahead = clock.ahead_us(at_);
    if (ahead == 0 && clock.ppm == 0) return;
    std::string words;
    if (ahead != 0) words = signed_span_text(ahead);
    if (clock.ppm != 0) words += (ahead == 0 ? "" : ", ") + say_.tell(pace_words(clock.ppm));
    const bool counts = ahead == 0 || jumps_count;
    lines.push_back({say_.fill(counts ? "cluster.clock" : "cluster.clock.idle", words),
                     counts ? LabelTone::warning : LabelTone::second, words});
  }

  /// Whether the lock's slot is on the node at this moment, in a Redis Cluster.
  bool has_slot(std::size_t number) const {
    const sim::Scenario& scenario = run_.judged.scenario;
    if (!scenario.cluster) return false;
    const std::int64_t slot = slot_of_key(scenario.lock.key);
    auto owner = static_cast<std::int64_t>(index(sim::home_of(scenario)));
    for (const Mark& alarm : run_.scene.alarms) {
      if (alarm.at > at_) break;
      const sim::Event& event = run_.trace()[alarm.event];
      if (event.kind == sim::EventKind::slot_moved && event.extra == slot) owner = event.value;
    }
    return owner == static_cast<std::int64_t>(number);
  }

  void add_role(std::size_t number, const ClusterNode& node, std::vector<LabelLine>& lines) const {
    const auto& specs = run_.judged.scenario.nodes;
    if (has_slot(number))
      lines.push_back({say_.fill("cluster.slot", slot_of_key(run_.judged.scenario.lock.key)),
                       LabelTone::plain});
    if (node.master < 0) {
      if (has_replica(number))
        lines.push_back({std::string(say_("cluster.master")), LabelTone::plain});
      return;
    }
    const std::string master = node_name(node.master);
    const std::int64_t lag =
        number < specs.size() ? us(specs[number].replication_lag) : std::int64_t{0};
    if (is_down(node.condition))
      lines.push_back({say_.fill("cluster.replica_later", master), LabelTone::second});
    else
      lines.push_back({say_.fill("cluster.lag", master, span_text(lag)), LabelTone::second,
                       say_.fill("cluster.replica", master)});
  }

  /// Adds a line for the node's persistence setting.
  void add_aof(std::size_t number, std::vector<LabelLine>& lines) const {
    static constexpr std::string_view aof[] = {"cluster.aof.none", "cluster.aof.everysec",
                                               "cluster.aof.always"};
    const auto& specs = run_.judged.scenario.nodes;
    if (number < specs.size())
      lines.push_back({std::string(say_(aof[static_cast<std::size_t>(specs[number].persistence)])),
                       LabelTone::second});
  }

  bool has_replica(std::size_t number) const {
    for (const ClusterNode& other : state_.nodes)
      if (other.master == static_cast<std::int32_t>(number)) return true;
    return false;
  }

  const Words& say_;
  const ShownRun& run_;
  const ClusterState& state_;
  std::int64_t at_;
};

}  // namespace

std::vector<LabelLine> cluster_label(const Words& say, const ShownRun& run,
                                     const ClusterState& state, std::uint16_t lane,
                                     std::int64_t at) {
  const Labels labels(say, run, state, at);
  switch (run.scene.lanes[lane].kind) {
    case LaneKind::client:
      return labels.of_client(lane);
    case LaneKind::node:
      return labels.of_node(lane);
    default:
      return labels.of_resource(lane);
  }
}

std::string client_state_words(const Words& say, const ClusterClient& client) {
  if (client.crashed) return std::string(say("cluster.crashed"));
  if (client.finished) return std::string(say("cluster.finished"));
  if (!client.progress.present) return std::string(say("cluster.not_started"));
  const Bar bar = cell_of(client.progress).bar;
  if (bar == Bar::idle && client.progress.releasing) return std::string(say("bar.releasing"));
  return std::string(say(bar_key(bar)));
}

std::string node_state_words(const Words& say, const ShownRun& run, const ClusterNode& node) {
  switch (node.condition) {
    case NodeCondition::killed:
    case NodeCondition::without_power:
      return std::string(say("bar.down"));
    case NodeCondition::frozen:
      return std::string(say("bar.frozen"));
    case NodeCondition::busy:
      return std::string(say("cluster.busy"));
    default:
      break;
  }
  if (node.keys.empty()) return std::string(say("bar.free"));
  const ClusterKey& key = node.keys.front();
  if (key.owner >= run.scene.clients) return std::string(say("bar.held"));
  const std::string& owner = run.scene.lanes[key.owner].name;
  if (key.key == run.scene.main_lock) return say.fill("bar.held_by", owner);
  return say.fill("bar.other_lock", short_key(run.trace().name_of(key.key)), owner);
}

std::string flight_words(const Words& say, const ShownRun& run, const FlightShape& flight) {
  const sim::Trace& trace = run.trace();
  const Message& message = run.scene.messages[flight.message];
  return flight.reply && message.ran != none_at ? say.tell(short_reply(trace, trace[message.ran]))
                                                : short_command(trace, trace[message.sent]);
}

std::string link_fault_words(const Words& say, const ClusterLink& link) {
  static constexpr std::string_view cut[] = {"", "cluster.cut_requests", "cluster.cut_replies",
                                             "cluster.cut"};
  static constexpr std::string_view held[] = {"", "cluster.held_requests", "cluster.held_replies",
                                              "cluster.held"};
  std::string words;
  const auto add = [&](std::string_view more) {
    if (!words.empty()) words += ", ";
    words += more;
  };
  if (link.cut != 0) add(say(cut[link.cut & 3]));
  if (link.held != 0) add(say(held[link.held & 3]));
  if (link.slowed_us != 0) add(say.fill("cluster.slow", span_text(link.slowed_us)));
  return words;
}

}  // namespace locklab::app
