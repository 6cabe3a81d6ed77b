#include "sim/check/two_masters.h"

#include <vector>

#include "sim/check/key_history.h"
#include "sim/check/verdict_words.h"
#include "sim/trace/state/key_states.h"

namespace locklab::sim {

namespace {

/// The split brains of a trace that last: each from its promotion until the old master becomes a
/// replica.
class Splits {
 public:
  explicit Splits(const Trace& trace) : trace_(trace) {}

  void on(std::size_t event) {
    const Event& e = trace_[event];
    if (e.kind == EventKind::node_promoted && e.detail != 0) promotions_.push_back(event);
    if (e.kind == EventKind::node_demoted)
      std::erase_if(promotions_,
                    [&](std::size_t one) { return old_master(trace_[one]) == e.node; });
  }

  /// The events of the promotions, in order.
  const std::vector<std::size_t>& promotions() const { return promotions_; }
  static NodeId old_master(const Event& promoted) { return static_cast<NodeId>(promoted.value); }

 private:
  const Trace& trace_;
  std::vector<std::size_t> promotions_;
};

}  // namespace

Sentence two_masters(const Trace& trace, std::size_t earlier, std::size_t later) {
  Splits splits(trace);
  for (std::size_t i = 0; i < later; ++i) {
    const Event& e = trace[i];
    splits.on(i);
    if (e.kind != EventKind::key_set) continue;
    if (!same_hold(e, trace[earlier]) && !same_hold(e, trace[later])) continue;
    for (const std::size_t promotion : splits.promotions())
      if (Splits::old_master(trace[promotion]) == e.node)
        return say("{} became the master at {}, and {} remained one",
                   trace.node_name(trace[promotion].node), about_ms(trace[promotion].at),
                   trace.node_name(e.node));
  }
  return {};
}

bool both_masters_grant(const Trace& trace) {
  const Families families(trace.info);
  KeyStates keys(trace.info);
  Splits splits(trace);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Event& e = trace[i];
    splits.on(i);
    keys.on(trace, i, families);
    if (e.kind != EventKind::key_set) continue;
    for (const std::size_t promotion : splits.promotions()) {
      const KeyState* const old = keys.find(Splits::old_master(trace[promotion]), e.key);
      const KeyState* const fresh = keys.find(trace[promotion].node, e.key);
      if (old && fresh && old->owner != no_client && fresh->owner != no_client &&
          old->owner != fresh->owner)
        return true;
    }
  }
  return false;
}

}  // namespace locklab::sim
