#include "sim/check/no_deadlock.h"

#include <vector>

#include "sim/check/stuck.h"

namespace locklab::sim {

namespace {

Sentence cycle_words(const Trace& trace, const std::vector<WaitCycles::Wait>& waits) {
  std::vector<Sentence> all;
  for (std::size_t i = 0; i < waits.size(); ++i) {
    const std::string_view client = trace.client_name(waits[i].client);
    const std::string_view lock = trace.name_of(waits[i].lock);
    const ClientId holder = waits[(i + 1) % waits.size()].client;
    all.push_back(
        holder == waits[i].client
            ? say("{} waited for {}, which the same client held", client, lock)
            : say("{} waited for {}, which {} held", client, lock, trace.client_name(holder)));
  }
  return chained(all);
}

}  // namespace

void NoDeadlock::look_at_all(const Event& event, const Situation& now) {
  cycles_.look(now.locks(), event);
  now.locks().each_lock(
      [&](std::uint16_t name, const LockStates::Lock& lock) { look(name, event, lock); });
}

Verdict NoDeadlock::verdict(const Trace& trace) const {
  if (trace.info.quota_limit > 0)
    return not_applicable(
        say("a rate limiter turns visitors away until its window ends: see quota"));
  if (attempts_ == 0) return not_applicable(say("nobody tried to get in"));
  const std::int64_t end = trace.back().at;
  if (const auto cycle = cycles_.complete(end))
    return broken({first_at(trace, cycle->since + cycles_.length()), std::nullopt},
                  say("from {} on, for at least {}: {}", about_ms(cycle->since),
                      about_ms(cycles_.length()), cycle_words(trace, cycle->waits)));
  if (const auto stuck = window_.complete(end)) {
    const std::size_t event = first_at(trace, stuck->to);
    const std::size_t entry = next_entry(trace, stuck->lock, event);
    const Sentence why =
        say("nobody got in from {} to {}, although {} waited", about_ms(stuck->from),
            about_ms(trace[entry].at), who_waits(trace, stuck->lock, event));
    const Sentence blocker = who_blocks(trace, {stuck->lock, stuck->from, event, entry});
    return broken({event, std::nullopt}, blocker.empty() ? why : say("{}: {}", why, blocker));
  }
  if (const auto wait = window_.undecided(end))
    return not_applicable(
        say("somebody waited for {} with the way free, and the wait or the run ended then; "
            "only after {} (lease + bound) would it be a deadlock",
            about_ms(wait->length()), about_ms(window_.length())));
  if (window_.ended_well() == 0)
    return not_applicable(
        say("nobody waited long enough, undisturbed, with the way free and the needed nodes "
            "reachable"));
  const std::string longest = about_ms(window_.longest_whole());
  const Sentence why = except_unable(
      counted(window_.ended_well(),
              say("1 time somebody waited while nobody was inside, and got in within {}", longest),
              say("{} times somebody waited while nobody was inside, and somebody "
                  "got in within {} each time",
                  window_.ended_well(), longest)),
      left_out_);
  const std::int64_t unmet = window_.longest_unmet(end);
  if (unmet <= window_.longest_whole()) return kept(why);
  return kept(say("{}; another wait ended in vain after {}", why, about_ms(unmet)));
}

}  // namespace locklab::sim
