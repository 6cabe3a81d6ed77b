#include "sim/check/two_masters.h"

#include <optional>

#include "sim/check/verdict_words.h"

namespace locklab::sim {

namespace {

bool of_hold(const Event& event, const Event& entered) {
  return event.client == entered.client && event.acquisition == entered.acquisition;
}

}  // namespace

Sentence two_masters(const Trace& trace, std::size_t earlier, std::size_t later) {
  std::optional<std::size_t> split;
  for (std::size_t i = 0; i < later; ++i) {
    const Event& e = trace[i];
    if (e.kind == EventKind::node_promoted && e.detail != 0 && !split) split = i;
    if (!split) continue;
    const Event& promoted = trace[*split];
    const auto old = static_cast<NodeId>(promoted.value);
    if (e.kind == EventKind::node_demoted && e.node == old) split.reset();
    const bool granted = e.kind == EventKind::key_set && e.node == old &&
                         (of_hold(e, trace[earlier]) || of_hold(e, trace[later]));
    if (granted)
      return say("{} became the master at {}, and {} remained one", trace.node_name(promoted.node),
                 about_ms(promoted.at), trace.node_name(old));
  }
  return {};
}

}  // namespace locklab::sim
