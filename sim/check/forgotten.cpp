#include "sim/check/forgotten.h"

#include <optional>
#include <vector>

#include "sim/check/verdict_words.h"
#include "sim/scenario/key_removal.h"
#include "sim/trace/state/families.h"

namespace locklab::sim {

namespace {

/// Whether it takes a counter, too, which has no lease.
bool flushes(const Event& event) {
  return event.kind == EventKind::keys_removed && removal_of(event) == KeyRemoval::flush;
}

}  // namespace

Sentence why_forgotten(const Trace& trace, std::size_t from, NodeId node, std::size_t to) {
  const Families families(trace.info);
  std::optional<std::size_t> promotion;
  std::optional<std::size_t> death;
  for (std::size_t i = to; i-- > from && !death;) {
    const Event& e = trace[i];
    if (e.kind == EventKind::node_promoted && e.node == node && !promotion) promotion = i;
    const bool served =
        promotion ? families.related(e.node, node) && e.node != node : e.node == node;
    if (served && (takes_keys(e) || flushes(e))) death = i;
  }
  std::vector<Sentence> clauses;
  if (death)
    clauses.push_back(
        flushes(trace[*death])
            ? say("somebody flushed {} at {}", trace.node_name(trace[*death].node),
                  when(trace, *death))
            : say("{} {}", trace.node_name(trace[*death].node), death_words(trace, *death)));
  if (promotion)
    clauses.push_back(
        say("{} became the master at {}", trace.node_name(node), when(trace, *promotion)));
  return listed(clauses);
}

}  // namespace locklab::sim
