#include "app/timeline/scene/scene.h"

#include <algorithm>
#include <iterator>

#include "app/timeline/scene/lane_states.h"
#include "app/timeline/scene/scene_builder.h"

namespace locklab::app {

namespace {

/// The event at which the client that entered at this event left the critical section; the last
/// event of the trace if it did not leave.
std::uint32_t left_at(const sim::Trace& trace, std::uint32_t entered) {
  const sim::Event& from = trace[entered];
  sim::LockStates locks;
  for (std::size_t i = entered; i < trace.size(); ++i) {
    locks.on(trace[i], i);
    if (locks.depth(from.client, from.key) == 0) return static_cast<std::uint32_t>(i);
  }
  return static_cast<std::uint32_t>(trace.size() - 1);
}

/// Sets the time span of a clash. Two clients inside clash from the second entry until the first
/// exit; other clashes last from the earlier event to the violation.
void set_stretch(const sim::Trace& trace, Clash& clash) {
  const sim::Event& broken = trace[clash.event];
  const sim::Event& earlier = trace[clash.other];
  clash.begun = std::min(clash.event, clash.other);
  clash.from = trace[clash.begun].at;
  if (broken.kind != sim::EventKind::entered || earlier.kind != sim::EventKind::entered) return;
  clash.begun = std::max(clash.event, clash.other);
  clash.from = trace[clash.begun].at;
  clash.over =
      std::max(std::min(left_at(trace, clash.event), left_at(trace, clash.other)), clash.begun);
  clash.to = trace[clash.over].at;
}

void add_violations(const sim::Trace& trace, const std::vector<sim::Verdict>& verdicts,
                    Scene& scene) {
  for (std::size_t v = 0; v < verdicts.size(); ++v) {
    const sim::Verdict& verdict = verdicts[v];
    if (verdict.kept != sim::Kept::broken || !verdict.event) continue;
    const auto event = static_cast<std::uint32_t>(*verdict.event);
    const std::size_t client = scene.lane_of(trace[event].client);
    const std::size_t lane =
        client < scene.lanes.size() ? client : scene.lane_of(trace[event].node);
    Mark mark;
    mark.at = trace[event].at;
    mark.event = event;
    mark.lane = lane < scene.lanes.size() ? static_cast<std::uint16_t>(lane) : 0xffff;
    mark.client = index(trace[event].client);
    mark.verdict = static_cast<std::uint16_t>(v);
    mark.kind = MarkKind::violation;
    scene.alarms.push_back(mark);

    Clash clash;
    clash.event = clash.begun = clash.over = event;
    clash.from = clash.to = mark.at;
    clash.verdict = mark.verdict;
    if (verdict.other) {
      clash.other = static_cast<std::uint32_t>(*verdict.other);
      set_stretch(trace, clash);
    }
    scene.clashes.push_back(clash);
  }
  std::stable_sort(scene.alarms.begin(), scene.alarms.end(),
                   [](const Mark& a, const Mark& b) { return a.at < b.at; });
}

}  // namespace

bool is_of(const Message& message, std::uint32_t event) {
  return event != none_at &&
         (message.sent == event || message.ran == event || message.received == event ||
          message.lost == event || message.gave_up == event);
}

std::size_t Scene::lane_of(ClientId client) const {
  return index(client) < clients ? index(client) : lanes.size();
}

std::size_t Scene::lane_of(NodeId node) const {
  if (node == resource_node)
    return !lanes.empty() && lanes.back().kind == LaneKind::resource ? lanes.size() - 1
                                                                     : lanes.size();
  const std::size_t lane = clients + index(node);
  return lane < lanes.size() && lanes[lane].kind == LaneKind::node ? lane : lanes.size();
}

Scene build_scene(const sim::Trace& trace, const std::vector<sim::Verdict>& verdicts,
                  bool with_resource) {
  Scene scene;
  scene.lanes = lanes_of(trace, with_resource);
  scene.clients = trace.info.clients.size();
  if (trace.empty()) return scene;
  scene.end = trace.back().at;
  add_steps(trace, scene);
  add_events(trace, scene);
  add_violations(trace, verdicts, scene);
  add_moments(trace, scene);
  return scene;
}

std::size_t strip_rows(const Scene& scene) {
  constexpr std::size_t most = 4;
  return std::clamp<std::size_t>(scene.strip_owners.size(), 1, most);
}

std::size_t strip_row(const Scene& scene, std::uint16_t client) {
  const auto& owners = scene.strip_owners;
  const auto found = std::lower_bound(owners.begin(), owners.end(), client);
  const bool own = found != owners.end() && *found == client;
  const auto number = own ? static_cast<std::size_t>(found - owners.begin()) : client;
  return number % strip_rows(scene);
}

std::optional<std::size_t> last_begun(const std::vector<Span>& spans, std::int64_t at) {
  const auto after =
      std::upper_bound(spans.begin(), spans.end(), at,
                       [](std::int64_t time, const Span& span) { return time < span.from; });
  if (after == spans.begin()) return std::nullopt;
  return static_cast<std::size_t>(after - spans.begin()) - 1;
}

bool kept_somewhere(const Scene& scene, std::uint16_t owner, std::uint16_t key, std::int64_t at) {
  return std::any_of(scene.keys.begin(), scene.keys.end(), [&](const std::vector<Span>& keys) {
    const auto later =
        std::upper_bound(keys.begin(), keys.end(), at,
                         [](std::int64_t time, const Span& span) { return time < span.from; });
    // A node has each lock at most once at a time, so the last span that began by `at` decides.
    const auto last = std::find_if(std::make_reverse_iterator(later), keys.rend(),
                                   [&](const Span& span) { return span.key == key; });
    return last != keys.rend() && last->owner == owner && last->to > at;
  });
}

std::size_t events_until(const sim::Trace& trace, std::int64_t at) {
  std::size_t low = 0;
  std::size_t high = trace.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (trace[middle].at <= at) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace locklab::app
