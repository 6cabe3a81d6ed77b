// Computes the space that a cluster's words need, before its places are laid out.
#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "app/gui/layout/cluster_labels.h"
#include "app/timeline/words/wording.h"

namespace locklab::app {

void make_room_for_words(const Words& say, const ShownRun& run, const ClusterState& state,
                         std::int64_t at, const LabelFont& font, ClusterOptions& options) {
  const float pads = 2 * around_label_words * options.scale;
  const float between = between_label_words * options.scale;
  float usual = 0;
  for (const std::string_view key : {"bar.waiting", "bar.inside", "bar.paused"})
    usual = std::max(usual, font.width(say(key)));
  float longest = usual;
  for (const std::string_view key : {"cluster.crashed", "cluster.finished", "cluster.not_started",
                                     "bar.believes", "bar.unlocked"})
    longest = std::max(longest, font.width(say(key)));
  float names = 0;
  std::vector<std::vector<LabelLine>> lines(run.scene.lanes.size());
  for (const std::uint16_t lane : options.lanes) {
    const Lane& of = run.scene.lanes[lane];
    if (of.kind == LaneKind::client) {
      names = std::max(names, font.width(of.name));
      lines[lane] = cluster_label(say, run, state, lane, at);
    }
    if (of.kind == LaneKind::resource) options.resource_name = font.width(of.name) + pads;
    if (of.kind == LaneKind::node)
      options.node_names = std::max(options.node_names, font.width(of.name) + pads);
  }
  options.client_names = names + pads + 1;
  options.drawn = [lines = std::move(lines), font](const PlaceShape& place,
                                                   const ClusterOptions& of) {
    ClusterShapes alone;
    alone.places.push_back(place);
    const ClusterTexts texts{{lines.at(place.lane)}, {}, {}};
    const std::vector<ClusterLabel> labels = cluster_labels(alone, texts, of, font, font);
    return labels.empty() ? 0 : labels[0].x1 - place.x - place.radius;
  };
  options.resource_words = std::max(names + font.width(say.fill("cluster.writer", "")),
                                    font.width(say.fill("cluster.token", 99))) +
                           pads;
  options.client_words = options.client_names + between + usual;
  float clock = 0;  // of a node
  float clients_clock = 0;
  for (const Mark& alarm : run.scene.alarms) {
    const sim::Event& event = run.trace()[alarm.event];
    const bool of_node = event.kind == sim::EventKind::node_clock;
    if (!of_node && event.kind != sim::EventKind::client_clock) continue;
    float& widest = of_node ? clock : clients_clock;
    widest = std::max(
        widest, between + font.width(say.fill("cluster.clock", signed_span_text(event.value))));
  }
  options.client_most = options.client_names + between + longest + clients_clock;
  if (clock > 0) options.node_clock = options.node_names + clock;
  options.node_words = options.node_names + between + names + clock +
                       font.width(say.fill("cluster.key", "", "999 ms"));
}

}  // namespace locklab::app
