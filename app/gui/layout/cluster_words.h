// What the cluster view says beside each client, node, link and the resource.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/timeline/cluster_state.h"
#include "app/timeline/shown_run.h"
#include "app/words/words.h"

namespace locklab::app {

enum class LabelTone : std::uint8_t { plain, second, warning, bad };

struct LabelLine {
  std::string text;
  LabelTone tone = LabelTone::second;
};

/// Its name and state first, the least important last. `at`: us of the world.
std::vector<LabelLine> cluster_label(const Words& say, const ShownRun& run,
                                     const ClusterState& state, std::uint16_t lane,
                                     std::int64_t at);

/// What a client does: "inside", "not started".
std::string client_state_words(const Words& say, const ClusterClient& client);
/// What a node does, in a word or two.
std::string node_state_words(const Words& say, const ClusterNode& node);

/// What was done to a link; empty: nothing.
std::string link_fault_words(const Words& say, const ClusterLink& link);

}  // namespace locklab::app
