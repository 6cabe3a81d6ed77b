// Labels of the cluster view, for clients, nodes, links and the resource.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/gui/layout/cluster_layout.h"
#include "app/timeline/scene/cluster_state.h"
#include "app/timeline/shown_run.h"
#include "app/words/words.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

enum class LabelTone : std::uint8_t { plain, second, warning, bad };

struct LabelLine {
  std::string text;
  LabelTone tone = LabelTone::second;
  std::string brief = {};  ///< used if there is too little room; empty if there is no shorter form
};

/// The lines of a label: name and state first, the least important last. `at` is in us of world
/// time.
std::vector<LabelLine> cluster_label(const Words& say, const ShownRun& run,
                                     const ClusterState& state, std::uint16_t lane,
                                     std::int64_t at);

/// A client's state: "inside", "not started".
std::string client_state_words(const Words& say, const ClusterClient& client);
/// A node's state in a few words: down, frozen or busy, otherwise the owner of its first key, or
/// that it is free. A lock other than the main one is named.
std::string node_state_words(const Words& say, const ShownRun& run, const ClusterNode& node);

/// The content of a message in flight: its command, or the reply.
std::string flight_words(const Words& say, const ShownRun& run, const FlightShape& flight);

/// The faults of a link; empty if there are none.
std::string link_fault_words(const Words& say, const ClusterLink& link);

}  // namespace locklab::app
