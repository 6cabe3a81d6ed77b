#include "sim/check/two_masters.h"

#include "sim/check/verdict_words.h"
#include "sim/trace/state/key_states.h"

namespace locklab::sim {

namespace {

/// The split brain of a trace, from the promotion until the old master becomes a replica.
class Split {
 public:
  explicit Split(const Trace& trace) : trace_(trace) {}

  void on(std::size_t event) {
    const Event& e = trace_[event];
    if (e.kind == EventKind::node_promoted && e.detail != 0 && !lasts()) began_ = event;
    if (lasts() && e.kind == EventKind::node_demoted && e.node == old_master()) began_ = none;
  }

  bool lasts() const { return began_ != none; }
  const Event& promoted() const { return trace_[began_]; }
  NodeId old_master() const { return static_cast<NodeId>(promoted().value); }

 private:
  const Trace& trace_;
  static constexpr std::size_t none = SIZE_MAX;
  std::size_t began_ = none;  ///< index of the promotion
};

bool of_hold(const Event& event, const Event& entered) {
  return event.client == entered.client && event.acquisition == entered.acquisition;
}

}  // namespace

Sentence two_masters(const Trace& trace, std::size_t earlier, std::size_t later) {
  Split split(trace);
  for (std::size_t i = 0; i < later; ++i) {
    const Event& e = trace[i];
    split.on(i);
    const bool granted = split.lasts() && e.kind == EventKind::key_set &&
                         e.node == split.old_master() &&
                         (of_hold(e, trace[earlier]) || of_hold(e, trace[later]));
    if (granted)
      return say("{} became the master at {}, and {} remained one",
                 trace.node_name(split.promoted().node), about_ms(split.promoted().at),
                 trace.node_name(split.old_master()));
  }
  return {};
}

bool both_masters_grant(const Trace& trace) {
  const Families families(trace.info);
  KeyStates keys(trace.info);
  Split split(trace);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Event& e = trace[i];
    split.on(i);
    keys.on(trace, i, families);
    if (!split.lasts() || e.kind != EventKind::key_set) continue;
    const KeyState* const old = keys.find(split.old_master(), e.key);
    const KeyState* const fresh = keys.find(split.promoted().node, e.key);
    if (old && fresh && old->owner != no_client && fresh->owner != no_client &&
        old->owner != fresh->owner)
      return true;
  }
  return false;
}

}  // namespace locklab::sim
