#include "app/timeline/scene/scene_builder.h"

#include <algorithm>
#include <unordered_map>

#include "app/timeline/scene/lane_states.h"
#include "app/timeline/scene/open_spans.h"
#include "app/timeline/scene/visits.h"
#include "app/timeline/words/told_order.h"
#include "sim/trace/causes.h"

namespace locklab::app {

namespace {

/// Sorts by `from`, preserving the order of spans that begin together.
void sort_by_begin(std::vector<Span>& spans) {
  std::stable_sort(spans.begin(), spans.end(),
                   [](const Span& a, const Span& b) { return a.from < b.from; });
}

std::optional<MarkKind> mark_of(const sim::Event& event) {
  switch (event.kind) {
    case sim::EventKind::acquired:
      return MarkKind::acquired;
    case sim::EventKind::refused:
      return MarkKind::refused;
    case sim::EventKind::entered:
      return MarkKind::entered;
    case sim::EventKind::left:
      return MarkKind::left;
    case sim::EventKind::released:
      return MarkKind::released;
    case sim::EventKind::lease_lost:
      return MarkKind::lost_lease;
    case sim::EventKind::resource_read:
      return MarkKind::read;
    case sim::EventKind::resource_wrote:
      return MarkKind::wrote;
    case sim::EventKind::resource_rejected:
      return MarkKind::rejected;
    case sim::EventKind::sentinels_agree:
      return MarkKind::fault;
    default:
      if (ends_fault(event.kind)) return MarkKind::mended;
      return strikes(event.kind) ? std::optional(MarkKind::fault) : std::nullopt;
  }
}

class Builder {
 public:
  Builder(const sim::Trace& trace, Scene& scene)
      : trace_(trace),
        scene_(scene),
        states_(trace, scene.lanes),
        critical_(has_critical_section(trace.info)),
        believes_(holding(Holding::believes)),
        servers_(holding(Holding::servers)),
        resource_(holding(Holding::resource)) {
    const std::size_t lanes = scene.lanes.size();
    scene.bars.resize(lanes);
    scene.keys.resize(lanes);
    scene.events.resize(lanes);
    scene.is_lock = sim::lock_names(trace);
    scene.main_lock = main_lock(trace);
    cells_.resize(lanes);
    wants_.resize(scene.clients);
    wants_other_.resize(scene.clients);
    for (std::size_t i = 0; i < lanes; ++i) {
      rows_.emplace_back(scene.bars[i]);
      keys_.emplace_back(scene.keys[i]);
      const bool node = scene.lanes[i].kind == LaneKind::node;
      if (node) show(i, 0, none_at);
      serves_.push_back(node && run().families().serves(node_of(i)));
    }
  }

  void add(std::uint32_t index) {
    const sim::Event& event = trace_[index];
    const std::size_t client = scene_.lane_of(event.client);
    const std::size_t node = scene_.lane_of(event.node);
    const bool of_node = node < scene_.lanes.size() && scene_.lanes[node].kind == LaneKind::node;
    const bool remembers =
        of_node && (is_key_event(event.kind) || subject_of(event.kind) == sim::Subject::node);
    if (remembers) keys_before_ = run().keys().of(event.node);
    states_.apply(index);
    for (const std::size_t lane : {client, node}) {
      if (lane >= scene_.lanes.size()) continue;
      scene_.events[lane].push_back(index);
      if (!cells_[lane].has_bar_of(states_.cell(lane))) show(lane, event.at, index);
    }
    if (remembers) node_memory(event, index, node);
    if (subject_of(event.kind) == sim::Subject::node) serving(event.at, index);
    if (client < scene_.lanes.size() && critical_) beliefs(event, index);
    visits_.add(event, index);
    wants(event);
    if (event.message != 0) message(event, index, client, node);
    if (const auto kind = mark_of(event)) {
      const bool alarm = *kind == MarkKind::fault || *kind == MarkKind::mended;
      (alarm ? scene_.alarms : scene_.marks)
          .push_back({event.at, index, lane_for_mark(event, client, node),
                      locklab::index(event.client), 0xffff, *kind});
    }
  }

  void finish() {
    for (SpanRow& row : rows_) row.end(scene_.end, none_at);
    for (OpenSpans& keys : keys_) keys.end_all(scene_.end);
    for (OpenSpans* strip : {&believes_, &servers_, &resource_}) strip->end_all(scene_.end);
    visits_.end_open();
    for (auto& keys : scene_.keys) sort_by_begin(keys);
    for (auto& strip : scene_.holding) sort_by_begin(strip);
    for (std::size_t client = 0; client < scene_.clients; ++client)
      if (wants_[client] || !wants_other_[client])
        scene_.strip_owners.push_back(static_cast<std::uint16_t>(client));
    doubts();
    for (Message& message : scene_.messages) {
      settle(message);
      scene_.longest_message = std::max(scene_.longest_message, message.to - message.from);
    }
  }

 private:
  std::vector<Span>& holding(Holding kind) {
    return scene_.holding[static_cast<std::size_t>(kind)];
  }

