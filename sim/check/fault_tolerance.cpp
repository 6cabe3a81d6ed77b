#include "sim/check/fault_tolerance.h"

#include "sim/check/stuck.h"

namespace locklab::sim {

void FaultTolerance::look_at_all(const Event& event, const Situation& now) {
  if (!now.any_node_lost()) return;
  node_lost_ = true;
  losses_ |= now.losses();
  now.locks().each_lock(
      [&](std::uint16_t name, const LockStates::Lock& lock) { look(name, event, lock); });
}

Verdict FaultTolerance::verdict(const Trace& trace) const {
  if (trace.info.quota_limit > 0 || trace.info.needs == 0)
    return not_applicable(say("this strategy holds no lock on any node"));
  if (!node_lost_)
    return not_applicable(say("no node was down, frozen, refusing writes or cut off"));
  const std::int64_t end = trace.back().at;
  if (const auto stuck = window_.complete(end)) {
    const std::size_t event = first_at(trace, stuck->to);
    const std::size_t entry = next_entry(trace, stuck->lock, event);
    const Sentence lost = lost_nodes(trace, stuck->lock, event);
    const Sentence why =
        say("nobody got in from {} to {}, although {} waited", about_ms(stuck->from),
            about_ms(trace[entry].at), who_waits(trace, stuck->lock, event));
    if (trace.info.needs_replicas > 0)
      return broken({event, std::nullopt},
                    say("{}: {}, and the lock needs its node and a copy on a replica", why, lost));
    if (trace.info.lock_nodes == 1)
      return broken(
          {event, std::nullopt},
          say("{}: {}, and the lock depends on one node, a single point of failure", why, lost));
    const Sentence few = say("{} and a majority of the {} nodes could be used ({})", why,
                             trace.info.lock_nodes, lost);
    const Sentence blocker = who_blocks(trace, {stuck->lock, stuck->from, event, entry});
    return broken({event, std::nullopt}, blocker.empty() ? few : say("{}: {}", few, blocker));
  }
  if (const auto wait = window_.undecided(end))
    return not_applicable(
        say("somebody waited for {} beside a lost node, and the wait or the run ended then; "
            "a judgement needs {} (lease + bound)",
            about_ms(wait->length()), about_ms(window_.length())));
  const bool only = trace.info.lock_nodes == 1;
  if (losses_ == 0)
    return not_applicable(
        only ? say("nobody waited while the lock's only node was lost")
             : say("nobody waited while a minority, and no more, of the nodes was lost"));
  if (window_.ended_well() == 0)
    return not_applicable(
        only ? say("nobody waited long enough while the lock's only node was lost")
             : say("nobody waited long enough while a minority of the nodes was lost"));
  Sentence lost;
  for (unsigned i = 0; i < static_cast<unsigned>(NodeLoss::count_); ++i) {
    if ((losses_ & 1u << i) == 0) continue;
    const Sentence one = loss_words(static_cast<NodeLoss>(i));
    lost = lost.empty() ? one : say("{} or {}", lost, one);
  }
  const Sentence entries = counted(window_.ended_well(), say("{} entry", window_.ended_well()),
                                   say("{} entries", window_.ended_well()));
  return kept(only ? say("{} while the lock's only node was {}", entries, lost)
                   : say("{} while a minority of the nodes was {}", entries, lost));
}

}  // namespace locklab::sim
