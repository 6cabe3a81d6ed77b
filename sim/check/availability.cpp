#include "sim/check/availability.h"

#include "sim/check/stuck.h"

namespace locklab::sim {

void Availability::look_at_all(const Event& event, const Situation& now) {
  now.locks().each_lock(
      [&](std::uint16_t name, const LockStates::Lock& lock) { look(name, event, lock); });
}

Verdict Availability::verdict(const Trace& trace) const {
  if (!locks_) return not_applicable(say("this strategy holds no lock on any node"));
  const std::int64_t end = trace.back().at;
  if (const auto stuck = window_.complete(end)) {
    const std::size_t event = first_at(trace, stuck->to);
    const std::size_t entry = next_entry(trace, stuck->lock, event);
    const Sentence why =
        say("{} waited {} with nodes in reach, and nobody got in",
            who_could_enter(trace, stuck->lock, event), about_ms(trace[entry].at - stuck->from));
    const Sentence blocker = who_blocks(trace, {stuck->lock, stuck->from, event, entry});
    return broken({event, std::nullopt}, blocker.empty() ? why : say("{}: {}", why, blocker));
  }
  if (const auto wait = window_.undecided(end))
    return not_applicable(
        say("somebody waited for {} with the way free, and the wait or the run ended then; a "
            "judgement needs {} (a lease and a third of the bound)",
            about_ms(wait->length()), about_ms(window_.length())));
  if (window_.ended_well() == 0)
    return not_applicable(
        say("nobody waited long enough with the way free and the needed nodes reachable"));
  return kept(
      except_unable(say("while somebody waited, nobody was inside for {} at most",
                        about_ms(std::max(window_.longest_whole(), window_.longest_unmet(end)))),
                    left_out_));
}

}  // namespace locklab::sim