  void show(std::size_t lane, std::int64_t at, std::uint32_t index) {
    cells_[lane] = states_.cell(lane);
    if (cells_[lane].bar == Bar::none) return rows_[lane].end(at, index);
    Span span;
    span.from = at;
    span.event = index;
    span.bar = cells_[lane].bar;
    span.owner = cells_[lane].owner;
    rows_[lane].begin(span);
  }

  // ---- keys on nodes, and holders according to the servers ----

  const sim::RunState& run() const { return states_.run(); }
  NodeId node_of(std::size_t lane) const { return NodeId{scene_.lanes[lane].index}; }

  /// Updates the keys on a node after an event.
  void node_memory(const sim::Event& event, std::uint32_t index, std::size_t lane) {
    for (const sim::KeyState& old : keys_before_)
      if (!run().keys().find(event.node, old.name)) forget(lane, old.name, event.at, index);
    for (const sim::KeyState& key : run().keys().of(event.node)) {
      if (!states_.is_lock(key.name)) continue;
      if (std::find(keys_before_.begin(), keys_before_.end(), key) != keys_before_.end()) continue;
      const bool set = key.set == index;
      if (set) forget(lane, key.name, event.at, index);
      keys_[lane].begin(0, key.name, leased(key, event.at, index));
      if (set && serves_[lane]) count(locklab::index(key.owner), key.name, +1, event.at, index);
    }
  }

  static Span leased(const sim::KeyState& key, std::int64_t at, std::uint32_t index) {
    Span span;
    span.from = span.to = at;
    span.event = index;
    span.bar = Bar::held;
    span.key = key.name;
    span.owner = locklab::index(key.owner);
    span.lease_us = key.lease_us;
    span.lease_end = key.lease_end;
    return span;
  }

  void forget(std::size_t lane, std::uint16_t key, std::int64_t at, std::uint32_t index) {
    const Span* old = keys_[lane].find(0, key);
    if (!old) return;
    if (serves_[lane]) count(old->owner, key, -1, at, index);
    keys_[lane].end(0, key, at, index);
  }

  /// Updates which nodes clients use: first removes keys that no longer count, then adds those that
  /// now count.
  void serving(std::int64_t at, std::uint32_t index) {
    for (const bool serves : {false, true})
      for (std::size_t lane = 0; lane < scene_.lanes.size(); ++lane)
        if (scene_.lanes[lane].kind == LaneKind::node &&
            run().families().serves(node_of(lane)) == serves)
          serve(lane, serves, at, index);
  }

  /// Starts or stops counting a node's keys when clients begin or cease to use it.
  void serve(std::size_t lane, bool serves, std::int64_t at, std::uint32_t index) {
    if (serves_[lane] == serves) return;
    serves_[lane] = serves;
    keys_[lane].each(
        [&](const Span& key) { count(key.owner, key.key, serves ? 1 : -1, at, index); });
  }

  /// Counts the nodes with a client's value: the client holds according to the servers while there
  /// are as many as the lock needs.
  void count(std::uint16_t owner, std::uint16_t key, int change, std::int64_t at,
             std::uint32_t index) {
    if (owner >= scene_.clients) return;
    int& votes = votes_[std::uint32_t{owner} << 16 | key];
    const int needs = std::max<int>(1, static_cast<int>(trace_.info.needs));
    const bool held = votes >= needs;
    votes += change;
    if (held == (votes >= needs)) return;
    if (held) return servers_.end(owner, key, at, index);
    servers_.begin(owner, key, held_by(owner, key, at, index));
  }

  // ---- holders according to the clients and to the resource ----

  void beliefs(const sim::Event& event, std::uint32_t index) {
    const std::uint16_t client = locklab::index(event.client);
    const sim::Beliefs& now = run().beliefs();
    over_.clear();
    believes_.each([&](const Span& span) {
      if (span.owner == client && !now.find(event.client, span.key)) over_.push_back(span.key);
    });
    for (const std::uint16_t key : over_) believes_.end(client, key, event.at, index);
    const sim::Belief* belief = now.find(event.client, event.key);
    if (belief && belief->acquired == index)
      believes_.begin(client, event.key, held_by(client, event.key, event.at, index));
  }

  /// Finds the spans of belief that the servers do not support: from the end of each hold on the
  /// servers to the beginning of the next.
  void doubts() {
    std::unordered_map<std::uint32_t, std::vector<const Span*>> said;  // by client and lock
    for (const Span& span : holding(Holding::servers)) said[holder(span)].push_back(&span);
    for (const Span& believed : holding(Holding::believes)) {
      const auto spans = said.find(holder(believed));
      if (spans == said.end()) continue;
      const std::vector<const Span*>& all = spans->second;
      const auto later =
          std::upper_bound(all.begin(), all.end(), believed.from,
                           [](std::int64_t from, const Span* span) { return from < span->from; });
      for (auto one = later == all.begin() ? later : std::prev(later);
           one != all.end() && (*one)->to < believed.to; ++one) {
        const auto next = std::next(one);
        Span doubted = believed;
        // A lease may end before its client learns that it was granted.
        const bool begins_later = (*one)->to > believed.from;
        if (begins_later) doubted.from = (*one)->to;
        if (begins_later || is_expiry((*one)->over)) doubted.event = (*one)->over;
        if (next != all.end() && (*next)->from < believed.to) {
          doubted.to = (*next)->from;
          doubted.over = (*next)->event;
        }
        if (doubted.to > doubted.from) scene_.doubted.push_back(doubted);
      }
    }
    sort_by_begin(scene_.doubted);
  }
  bool is_expiry(std::uint32_t event) const {
    return event < trace_.size() && trace_[event].kind == sim::EventKind::key_expired;
  }
  static std::uint32_t holder(const Span& span) {
    return std::uint32_t{span.owner} << 16 | span.key;
  }

  /// Records which clients want the run's main lock, and which another one.
  void wants(const sim::Event& event) {
    const std::uint16_t client = locklab::index(event.client);
    if (client >= scene_.clients || event.key >= scene_.is_lock.size()) return;
    if (event.key == scene_.main_lock) wants_[client] = true;
    if (event.key != scene_.main_lock && scene_.is_lock[event.key]) wants_other_[client] = true;
  }

  // ---- messages and marks ----

  void message(const sim::Event& event, std::uint32_t index, std::size_t client, std::size_t node) {
    const sim::MessageState* now = run().messages().latest();
    if (!now) return;
    if (now->sent == index) {
      const bool shown = client < scene_.lanes.size() && node < scene_.lanes.size();
      by_ordinal_.push_back(shown ? static_cast<std::uint32_t>(scene_.messages.size()) : none_at);
      if (!shown) return;
      Message message;
      message.sent = index;
      message.client = static_cast<std::uint16_t>(client);
      message.node = static_cast<std::uint16_t>(node);
      message.from = message.to = event.at;
      scene_.messages.push_back(message);
      return;
    }
    if (by_ordinal_[now->ordinal] == none_at) return;
    Message& message = scene_.messages[by_ordinal_[now->ordinal]];
    message.ran = now->ran;
    message.received = now->received;
    message.lost = now->reply_lost != sim::no_event ? now->reply_lost : now->request_lost;
    message.gave_up = now->timed_out;
    // A message whose client gave up may still be in flight.
    const bool moved = message.ran == index || message.received == index || message.lost == index;
    if (moved) message.to = event.at;
  }

  /// Ends a message of which no arrival or loss was recorded: when its client gave up, or else at
  /// the end of the run.
  void settle(Message& message) const {
    if (message.ran == none_at && message.received == none_at && message.lost == none_at)
      message.to = message.gave_up != none_at ? trace_[message.gave_up].at : scene_.end;
  }

  std::uint16_t lane_for_mark(const sim::Event& event, std::size_t client, std::size_t node) const {
    // A lock whose work is a single command reads and writes the value on the node itself.
    const bool accessed = event.kind == sim::EventKind::resource_read ||
                          event.kind == sim::EventKind::resource_wrote ||
                          event.kind == sim::EventKind::resource_rejected;
    const bool at_resource =
        (event.node == resource_node || accessed) && node < scene_.lanes.size();
    const std::size_t lane = at_resource || client >= scene_.lanes.size() ? node : client;
    return lane < scene_.lanes.size() ? static_cast<std::uint16_t>(lane) : 0xffff;
  }

  const sim::Trace& trace_;
  Scene& scene_;
  LaneStates states_;
  const bool critical_;
  OpenSpans believes_;
  OpenSpans servers_;
  OpenSpans resource_;
  std::vector<SpanRow> rows_;
  std::vector<OpenSpans> keys_;
  std::vector<LaneCell> cells_;
  std::vector<sim::KeyState> keys_before_;        ///< of the event's node, before the event
  std::vector<std::uint16_t> over_;               ///< locks that the event's client ceases to hold
  std::vector<bool> wants_, wants_other_;         ///< by client: the main lock, another lock
  std::vector<bool> serves_;                      ///< by lane: whether clients use this node
  std::unordered_map<std::uint32_t, int> votes_;  ///< by client and lock
  Visits visits_{scene_};
  /// By message ordinal: index in the scene's messages; none_at if not shown.
  std::vector<std::uint32_t> by_ordinal_;
};

}  // namespace

void add_steps(const sim::Trace& trace, Scene& scene) {
  scene.step_of.reserve(trace.size());
  for (std::size_t i = 0; i < trace.size(); ++i) {
    // A group of events (told_order.h) is one step.
    if (step_up(trace, i) == i) scene.steps.push_back(static_cast<std::uint32_t>(i));
    scene.step_of.push_back(static_cast<std::uint32_t>(scene.steps.size() - 1));
  }
}

void add_events(const sim::Trace& trace, Scene& scene) {
  Builder builder(trace, scene);
  for (std::size_t i = 0; i < trace.size(); ++i) builder.add(static_cast<std::uint32_t>(i));
  builder.finish();
}

}  // namespace locklab::app
